import CanonEngine
import CanonSchedule
import CanonStems

/// The doors while canon plays: they are looked at whenever the driver asks for news (at least 20 times a second), so
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
    case whole
  }

  /// How often everything is looked at even if nothing seems to have changed.
  private static let longestWait = Duration.seconds(1)
  /// A clock that is further on than this was set, or the machine has slept; in seconds.
  private static let longestStep = 2.0
  /// How often the time is written down while no door changes, in seconds: what a power cut can take away.
  private static let keepEvery = 600.0

  /// What this machine remembers of the schedule's doors.
  public var doorMemory: DoorMemory { doorClock.memory }

  func now() -> Instant { doorClock.now(handle?.clock.position ?? 0) }

  /// By what the gate judges now.
  func doorContext() -> DoorContext {
    doorClock.context(at: handle?.clock.position ?? 0, sounding: sounding())
  }

  /// Of the stems that doors need, those that sound and are to go on sounding.
  private func sounding() -> Set<String> {
    var ids: Set<String> = []
    for stem in neededStems where stems[stem.int].status.goesOnSounding { ids.insert(set[stem].id) }
    return ids
  }

  /// From now on doors open and shut by themselves. To be called before the first engine is made.
  /// - Parameter isReplay: Whether a journal is played again, which has what doors have done before.
  public func watchDoors(isReplay: Bool = false) {
    if schedule.map({ $0.doors.isEmpty }) ?? true { return }
    doorWatching = isReplay ? .quiet : .whole
  }

  /// What the door of a stem says now.
  func doorStatus(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    guard gate.door(of: stem) != nil else { return .none }
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

  /// Returns once all that doors have brought so far is done: for renderings, which do not wait for the wall clock.
  public func doorsSettled() async {
    while let task = doorWatch.tasks.first {
      await task.value
      doorWatch.tasks.removeFirst()
    }
  }

  /// Does something because of a door.
  func follow(_ work: @escaping @Sendable (isolated Session) async -> Void) {
    doorWatch.tasks.removeAll { $0.isCancelled }
    doorWatch.tasks.append(Task { await work(self) })
    // Live nobody waits for them; those that are done are let go.
    if doorWatch.tasks.count > 256 { doorWatch.tasks.removeFirst(128) }
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
    var next: Instant?
    for index in set.stems.indices {
      let stem = StemIndex(index)
      let status = doorStatus(of: stem, in: context)
      if status == .none { continue }
      if let change = status.nextChange { next = min(next ?? change, change) }
      let before = doorWatch.isOpen.updateValue(status.isOpen, forKey: stem)
      if let before, before != status.isOpen {
        hasChanged = true
        status.isOpen ? doorOpened(stem, status) : doorShut(stem, status)
      }
      if !status.isOpen {
        keepShut(stem)
        forget(stem)
      }
    }
    doorWatch.nextChange = next
    remember(context, isNeeded: hasChanged)
  }

  /// Writes down what must not be forgotten, and in the journal what time it is.
  private func remember(_ context: DoorContext, isNeeded: Bool) {
    let isDue = doorWatch.keptAt.map { abs($0.seconds(to: context.now)) > Self.keepEvery } ?? true
    if isNeeded || isDue { doorWatch.keptAt = context.now }
    if let problem = doorClock.see(writes: isNeeded || isDue) { publish.yield(.note(problem)) }
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

  // MARK: - What follows

  private func doorOpened(_ stem: StemIndex, _ status: DoorStatus) {
    publish.yield(.opened(stem, status))
    openForFollowing(stem)
    let selection = StemSelection([set[stem].id])
    if doorWatching == .whole {
      if case .playThenStop(let change) = stems[stem.int].status, change.by == .door {
        return follow { await $0.perform(.request(.cancel, selection, nil), by: .door) }
      }
      if let door = gate.door(of: stem), door.join, stems[stem.int].status.state == .stop {
        return follow { await $0.join(stem, soloLoops: door.soloLoops) }
      }
    }
    // Whoever presses its key is not to wait for the file.
    follow { await $0.load(stem) }
  }

  /// The stem comes in by itself; with a ritual it is alone at first.
  private func join(_ stem: StemIndex, soloLoops: Int) async {
    let selection = StemSelection([set[stem].id])
    await load(stem)
    // Without samples nothing would be heard, and a solo of nothing is silence.
    guard handle?.hasSamples(stem) == true else { return }
    var parts = [ControlCommand.request(.start, selection, nil)]
    if soloLoops > 0 { parts.append(.solo(selection, .on, set[stem].quanta.start)) }
    let problems = await perform(parts, by: .door)
    guard soloLoops > 0 else { return }
    doorWatch.rituals.append(Ritual(stem: stem, loops: soloLoops))
    if !problems.isEmpty { endRitual(of: stem) }
  }

  private func doorShut(_ stem: StemIndex, _ status: DoorStatus) {
    publish.yield(.shut(stem, status))
    closeForFollowing(stem)
    endRitual(of: stem)
  }

  /// Behind a shut door nothing goes on sounding, whatever was asked meanwhile: it stops at its boundary.
  private func keepShut(_ stem: StemIndex) {
    guard doorWatching == .whole else { return }
    let status = stems[stem.int].status
    let isStopping = status.next == .stop && status.pending?.by == .door
    let isAsked = sent.contains { $0.stem == stem && $0.by == .door }
    guard status != .stop, !isStopping, !isAsked else { return }
    let selection = StemSelection([set[stem].id])
    follow { await $0.perform(.request(.stop, selection, nil), by: .door) }
  }

  /// Of a locked stem nothing is held, once it has rung out.
  private func forget(_ stem: StemIndex) {
    guard let release = handle?.layout(of: stem)?.release, let clock = handle?.clock,
      stems[stem.int].status == .stop, !sent.contains(where: { $0.stem == stem }),
      clock.position >= stems[stem.int].since + release
    else { return }
    if let ticket = handle?.removeSamples(of: stem, by: .door) { remember(ticket, nil, of: stem, by: .door) }
  }
}

extension StemStatus {
  /// Sounds, and nothing is pending that ends it.
  fileprivate var goesOnSounding: Bool { soundsNow && pending == nil }
}
