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

  /// From now on doors open and shut by themselves; a rendering does without.
  public func watchDoors() { isWatchingDoors = schedule.map { !$0.doors.isEmpty } ?? false }

  /// To be called often; costs next to nothing while nothing has changed.
  func lookAtDoors() {
    endRituals()
    guard isWatchingDoors, handle != nil else { return }
    let context = doorContext()
    if let last = doorWatch.last, last.sounding == context.sounding,
      (0...Self.longestStep).contains(last.now.seconds(to: context.now)),
      context.now < doorWatch.nextChange ?? context.now + 1,
      ContinuousClock.now - doorWatch.lookedAt < Self.longestWait
    {
      return
    }
    Zone.refreshLocal()
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
      let status = gate.status(of: stem, in: context)
      if status == .none { continue }
      if let change = status.nextChange { next = min(next ?? change, change) }
      let before = doorWatch.isOpen.updateValue(status.isOpen, forKey: stem)
      if let before, before != status.isOpen {
        hasChanged = true
        status.isOpen ? doorOpened(stem, status) : doorShut(stem, status)
      }
      if !status.isOpen { forget(stem) }
    }
    doorWatch.nextChange = next
    remember(context, isNeeded: hasChanged)
  }

  /// Writes down what must not be forgotten, and in the journal what time it is.
  private func remember(_ context: DoorContext, isNeeded: Bool) {
    let isDue = doorWatch.keptAt.map { abs($0.seconds(to: context.now)) > Self.keepEvery } ?? true
    if isNeeded || isDue { doorWatch.keptAt = context.now }
    if let problem = doorClock.see(writes: isNeeded || isDue) { publish.yield(.note(problem)) }
    markClock(context.now, isNeeded: isNeeded)
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
    let door = schedule?.door(of: set[stem].id)
    let selection = StemSelection([set[stem].id])
    if case .playThenStop(let change) = stems[stem.int].status, change.by == .door {
      Task { await perform(.request(.cancel, selection, nil), by: .door) }
      return
    }
    guard let door, door.join, stems[stem.int].status.state == .stop else {
      // Whoever presses its key is not to wait for the file.
      Task { await load(stem) }
      return
    }
    var parts = [ControlCommand.request(.start, selection, nil)]
    if door.soloLoops > 0 {
      parts.append(.solo(selection, .on, set[stem].quanta.start))
      doorWatch.rituals.append(Ritual(stem: stem, loops: door.soloLoops))
    }
    Task { await perform(parts, by: .door) }
  }

  private func doorShut(_ stem: StemIndex, _ status: DoorStatus) {
    publish.yield(.shut(stem, status))
    closeForFollowing(stem)
    doorWatch.rituals.removeAll { $0.stem == stem }
    guard stems[stem.int].status != .stop || sent.contains(where: { $0.stem == stem }) else { return }
    let solo = stems[stem.int].mix.solo
    Task {
      await perform(.request(.stop, StemSelection([set[stem].id]), nil), by: .door)
      // A solo of what has stopped would leave silence.
      if solo != .off { await perform(.solo(StemSelection([set[stem].id]), .off, nil), by: .door) }
    }
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
