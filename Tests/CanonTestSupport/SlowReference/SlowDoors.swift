import CanonEngine

/// A set behind doors as Documentation/Formats.md and Architecture.md tell it, slowly: at each look every door is judged
/// anew, and what it brings is received at once. It shares no code with the session, the gate or the judge.
public struct SlowDoors: Sendable {
  /// When a door is open; times in seconds.
  public indirect enum Condition: Sendable {
    case time(from: Double, until: Double)
    case needs([Int])
    case all([Condition])
    case any([Condition])
  }

  public struct Door: Sendable {
    public var condition: Condition
    public var joins = false
    /// For how many loops its stem is first heard alone.
    public var soloLoops = 0

    public init(condition: Condition) { self.condition = condition }
  }

  struct Ritual {
    let stem: Int
    /// The boundary that ends it, as a position; nil until the stem has begun.
    var end: Int64?
  }

  struct Doing: Equatable {
    let state: StemState
    let pending: SlowStem.Pending?

    init(_ stem: SlowStem) { (state, pending) = (stem.state, stem.pending) }
  }

  var music: SlowSet
  /// Nil for a stem without one.
  let doors: [Door?]
  /// As the last look saw them.
  var wasOpen: [Bool]
  var rituals: [Ritual] = []
  /// What each stem did when its shut door had last asked for its stop: not asked again while it does the same.
  var stopped: [Int: Doing] = [:]
  /// Those behind shut doors, as far as this look has come: they are about to stop.
  var stopping: Set<Int> = []
  /// That doors answer each other for ever, which they must not; nil while they come to rest.
  public internal(set) var problem: String?
  /// Now, in seconds.
  public var time: Double

  /// - Parameter time: At the first downbeat, which this starts.
  public init(_ set: TestSet, doors: [Door?], time: Double) {
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

  public var frame: Int64 { music.frame }
  var stemCount: Int { doors.count }

  public mutating func deliver(into output: inout Output) { music.deliver(into: &output) }

  // MARK: - Doors

  func plays(_ k: Int) -> Bool {
    music.stems[k].state == .play && music.stems[k].pending == nil && !stopping.contains(k)
  }
  func isStopped(_ k: Int) -> Bool {
    hasPassed(k) || (music.stems[k].state == .stop && music.stems[k].pending == nil)
  }
  /// Whether the stop of its shut door has come while the music stands.
  func hasPassed(_ k: Int) -> Bool {
    guard music.reached < frame, let stop = music.stems[k].pending else { return false }
    return stop.isDoors && stop.next == .stop && stop.at <= frame
  }

  func isOpen(_ k: Int) -> Bool { doors[k].map { holds($0.condition) } ?? true }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .time(let from, let until): from <= time && time < until
    case .needs(let stems): stems.allSatisfy { plays($0) }
    case .all(let parts): parts.allSatisfy { holds($0) }
    case .any(let parts): parts.contains { holds($0) }
    }
  }

  /// The stems on which a door relies that is open; of several ways, the one with the fewest.
  private func relied(by condition: Condition) -> [Int] {
    switch condition {
    case .time: []
    case .needs(let stems): stems
    case .all(let parts): parts.flatMap { relied(by: $0) }
    case .any(let parts): parts.filter { holds($0) }.map { relied(by: $0) }.min { $0.count < $1.count } ?? []
    }
  }

  /// Leave to sound, given on the frame of the look and good only as long as what it relies on plays.
  func permit(_ k: Int) -> [Int]? {
    isOpen(k) ? doors[k].map { relied(by: $0.condition) } ?? [] : nil
  }

  mutating func open(_ k: Int) { music.receive(.open(true), k) }
}
