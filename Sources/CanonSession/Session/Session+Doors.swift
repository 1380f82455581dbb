import CanonEngine
import CanonSchedule
import CanonStems

/// The doors while canon plays: they are looked at with every heartbeat (at least 20 times a second), so
/// that a clock that is set, a laptop that slept, and a zone that changed are no special cases. Nothing ever waits
/// for a date.
extension Session {
  /// What is known of the doors' past.
  struct DoorWatch {
    /// By stem; empty until the doors are watched.
    var isOpen: [StemIndex: Bool] = [:]
    /// What the last look was by; nil before the first.
    var last: DoorContext?
    /// When it was, on a clock that nobody sets.
    var lookedAt = ContinuousClock.now
    /// When a door changes by itself, as the last look saw it.
    var nextChange: Instant?
    var keptAt: Instant?
    var rituals: [Ritual] = []
    /// What was started because of a door and has not come to its end.
    var tasks: [Task<Void, Never>] = []
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

  /// How often everything is looked at even if nothing seems to have changed.
  private static let longestWait = Duration.seconds(1)
  /// A clock that is further on than this was set, or the machine has slept; in seconds.
  private static let longestStep = 2.0
  /// How often the time is written down while no door changes, in seconds: what a power cut can take away.
  private static let keepEvery = 600.0

  /// The frame that comes next; 0 before the first engine.
  var position: FramePosition { handle?.clock.position ?? 0 }

  func now() -> Instant { doorClock.now(position) }

  /// By what the gate judges now.
  func doorContext() -> DoorContext {
    doorClock.context(at: position, sounding: sounding())
  }

  /// Of the stems that doors need, those that sound and are to go on sounding.
  private func sounding() -> Set<String> {
    var ids: Set<String> = []
    for stem in neededStems where stems[stem.int].status.goesOnSounding { ids.insert(set[stem].id) }
    return ids
  }

  /// From now on doors open and shut by themselves. To be called before the first engine is made.
  /// - Parameter journal: The head of the journal that is played again: it has what doors have done before.
  public func watchDoors(replaying journal: JournalHeader? = nil) {
    if schedule.map({ $0.doors.isEmpty }) ?? true { return }
    doorWatching = journal.map { $0.tellsDoors ? .told : .quiet } ?? .whole
  }

  /// By what the gate judges the door of a stem now.
  ///
  /// A command that a door has let through is received a moment later. Its journal has only that frame; so where a journal
  /// says that a door has not shut yet, a shutting by date counts from that moment on.
  func doorContext(for stem: StemIndex) -> DoorContext {
    let context = doorContext()
    guard doorWatching.isToldOfDoors, stems[stem.int].isOpen, !doorStatus(of: stem, in: context).isOpen
    else { return context }
    return doorClock.context(at: position, earlier: Self.longestWay, sounding: context.sounding)
  }

  /// Whether the door of a stem is open now, or it has none.
  func isOpen(_ stem: StemIndex) -> Bool { doorStatus(of: stem, in: doorContext(for: stem)).isOpen }

  /// How long a command may take to be received, in seconds: two cycles of the longest period at the lowest rate, and the
  /// time until the door is looked at.
  private static let longestWay = 5.0

  /// The first frame after this one on which a door may change by date, where frames tell the time; nil if none does.
  var nextDoorChange: FramePosition? {
    guard doorWatching != .none, let clock = handle?.clock else { return nil }
    return doorClock.frame(of: doorWatch.nextChange, after: clock.position)
  }

  /// What the door of a stem says now.
  func doorStatus(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    guard gate.isGuarded(stem) else { return .none }
    doorCache.enter(context)
    return doorCache.status(of: stem, by: gate, in: context)
  }

  /// The doors as they are when the first engine is made: what opens from then on is an opening.
  func beginWatching() {
    guard doorWatching != .none, doorWatch.isOpen.isEmpty else { return }
    let context = doorContext()
    for stem in set.stems.indices.map(StemIndex.init) {
      let status = doorStatus(of: stem, in: context)
      if status != .none { doorWatch.isOpen[stem] = status.isOpen }
    }
  }

  /// To be called often; costs next to nothing while nothing has changed.
  func lookAtDoors() {
    endRituals()
    guard doorWatching != .none, handle != nil else { return }
    let context = doorContext()
    if let last = doorWatch.last, last.sounding == context.sounding,
      (0...Self.longestStep).contains(last.now.seconds(to: context.now)),
      context.now < doorWatch.nextChange ?? context.now + 1,
      ContinuousClock.now - doorWatch.lookedAt < Self.longestWait
    {
      // The doors are as they were; what a stem behind a shut one is about to do may not be.
      for index in stems.indices where stems[index].status != .stop {
        if doorWatch.isOpen[StemIndex(index)] == false { keepShut(StemIndex(index)) }
      }
      return
    }
    if schedule?.zone.isLocal == true, ContinuousClock.now - doorWatch.lookedAt >= Self.longestWait {
      Zone.refreshLocal()
      doorCache.forget()
    }
    judgeDoors(context)
  }

  func judgeDoors(_ context: DoorContext) {
    doorWatch.lookedAt = .now
    tellOfClock(context)
    doorWatch.last = context
    var hasChanged = false
    var opened: [StemIndex] = []
    var next: Instant?
    var current = context
    for index in set.stems.indices {
      let stem = StemIndex(index)
      let status = doorStatus(of: stem, in: current)
      if status == .none { continue }
      if let change = status.nextChange { next = min(next ?? change, change) }
      let before = doorWatch.isOpen.updateValue(status.isOpen, forKey: stem)
      if let before, before != status.isOpen {
        hasChanged = true
        if status.isOpen {
          opened.append(stem)
          doorOpened(stem, status)
        } else {
          doorShut(stem, status)
        }
      }
      if status.isOpen {
        openForFollowing(stem)
      } else {
        keepShut(stem)
        // It is about to stop: else two doors that need each other's stems would open and shut in turn for ever.
        if doorWatching == .whole { current.sounding.remove(set[stem].id) }
        if !stems[stem.int].isOpen { forget(stem) }
      }
    }
    doorWatch.nextChange = next
    remember(context, isNeeded: hasChanged)
    letIn(opened)
  }

  /// Writes down what must not be forgotten, and in the journal what time it is.
  private func remember(_ context: DoorContext, isNeeded: Bool) {
    let isDue = doorWatch.keptAt.map { abs($0.seconds(to: context.now)) > Self.keepEvery } ?? true
    if isNeeded || isDue { doorWatch.keptAt = context.now }
    doorClock.see(writes: isNeeded || isDue)
    if isNeeded || !isAway { markClock(context.now, isNeeded: isNeeded) }
  }

  private func tellOfClock(_ context: DoorContext) {
    let wasWrong = doorWatch.last?.isClockWrong ?? false
    if context.isClockWrong && !wasWrong {
      publish.yield(.note(DoorWording.clockWrong(context.now, schedule?.zone ?? .local)))
    }
    if !context.isClockWrong && wasWrong {
      publish.yield(.note(DoorWording.clockRight(context.now, schedule?.zone ?? .local)))
    }
  }
}

extension StemStatus {
  /// Sounds, and nothing is pending that ends it.
  fileprivate var goesOnSounding: Bool { soundsNow && pending == nil }
}
