import CanonEngine
import CanonTestSupport

/// A set behind doors as Documentation/Formats.md and Architecture.md tell it, slowly: at each look every door is judged
/// anew, and what it brings is received at once. It shares no code with the session, the gate or the judge.
struct SlowDoors {
  /// When a door is open; times in seconds.
  indirect enum Condition {
    case time(from: Double, until: Double)
    case needs([Int])
    case all([Condition])
    case any([Condition])
  }

  struct Door {
    var condition: Condition
    var joins = false
    /// For how many loops its stem is first heard alone.
    var soloLoops = 0
  }

  private struct Ritual {
    let stem: Int
    /// The boundary that ends it, as a position; nil until the stem has begun.
    var end: Int64?
  }

  private struct Doing: Equatable {
    let state: StemState
    let pending: SlowStem.Pending?

    init(_ stem: SlowStem) { (state, pending) = (stem.state, stem.pending) }
  }

  private var music: SlowSet
  /// Nil for a stem without one.
  private let doors: [Door?]
  /// As the last look saw them.
  private var wasOpen: [Bool]
  private var rituals: [Ritual] = []
  /// What each stem did when its shut door had last asked for its stop: not asked again while it does the same.
  private var stopped: [Int: Doing] = [:]
  /// Those behind shut doors, as far as this look has come: they are about to stop.
  private var stopping: Set<Int> = []
  /// That doors answer each other for ever, which they must not; nil while they come to rest.
  private(set) var problem: String?
  /// Now, in seconds.
  var time: Double

  /// - Parameter time: At the first downbeat, which this starts.
  init(_ set: TestSet, doors: [Door?], time: Double) {
    music = SlowSet(set)
    (self.doors, self.time) = (doors, time)
    wasOpen = []
    wasOpen = doors.indices.map { isOpen($0) }
    for k in doors.indices { music.receive(.samples(0), k) }
    for k in doors.indices where wasOpen[k] { open(k) }
    for k in doors.indices where set.configuration.stems[k].isBase {
      music.receive(.ask(.start, .loop), k)
    }
    music.receive(.roll, 0)
    look()
  }

  var frame: Int64 { music.frame }
  var stemCount: Int { doors.count }

  mutating func deliver(into output: inout Output) { music.deliver(into: &output) }

  // MARK: - Doors

  private func plays(_ k: Int) -> Bool {
    music.stems[k].state == .play && music.stems[k].pending == nil && !stopping.contains(k)
  }
  private func isStopped(_ k: Int) -> Bool {
    hasPassed(k) || (music.stems[k].state == .stop && music.stems[k].pending == nil)
  }
  /// Whether the stop of its shut door has come while the music stands.
  private func hasPassed(_ k: Int) -> Bool {
    guard music.reached < frame, let stop = music.stems[k].pending else { return false }
    return stop.isDoors && stop.next == .stop && stop.at <= frame
  }

  private func isOpen(_ k: Int) -> Bool { doors[k].map { holds($0.condition) } ?? true }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .time(let from, let until): from <= time && time < until
    case .needs(let stems): stems.allSatisfy(plays)
    case .all(let parts): parts.allSatisfy(holds)
    case .any(let parts): parts.contains(where: holds)
    }
  }

  /// The stems on which a door relies that is open; of several ways, the one with the fewest.
  private func relied(by condition: Condition) -> [Int] {
    switch condition {
    case .time: []
    case .needs(let stems): stems
    case .all(let parts): parts.flatMap(relied)
    case .any(let parts): parts.filter(holds).map(relied).min { $0.count < $1.count } ?? []
    }
  }

  /// Leave to sound, given on the frame of the look and good only as long as what it relies on plays.
  private func permit(_ k: Int) -> [Int]? {
    isOpen(k) ? doors[k].map { relied(by: $0.condition) } ?? [] : nil
  }

  private mutating func open(_ k: Int) { music.receive(.open(true), k) }

  // MARK: - Looking

  /// Looks at the doors, and again at what follows from that, until nothing does.
  mutating func look() {
    for _ in 0...(2 * stemCount + 1) {
      let asked = judge()
      // Where nothing is asked, nothing has changed.
      if asked.isEmpty { return }
      let before = music.summary
      for ask in asked { receive(ask, isDoors: true) }
      if music.summary == before { return }
    }
    problem = "@\(frame): doors answer each other for ever"
  }

  /// What the doors ask for.
  private mutating func judge() -> [Ask] {
    var asked = endsOfRituals()
    var opened: [Int] = []
    for k in doors.indices where doors[k] != nil {
      let isOpen = isOpen(k), wasOpen = wasOpen[k]
      self.wasOpen[k] = isOpen
      let stem = music.stems[k]
      let isDoorsStop = stem.pending?.next == .stop && stem.pending?.isDoors == true && !hasPassed(k)
      if isOpen, !wasOpen {
        opened.append(k)
        if isDoorsStop {
          // The stop of a stem that is not open stands.
          if !stem.isOpen { asked.append(Ask(k, .open(true), permit(k)!)) }
          asked.append(Ask(k, .ask(.cancel, .now)))
        }
      }
      if !isOpen, wasOpen {
        asked.append(Ask(k, .open(false)))
        asked += endOfRitual(k)
      }
      if !isOpen { stopping.insert(k) }
      if !isOpen, !isStopped(k), !isDoorsStop, stopped[k] != Doing(stem) {
        asked.append(Ask(k, .ask(.stop, stem.traits.quanta.stop)))
      }
    }
    stopping = []
    for k in doors.indices where doors[k] != nil {
      if let permit = permit(k), !music.stems[k].isOpen { asked.append(Ask(k, .open(true), permit)) }
    }
    for k in opened where isStopped(k) && doors[k]!.joins {
      let quantum = music.stems[k].traits.quanta.start
      asked.append(Ask(k, .ask(.start, quantum), permit(k)!))
      // What a pause holds comes in unheard, and without its ritual.
      if music.stems[k].isHeld {
        asked.append(Ask(k, .hold(true, .now)))
        continue
      }
      if doors[k]!.soloLoops > 0 {
        asked.append(Ask(k, .solo(.on, quantum)))
        rituals.append(Ritual(stem: k))
        music.stems[k].begun = []
      }
    }
    return asked
  }

  // MARK: - Rituals

  /// Whether it is soloed, or is to be.
  private func isSoloed(_ k: Int) -> Bool { (music.stems[k].nextSolo?.mode ?? music.stems[k].solo) != .off }

  private mutating func endOfRitual(_ k: Int) -> [Ask] {
    guard rituals.contains(where: { $0.stem == k }) else { return [] }
    rituals.removeAll { $0.stem == k }
    return isSoloed(k) ? [Ask(k, .solo(.off, .now))] : []
  }

  private mutating func endsOfRituals() -> [Ask] {
    var asked: [Ask] = []
    let loop = music.configuration.grid.loop
    for index in rituals.indices where rituals[index].end == nil {
      guard let begun = music.stems[rituals[index].stem].begun.first else { continue }
      rituals[index].end = loop.position(
        of: loop.index(atOrAfter: begun - music.grace) + Int64(doors[rituals[index].stem]!.soloLoops))
    }
    for ritual in rituals where isStopped(ritual.stem) { asked += endOfRitual(ritual.stem) }
    for ritual in rituals {
      // Its end is asked for as soon as that, on the next boundary, is not too soon.
      guard let end = ritual.end.map({ $0 + music.origin }),
        music.reached >= end
          || music.boundary(.loop, ritual.stem, from: music.reached - music.grace) ?? end >= end
      else {
        continue
      }
      rituals.removeAll { $0.stem == ritual.stem }
      if isSoloed(ritual.stem) { asked.append(Ask(ritual.stem, .solo(.off, .loop))) }
    }
    return asked
  }
}

// MARK: - What is asked

extension SlowDoors {
  /// What is asked of one stem.
  struct Ask {
    let stem: Int
    let action: RandomPerformance.Action
    /// What must play for it to be allowed.
    let needed: [Int]

    init(_ stem: Int, _ action: RandomPerformance.Action, _ needed: [Int] = []) {
      (self.stem, self.action, self.needed) = (stem, action, needed)
    }
  }

  /// What people ask on one frame: all of it is judged, then all of it is received.
  mutating func ask(_ asked: [Ask]) {
    for ask in asked.compactMap(judged) { receive(ask, isDoors: false) }
    look()
  }

  /// Nil for what a door refuses.
  private func judged(_ ask: Ask) -> Ask? {
    if case .fade(let direction, _, _) = ask.action { return judgedFade(ask, direction) }
    guard case .ask(let request, let quantum, _) = ask.action else { return ask }
    let stem = music.stems[ask.stem], permit = permit(ask.stem)
    let isDoorsStop = stem.pending?.next == .stop && stem.pending?.isDoors == true
    // What a shut door has asked to stop may end sooner, and not later.
    let isSooner = quantum == .now && (request == .stop || request == .mute)
    if isDoorsStop, permit == nil, !isSooner { return nil }
    switch request {
    case .start, .unmute: return permit.map { Ask(ask.stem, ask.action, $0) }
    case .press:
      if let permit { return Ask(ask.stem, ask.action, permit) }
      return Ask(ask.stem, .ask(.press, quantum, permitted: false))
    case .stop, .mute, .cancel: return ask
    }
  }

  /// A fade in is a start; a fade out comes later than a shut door's stop may.
  private func judgedFade(_ ask: Ask, _ direction: RandomPerformance.Direction) -> Ask? {
    let permit = permit(ask.stem), stem = music.stems[ask.stem]
    let isDoorsStop = stem.pending?.next == .stop && stem.pending?.isDoors == true
    switch direction {
    case .out: return isDoorsStop && permit == nil ? nil : ask
    case .in: return permit.map { Ask(ask.stem, ask.action, $0) }
    }
  }

  private mutating func receive(_ ask: Ask, isDoors: Bool) {
    let isAllowed = ask.needed.allSatisfy(plays)
    switch ask.action {
    case .ask(.press, let quantum, let permitted):
      music.receive(.ask(.press, quantum, permitted: permitted && isAllowed), ask.stem, isDoors: isDoors)
    case let action where isAllowed: music.receive(action, ask.stem, isDoors: isDoors)
    default: break
    }
    if isDoors, case .ask(.stop, _, _) = ask.action { stopped[ask.stem] = Doing(music.stems[ask.stem]) }
  }
}

extension SlowDoors: CustomStringConvertible {
  var description: String {
    music.stems.map { stem in
      stem.state.word + (stem.pending.map { " (\($0.next.word) at \($0.at))" } ?? "")
    }.joined(separator: ", ")
  }
}
