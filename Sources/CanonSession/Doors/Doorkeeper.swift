import CanonEngine
import CanonSchedule
import CanonStems

/// Keeps the doors of a performance: judges them by its clock, asks the gate for permits, and decides what follows when a
/// door opens or shuts. Every request that leads to sound asks it for a permit.
struct Doorkeeper {
  let set: StemSet
  let schedule: Schedule?
  /// Whether there is a schedule.
  let isScheduled: Bool
  private(set) var gate: Gate
  var clock: DoorClock
  /// Without doors there is nothing to watch.
  var watching: DoorWatching { hasDoors ? watchWanted : .none }
  var hasDoors: Bool { schedule?.doors.isEmpty == false }
  /// How doors are watched, if there are any.
  var watchWanted = DoorWatching.none
  /// The doors of the next program, while its edition waits.
  var next: NextDoors?
  /// Whether the doors are those of a later program than the first. Then a journal has the openings of stems without a door as well: such
  /// a stem may be new, and the engine learns of it a moment after it has it.
  var isLater = false
  var cache = DoorCache()
  /// The stems that some door needs.
  private let neededStems: [StemIndex]
  /// The stems that own each file given to another stem, by the file's name.
  var fileOwners: [String: [StemIndex]] = [:]

  /// The state of the doors at the last check.
  var past = Past()

  struct Past {
    /// Whether each door is open; empty until the doors are watched.
    var isOpen: [StemIndex: Bool] = [:]
    /// The context of the last check; nil before the first.
    var last: DoorContext?
    /// The time of the last check, on a clock that cannot be set.
    var lookedAt = ContinuousClock.now
    /// The next time at which a door changes by itself, according to the last check.
    var nextChange: Instant?
    /// The time that was last written down.
    var keptAt: Instant?
    var rituals: [Ritual] = []
    /// The stems whose doors have opened before there was an engine: their samples are loaded, and they join, once it is there.
    var openedBefore: Set<StemIndex> = []
    /// Whether doors were watched before there was an engine.
    var hasWaited = false
  }

  /// How doors are watched.
  enum DoorWatching {
    case none
    /// A journal is rendered that has the commands of doors, but not the frames on which doors opened and shut.
    case quiet
    /// A journal is rendered that also has the frames on which doors opened and shut.
    case told
    case whole

    var isToldOfDoors: Bool { self == .told }
    var isReplay: Bool { self == .quiet || self == .told }
  }

  init(_ schedule: Schedule?, of set: StemSet, by clock: DoorClock) {
    (self.schedule, self.set, self.clock) = (schedule, set, clock)
    isScheduled = schedule != nil
    neededStems = Set(schedule?.doors.flatMap(\.condition.needed) ?? []).compactMap { set.index(of: $0) }
    gate = Gate(schedule: schedule, stems: set.stems.map(\.id), files: set.stems.map(\.path))
  }

  // MARK: - The gate

  /// A permit for the stem to start once.
  /// - Parameter opens: Whether the permit is for an opening of the door, as a journal records it.
  /// - Throws: ``CommandProblem/locked(_:)`` with the reason.
  mutating func permit(
    for stem: StemIndex, at moment: Moment, opens: Bool = false
  ) throws(CommandProblem) -> StartPermit {
    try checkNext(stem, at: moment)
    do throws(Refusal) {
      return try gate.permit(for: stem, in: context(for: stem, at: moment, opens: opens))
    } catch {
      throw .locked(error)
    }
  }

  /// Why the gate would not let the stem start now; nil when it would.
  mutating func refusal(of stem: StemIndex, at moment: Moment) -> Refusal? {
    do throws(CommandProblem) {
      _ = try permit(for: stem, at: moment)
      return nil
    } catch {
      if case .locked(let refusal) = error { return refusal }
      return nil
    }
  }

  /// Why the stem may not be given a file that belongs to `owners`; nil if it may.
  mutating func refusal(of stem: StemIndex, playing owners: [StemIndex], at moment: Moment) -> Refusal? {
    gate.refusal(of: stem, playing: owners, in: context(for: stem, at: moment))
  }

  /// The stems that must play when a request that may begin sound is received on a later frame: those that the door needs. Dates are
  /// judged here for that frame; what the door needs is judged there, by the engine.
  /// - Throws: ``CommandProblem/locked(_:)`` if a door will be shut by date.
  mutating func needs(of stem: StemIndex, on frame: FramePosition, at moment: Moment) throws(CommandProblem)
    -> [StemIndex]
  {
    try checkNext(stem, at: moment)
    let instant = moment.instant(of: frame, by: clock)
    func needs(_ sounding: Set<String>) throws(Refusal) -> [StemIndex] {
      try gate.needs(of: stem, in: clock.context(at: frame, on: instant, sounding: sounding))
    }
    // Of several ways in, the one that is open now is the likeliest.
    if let needed = try? needs(sounding(at: moment)) { return needed }
    do throws(Refusal) {
      return try needs(Set(neededStems.map { set[$0].id }))
    } catch {
      throw .locked(error)
    }
  }

  /// Whether the door of a stem is open now, or the stem has none. Only such stems are in memory.
  mutating func isOpen(_ stem: StemIndex, at moment: Moment) -> Bool {
    status(of: stem, in: context(for: stem, at: moment, opens: true)).isOpen
  }

  /// Whether the door of a stem is open while just these stems play.
  mutating func isOpen(_ stem: StemIndex, beside playing: Set<StemIndex>, at moment: Moment) -> Bool {
    let sounding = Set(neededStems.filter(playing.contains).map { set[$0].id })
    return status(of: stem, in: clock.context(at: moment.position, sounding: sounding)).isOpen
  }

  /// The status of a stem's door.
  mutating func status(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    guard gate.isGuarded(stem) else { return .none }
    cache.enter(context)
    return cache.status(of: stem, by: gate, in: context)
  }

  /// Whether a door can keep the stem shut: its own, or that of a file that it plays.
  func isGuarded(_ stem: StemIndex) -> Bool { gate.isGuarded(stem) }
  func door(of stem: StemIndex) -> Door? { gate.door(of: stem) }
  /// The stems that the door of a stem needs.
  func needs(of stem: StemIndex) -> [StemIndex] {
    door(of: stem)?.condition.needed.compactMap { set.index(of: $0) } ?? []
  }

  /// Whether doors need other stems to play.
  var judgesByOthers: Bool { !neededStems.isEmpty }

  /// Whether every stem that goes on is judged as by an earlier doorkeeper: the doors are the same, and the files behind them.
  func judgesAlike(_ old: Doorkeeper) -> Bool {
    if !hasDoors, !old.hasDoors { return true }
    guard schedule == old.schedule else { return false }
    func isThere(_ stem: StemSpec, in other: StemSet) -> Bool {
      guard let place = other.index(of: stem.id) else { return schedule?.door(of: stem.id) == nil }
      return other[place].path == stem.path
    }
    return set.stems.allSatisfy { isThere($0, in: old.set) }
      && old.set.stems.allSatisfy { isThere($0, in: set) }
  }

  func hasDoor(_ stem: StemIndex) -> Bool { gate.door(of: stem) != nil }

  /// Whether the doorkeeper tells the engine that the stem is open: for follow actions, and for commands that wait for their frame.
  /// A journal that records doors does so itself.
  func tellsOfOpening(_ stem: StemIndex) -> Bool { !isRecorded(stem) || !watchWanted.isToldOfDoors }

  /// Whether a journal has the openings of a stem.
  func isRecorded(_ stem: StemIndex) -> Bool { isLater || hasDoor(stem) }

  // MARK: - What it is judged by

  func now(at frame: FramePosition) -> Instant { clock.now(frame) }

  /// The context in which the gate judges now.
  func context(at moment: Moment) -> DoorContext {
    clock.context(at: moment.position, sounding: sounding(at: moment))
  }

  /// The context in which the gate judges the door of a stem now.
  ///
  /// A command that a door has permitted is received a moment later, and a journal has only the frame of receipt: by then the
  /// door may have shut, or the clock may have been set. A journal's opening, and a start while the journal has the door open,
  /// are therefore also permitted if the door was open at any time in the ``longestWay`` before the frame.
  mutating func context(for stem: StemIndex, at moment: Moment, opens: Bool = false) -> DoorContext {
    let context = context(at: moment)
    guard watchWanted.isToldOfDoors, opens || moment.stems[stem.int].isOpen,
      !status(of: stem, in: context).isOpen
    else { return context }
    for span in clock.spans(before: moment.position, seconds: Self.longestWay) {
      var instant: Instant? = span.lowerBound
      while let time = instant, time <= span.upperBound {
        let earlier = clock.context(at: moment.position, on: time, sounding: context.sounding)
        let status = status(of: stem, in: earlier)
        if status.isOpen { return earlier }
        instant = status.nextChange.flatMap { $0 > time ? $0 : nil }
      }
    }
    return context
  }

  /// The longest time from a permit to the receipt of its command, in seconds: two cycles of the longest period at the lowest
  /// rate, and the time until the door is checked.
  private static let longestWay = 5.0

  /// The stems that doors need, that play, and that have no change pending.
  private func sounding(at moment: Moment) -> Set<String> {
    var ids: Set<String> = []
    for stem in neededStems {
      let status = moment.stems[stem.int].status
      if status.soundsNow && status.pending == nil { ids.insert(set[stem].id) }
    }
    return ids
  }

  // MARK: - Other files than the set's own

  /// Puts the stem behind the doors of the stems whose file it plays from now on.
  @discardableResult
  mutating func give(_ other: OtherFile, to stem: StemIndex, at moment: Moment) -> Bool {
    give(other.name, ownedBy: other.owners, to: stem, at: moment)
  }

  @discardableResult
  mutating func give(
    _ file: String, ownedBy owners: [StemIndex], to stem: StemIndex, at moment: Moment
  ) -> Bool {
    fileOwners[file] = owners
    return giveFile(file, to: stem, at: moment)
  }

  /// Does the same as ``give(_:to:at:)`` for a file that has been read before.
  /// - Parameter name: nil for the stem's own file.
  /// - Returns: Whether other doors count from now on.
  @discardableResult
  mutating func giveFile(_ name: String?, to stem: StemIndex, at moment: Moment) -> Bool {
    let owners = name.flatMap { fileOwners[$0] } ?? []
    guard gate.give(fileOf: owners, to: stem) else { return false }
    cache.forget()
    let status = status(of: stem, in: context(at: moment))
    // A change of the door that counts is not an opening.
    if !hasDoor(stem) { past.isOpen[stem] = status == .none ? nil : status.isOpen }
    return true
  }
}
