import CanonEngine
import CanonSchedule
import CanonStems

/// Keeps the doors of a performance: judges them by its clock, asks the gate for permits, and says what follows when a
/// door opens or shuts. Everybody who wants a stem to sound asks here.
struct Doorkeeper {
  let set: StemSet
  let schedule: Schedule?
  private var gate: Gate
  var clock: DoorClock
  var watching = DoorWatching.none
  var cache = DoorCache()
  /// Those that some door needs.
  private let neededStems: [StemIndex]
  /// Whose the files are that stems were given instead of their own, by their names.
  private var fileOwners: [String: [StemIndex]] = [:]

  /// What is known of the doors' past.
  var past = Past()

  struct Past {
    /// By stem; empty until the doors are watched.
    var isOpen: [StemIndex: Bool] = [:]
    /// What the last look was by; nil before the first.
    var last: DoorContext?
    /// When it was, on a clock that nobody sets.
    var lookedAt = ContinuousClock.now
    /// When a door changes by itself, as the last look saw it.
    var nextChange: Instant?
    /// When the time was last written down.
    var keptAt: Instant?
    var rituals: [Ritual] = []
  }

  /// How far doors are watched.
  enum DoorWatching {
    case none
    /// A journal is played again: it has the commands that doors have brought, but not what they have let through.
    case quiet
    /// A journal is played again that says as well on which frames doors have opened and shut.
    case told
    case whole

    var isToldOfDoors: Bool { self == .told }
  }

  init(_ schedule: Schedule?, of set: StemSet, by clock: DoorClock) {
    (self.schedule, self.set, self.clock) = (schedule, set, clock)
    neededStems = Set(schedule?.doors.flatMap(\.condition.needed) ?? []).compactMap { set.index(of: $0) }
    gate = Gate(schedule: schedule, stems: set.stems.map(\.id), files: set.stems.map(\.path))
  }

  // MARK: - The gate

  /// Leave for the stem to start once.
  mutating func permit(for stem: StemIndex, at moment: Moment) throws(CommandProblem) -> StartPermit {
    do throws(Refusal) {
      return try gate.permit(for: stem, in: context(for: stem, at: moment))
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

  /// Why the stem may not be given a file of these owners; nil when it may.
  mutating func refusal(of stem: StemIndex, playing owners: [StemIndex], at moment: Moment) -> Refusal? {
    gate.refusal(of: stem, playing: owners, in: context(for: stem, at: moment))
  }

  /// Whether the door of a stem is open now, or it has none. Only such a stem is in memory.
  mutating func isOpen(_ stem: StemIndex, at moment: Moment) -> Bool {
    status(of: stem, in: context(for: stem, at: moment)).isOpen
  }

  /// What the door of a stem says.
  mutating func status(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    guard gate.isGuarded(stem) else { return .none }
    cache.enter(context)
    return cache.status(of: stem, by: gate, in: context)
  }

  func door(of stem: StemIndex) -> Door? { gate.door(of: stem) }
  /// The stems that the door of a stem needs.
  func needs(of stem: StemIndex) -> [StemIndex] {
    door(of: stem)?.condition.needed.compactMap { set.index(of: $0) } ?? []
  }
  func hasDoor(_ stem: StemIndex) -> Bool { gate.door(of: stem) != nil }

  /// Whether follow actions are told here that the stem's door is open: a journal does it itself, where it has the doors.
  func tellsFollowActions(of stem: StemIndex) -> Bool {
    hasDoor(stem) ? !watching.isToldOfDoors : set.hasFollowStarts
  }

  // MARK: - What it is judged by

  func now(at frame: FramePosition) -> Instant { clock.now(frame) }

  /// By what the gate judges now.
  func context(at moment: Moment) -> DoorContext {
    clock.context(at: moment.position, sounding: sounding(at: moment))
  }

  /// By what the gate judges the door of a stem now.
  ///
  /// A command that a door has let through is received a moment later. Its journal has only that frame; so where a journal
  /// says that a door has not shut yet, a shutting by date counts from that moment on.
  mutating func context(for stem: StemIndex, at moment: Moment) -> DoorContext {
    let context = context(at: moment)
    guard watching.isToldOfDoors, moment.stems[stem.int].isOpen, !status(of: stem, in: context).isOpen
    else { return context }
    return clock.context(at: moment.position, earlier: Self.longestWay, sounding: context.sounding)
  }

  /// How long a command may take to be received, in seconds: two cycles of the longest period at the lowest rate, and the
  /// time until the door is looked at.
  private static let longestWay = 5.0

  /// Of the stems that doors need, those that sound and are to go on sounding.
  private func sounding(at moment: Moment) -> Set<String> {
    var ids: Set<String> = []
    for stem in neededStems {
      let status = moment.stems[stem.int].status
      if status.soundsNow && status.pending == nil { ids.insert(set[stem].id) }
    }
    return ids
  }

  // MARK: - Other files than the set's own

  /// Whose a file is that a stem is to be given. Compares files: to be called away from the performance's actor.
  func owners(of path: String, for stem: StemIndex) -> [StemIndex] { gate.owners(of: path, for: stem) }

  /// From now on the stem stands behind the doors of those whose file it plays.
  mutating func give(_ other: OtherFile, to stem: StemIndex, at moment: Moment) {
    fileOwners[other.name] = other.owners
    giveFile(other.name, to: stem, at: moment)
  }

  /// As ``give(_:to:at:)``, for a file that was read before.
  /// - Parameter name: nil for the set's own.
  mutating func giveFile(_ name: String?, to stem: StemIndex, at moment: Moment) {
    let owners = name.flatMap { fileOwners[$0] } ?? []
    guard gate.give(fileOf: owners, to: stem) else { return }
    cache.forget()
    let status = status(of: stem, in: context(at: moment))
    // That another door counts now is no opening.
    if !hasDoor(stem) { past.isOpen[stem] = status == .none ? nil : status.isOpen }
  }
}
