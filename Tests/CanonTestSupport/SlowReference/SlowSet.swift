import CanonEngine

/// The slow reference for everything the engine delivers: the stems of a set, the clock, and the sum.
public struct SlowSet: Sendable {
  /// That of the playing edition.
  public internal(set) var configuration: EngineConfiguration
  let sounds: [[SlowSound]]
  let editions: [TestEdition]
  /// At each place.
  public var stems: [SlowStem]
  /// The number of the stem at each place; nil if it has left.
  var ids: [Int?]
  var nextEdition: (at: Int64, number: Int, isHushed: Bool)?
  public internal(set) var frame: Int64 = 0
  var isRolling = false
  var master = SlowLine(1)
  var nextMaster: (at: Int64, gain: Float, length: Int64)?
  /// The frame of the music's first downbeat.
  public internal(set) var origin: Int64 = 0
  var nextSeek: (at: Int64, place: Int64)?
  /// Whether a piece has begun, here or before the music was restored, and the music has not moved elsewhere since.
  var hasGap = false
  var section: Section?
  var cue = Cue()
  var nextHalt: (at: Int64, place: Int64?)?
  /// The number of editions that have taken over.
  var editionCount = 0
  var triggers = SlowTriggers()
  /// The frame on which the music was last where it stands; nil unless it stands still.
  /// Whether a frame has been delivered.
  var hasDelivered = false
  var haltedAt: Int64?
  private let beatsPerWhole: Int64
  /// What the set tells of the music's time since ``listenToTicks()``.
  public internal(set) var ticks: SlowTicks?

  public init(_ set: TestSet) {
    configuration = set.configuration
    beatsPerWhole = Int64(set.beatsPerWhole)
    sounds = set.sounds.map { $0.map(SlowSound.init) }
    editions = set.editions
    ids = Array(set.configuration.stems.indices)
    stems = []
    stems = configuration.stems.map { SlowStem($0, in: self) }
  }

  /// Notes the messages of the MIDI clock from now on.
  public mutating func listenToTicks() { ticks = SlowTicks(beatsPerWhole: beatsPerWhole) }

  private var perMillisecond: Double { Double(configuration.sampleRate.hertz) / 1000 }
  var usual: Int64 { Int64((configuration.rampMilliseconds * perMillisecond).rounded()) }
  var shortest: Int64 { min(usual, Int64(perMillisecond.rounded())) }
  public var grace: Int64 { Int64((configuration.graceMilliseconds * perMillisecond).rounded()) }

  /// What commands change of a stem.
  public struct Summary: Equatable, Sendable {
    let state: StemState
    let pending: SlowStem.Pending?
    let solo: SoloMode
    let nextSolo: SoloMode?
    let soloAt: Int64?
    let isOpen: Bool
    let isHeld: Bool

    init(_ stem: SlowStem) {
      (state, pending, isOpen, isHeld) = (stem.state, stem.pending, stem.isOpen, stem.isHeld)
      (solo, nextSolo, soloAt) = (stem.solo, stem.nextSolo?.mode, stem.nextSolo?.at)
    }
  }

  /// The states and pending changes of all stems: equal if commands have changed nothing.
  public var summary: [Summary] { stems.map(Summary.init) }

  // MARK: - Commands

  /// The common cycle before the first command of the frame, which applies to all commands of the frame.
  private var cycleThen: GridLine?
  var cycleFrame: Int64?

  /// Receives one command on the present frame.
  /// - Parameters:
  ///   - stem: The number of the stem.
  ///   - isDoors: Whether the asker is a door and not a person.
  @discardableResult
  public mutating func receive(
    _ action: RandomPerformance.Action, _ stem: Int, isDoors: Bool = false
  ) -> EngineEvent.Answer {
    guard let place = ids.firstIndex(of: stem) ?? (action.isForAll ? 0 : nil) else { return .outdated }
    if !action.isSkip { catchUp() }
    if cycleFrame != frame { (cycleFrame, cycleThen) = (frame, cycle()) }
    let answer = perform(action, place, isDoors)
    arrive()
    return answer
  }

  private mutating func perform(_ action: RandomPerformance.Action, _ k: Int, _ isDoors: Bool)
    -> EngineEvent.Answer
  {
    switch action {
    case .ask(let request, let quantum, let permitted):
      // The bench asks for a start or an unmute only with a permit.
      let permitted = permitted || request != .press
      return ask(request, k, quantum, permitted: permitted, from: nil, isDoors: isDoors)
    case .askWhileOpen(let request, let quantum, let over):
      return ask(
        request, k, quantum, permitted: stems[k].isOpen, from: nil, over: over.map { max(1, $0, usual) },
        isDoors: isDoors)
    case .later, .trigger, .triggerAgain, .endTriggers, .revoke, .clock:
      preconditionFailure("the reference receives a command on its frame")
    case .byDoor(let action): return perform(action, k, true)
    case .needing(let needed, let action):
      let areMet = needed.compactMap { ids.firstIndex(of: $0) }.allSatisfy {
        stems[$0].state == .play && stems[$0].pending == nil
      }
      if areMet { return perform(action, k, isDoors) }
      switch action {
      case .ask(.press, let quantum, _), .askWhileOpen(.press, let quantum, _):
        // It may still lead to silence.
        return perform(.ask(.press, quantum, permitted: false), k, isDoors)
      default: return .notPermitted
      }
    case .start(let quantum, let from):
      return ask(.start, k, quantum, permitted: true, from: from, isDoors: isDoors)
    case .gain(let gain, let quantum, let over):
      guard let boundary = boundary(quantum, k) else { return .tooFar }
      stems[k].nextGain = (max(boundary, frame), gain.linear, rampLength(over, on: boundary))
    case .pan(let pan, let quantum, let over):
      guard let boundary = boundary(quantum, k) else { return .tooFar }
      stems[k].nextPan = (max(boundary, frame), pan, rampLength(over, on: boundary))
    case .solo(let mode, let quantum):
      guard let boundary = boundary(quantum, k) else { return .tooFar }
      stems[k].nextSolo = (max(boundary, frame), mode)
    case .hold(let isHeld, let quantum):
      guard let boundary = boundary(quantum, k) else { return .tooFar }
      return hold(isHeld, from: max(boundary, frame), [k])
    case .holdAll(let isHeld, let quantum):
      guard let boundary = boundary(ofTheSet(quantum), k) else { return .tooFar }
      return hold(isHeld, from: max(boundary, frame), stems.indices.filter { ids[$0] != nil })
    case .fade(.out, let quantum, let over):
      let over = max(1, over, usual)
      return ask(.mute, k, quantum, permitted: false, from: nil, over: over, isDoors: isDoors)
    case .fade(.in, let quantum, let over):
      let over = max(1, over, usual)
      return ask(.start, k, quantum, permitted: true, from: nil, over: over, isDoors: isDoors)
    case .panic: panic()
    case .faded(let level):
      let stem = stems[k], level = min(level.linear, 1)
      guard stem.sounds, stem.pending == nil, stem.fade.to != level else { return .unchanged }
      stems[k].fade =
        isSounding
        ? SlowLine(from: stem.fade[frame], to: level, start: frame, length: usual) : SlowLine(level)
    case .asked: (stems[k].askedAt, stems[k].followAsk) = (frame, nil)
    case .supply(let supply): return self.supply(supply, k)
    case .gap: hasGap = true
    case .master(let gain, let quantum, let over):
      guard let boundary = boundary(ofTheSet(quantum), k) else { return .tooFar }
      nextMaster = (max(boundary, frame), gain.linear, rampLength(over, on: boundary))
    case .samples(let number, let quantum):
      guard let boundary = boundary(quantum, k) else { return .tooFar }
      stems[k].plan(sounds[ids[k]!][number], for: boundary, at: frame)
    case .noSamples: (stems[k].sound, stems[k].replacement) = (nil, nil)
    case .open(let isOpen):
      stems[k].isOpen = isOpen
      if !isOpen { stems[k].isCued = false }
    case .cue(let isOn): return cue(isOn, k)
    case .click(let isOn): return click(isOn)
    case .countIn(let bars): return countIn(bars)
    case .send(let bus, let gain): return send(bus, gain, k)
    case .seek(let target): return seek(target)
    case .section(let section): return `repeat`(section)
    case .edition(let number, let quantum): return plan(number, quantum)
    case .roll: return roll(from: nil)
    case .rollFrom(let place): return roll(from: place)
    case .halt(let place): return halt(at: place)
    case .skip(let frames), .lose(let frames):
      guard isRolling, frames > 0 else { return .unchanged }
      guard frame + frames < 1 << 53 else { return .tooFar }
      let end = frame + frames
      while frame < end - 1, haltedAt == nil {
        frame += 1
        arrive()
      }
      frame = end
      if haltedAt != nil { return .accepted }
      cue.click = SlowLine(0)
      for k in stems.indices { stems[k].rejoin(at: frame) }
      // What is due on this frame comes before the halt.
      if nextHalt?.at == .max { arrive() }
      haltBeforeFirst()
    }
    return .accepted
  }

  private mutating func hold(_ isHeld: Bool, from: Int64, _ those: [Int]) -> EngineEvent.Answer {
    guard those.contains(where: { stems[$0].isHeldOtherwise(isHeld, from: from) }) else { return .unchanged }
    for k in those { stems[k].hold(isHeld, from: from) }
    return .accepted
  }

  func ofTheSet(_ quantum: Quantum) -> Quantum {
    quantum.unit == .stem ? Quantum(.loop, count: Int(quantum.count))! : quantum
  }

  /// The length of a change of gain: at least the usual ramp, but for one that happens at once before the clock runs, or while the music stands.
  private func rampLength(_ length: Int64, on boundary: Int64) -> Int64 {
    boundary > frame || isSounding ? max(length, usual) : isRolling ? length : 0
  }

  /// The boundary for a command received now; nil when it is too far in the future.
  public func boundary(_ quantum: Quantum, _ k: Int, from: Int64? = nil) -> Int64? {
    let from = from ?? frame - grace
    var boundary: Int64
    switch quantum.unit {
    case .now: return frame
    case .beat, .bar, .loop:
      boundary = configuration.grid.boundary(atOrAfter: from - origin, quantum: quantum) + origin
    case .stem:
      let anchor = stems[k].anchor
      boundary = anchor + stems[k].line.boundary(atOrAfter: from - anchor, every: quantum.count)
    case .cycle:
      guard let cycle = cycleThen else { return nil }
      boundary = cycle.boundary(atOrAfter: from - origin, every: quantum.count) + origin
    }
    if let section, section.contains(frame - origin), from <= section.until + origin {
      boundary = min(boundary, section.until + origin)
    }
    return max(boundary, boundary - origin) < 1 << 53 ? boundary : nil
  }

  /// The first downbeat of a piece that has begun with a gap; nil once it has come, and without a gap.
  var downbeatAhead: Int64? { hasGap && frame < origin ? origin : nil }

  /// The boundary for a start that is counted in, or that waits for a piece, at or after a frame.
  func boundary(_ quantum: Quantum, _ k: Int, countedTo from: Int64) -> Int64? {
    if quantum.unit != .now { return boundary(quantum, k, from: from) }
    return max(from, from - origin) < 1 << 53 ? from : nil
  }

  /// The least common multiple of the loops of all playing stems.
  private func cycle() -> GridLine? {
    let lines = stems.filter(\.sounds).map(\.line)
    guard !lines.isEmpty else { return configuration.grid.loop }
    // The lengths are counted in parts of a frame, so that all of them are whole numbers.
    let parts = lines.reduce(1) { commonMultiple($0, $1.denominator) }
    let length = lines.reduce(1) { commonMultiple($0, $1.numerator * (parts / $1.denominator)) }
    return GridLine(numerator: length, denominator: parts)
  }

  private func commonMultiple(_ a: Int64, _ b: Int64) -> Int64 {
    var multiple = max(a, b)
    while multiple % min(a, b) != 0 { multiple += max(a, b) }
    return multiple
  }
}
