import CanonEngine
import CanonSchedule

/// The doors while canon plays. They are checked with every heartbeat (at least once a second, and when a door is due), so that clock
/// changes, suspend and time-zone changes are not special cases. Nothing ever relies on having waited for a date.
extension Doorkeeper {
  /// The longest time between two complete checks, even if nothing seems to have changed.
  private static let longestWait = Duration.seconds(1)
  /// The longest plausible step of the clock between two checks, in seconds. After a longer one the clock was set, or the
  /// machine was suspended.
  private static let longestStep = 2.0
  /// The interval at which the time is written down while no door changes, in seconds: the most that a power cut can lose.
  private static let keepEvery = 600.0

  /// Lets doors open and shut by themselves from now on. Must be called before the first engine is made.
  /// - Parameter journal: The header of the journal being rendered, if there is one: it has the commands that doors gave.
  mutating func watch(replaying journal: JournalHeader?) {
    watchWanted = journal.map { $0.tellsDoors ? .told : .quiet } ?? .whole
  }

  /// Checks the doors completely the next time.
  mutating func lookSoon() { past.lookedAt = .now - Self.longestWait }

  /// Records the doors as they are when the first engine is made, unless they have been watched before. Later changes count as
  /// openings and closings.
  mutating func beginWatching(at moment: Moment) {
    if schedule != nil { clock.see(writes: false) }
    guard watching != .none, past.isOpen.isEmpty else { return }
    recordDoors(at: moment)
  }

  /// Checks the doors completely as soon as there is an engine, if they were watched before.
  mutating func lookAfterWaiting(at moment: Moment) -> [Action] {
    guard past.hasWaited else { return [] }
    past.hasWaited = false
    lookSoon()
    return look(at: moment)
  }

  /// The first frame after this one on which a door may change by date; nil if none does, or if the time cannot be computed
  /// from frames.
  func nextChange(at moment: Moment) -> FramePosition? {
    guard watching != .none, moment.isRunning else { return nil }
    return clock.frame(of: past.nextChange, after: moment.position)
  }

  /// The seconds until a door changes by date, by the last check; nil if none does, and if doors are not watched.
  func secondsUntilChange(at moment: Moment) -> Double? {
    guard watching != .none, moment.isRunning else { return nil }
    return past.nextChange.map { now(at: moment.position).seconds(to: $0) }
  }

  /// Whether a stem is heard alone because its door has opened.
  var hasRituals: Bool { !past.rituals.isEmpty }

  /// Checks the doors. Must be called often; it is cheap while nothing has changed.
  mutating func look(at moment: Moment) -> [Action] {
    moment.isRunning
      ? shutByDate(at: moment) + endRituals(at: moment) + lookAgain(at: moment)
      : lookWithoutEngine(at: moment)
  }

  private mutating func lookAgain(at moment: Moment) -> [Action] {
    guard watching != .none else { return [] }
    let context = context(at: moment)
    if isSettled(in: context) {
      // The doors have not changed, but a stem behind a shut one may have got a new pending change.
      return moment.stems.indices.filter { moment.stems[$0].status != .stop }.map(StemIndex.init)
        .filter { past.isOpen[$0] == false }.flatMap { keepShut($0, at: moment) }
    }
    refreshZone()
    return judge(context, at: moment)
  }

  /// Whether nothing has changed by which a door could open or shut since the last complete check, a moment ago.
  func isSettled(in context: DoorContext) -> Bool {
    guard let last = past.last else { return false }
    return last.sounding == context.sounding
      && (0...Self.longestStep).contains(last.now.seconds(to: context.now))
      && context.now < past.nextChange ?? context.now + 1
      && ContinuousClock.now - past.lookedAt < Self.longestWait
  }

  mutating func refreshZone() {
    guard schedule?.zone.isLocal == true, ContinuousClock.now - past.lookedAt >= Self.longestWait else {
      return
    }
    Zone.refreshLocal()
    cache.forget()
  }

  /// Judges every door, in the order of the set.
  mutating func judge(_ context: DoorContext, at moment: Moment) -> [Action] {
    past.lookedAt = .now
    var actions = tellOfClock(context)
    past.last = context
    var opened: [StemIndex] = []
    var hasChanged = false
    var next: Instant?
    var current = context
    for stem in set.stems.indices.map(StemIndex.init) {
      let status = status(of: stem, in: current)
      if status == .none { continue }
      if let change = status.nextChange { next = min(next ?? change, change) }
      let before = past.isOpen.updateValue(status.isOpen, forKey: stem)
      if let before, before != status.isOpen {
        hasChanged = true
        if status.isOpen { opened.append(stem) }
        actions += status.isOpen ? [.tell(.opened(stem, status))] : hasShut(stem, status, at: moment)
      }
      if status.isOpen {
        if tellsOfOpening(stem) && !moment.stems[stem.int].isOpen { actions.append(.open(stem)) }
        // After that: the engine, and a journal, let nobody take back the stop of a door that is shut.
        actions += cancelStop(of: stem, at: moment)
      } else {
        // It may be open to follow actions without having been seen open.
        if !watching.isToldOfDoors, moment.stems[stem.int].isOpen { actions.append(.shut(stem)) }
        actions += keepShut(stem, at: moment)
        // The stem is about to stop and no longer counts as playing. Otherwise two doors that need each other's stems would
        // open and shut alternately for ever.
        if watching == .whole { current.sounding.remove(set[stem].id) }
        if !watching.isToldOfDoors || !isOpen(stem, at: moment) { actions.append(.forget(stem)) }
      }
    }
    past.nextChange = next
    return actions + remember(context, isNeeded: hasChanged, at: moment) + letIn(opened, at: moment)
  }

  // MARK: - What follows

  private func cancelStop(of stem: StemIndex, at moment: Moment) -> [Action] {
    let status = moment.stems[stem.int].status
    guard watching == .whole, status.next == .stop, status.pending?.by == .door,
      !moment.sent.contains(where: { $0.stem == stem && $0.isCancelling }),
      // While the next program shuts the stem it is not open to the engine, and its stop stands.
      next?.refusal(of: stem, at: moment) == nil
    else { return [] }
    return [.perform([.request(.cancel, StemSelection([set[stem].id]), nil)], by: .door)]
  }

  private mutating func hasShut(_ stem: StemIndex, _ status: DoorStatus, at moment: Moment) -> [Action] {
    [.tell(.shut(stem, status))] + endRitual(of: stem, at: moment)
  }

  /// Stops a stem behind a shut door at its boundary, whatever was requested meanwhile.
  private func keepShut(_ stem: StemIndex, at moment: Moment) -> [Action] {
    guard watching == .whole else { return [] }
    let status = moment.stems[stem.int].status
    let isStopping = status.next == .stop && status.pending?.by == .door
    // Only a stop counts, not other commands of the door such as the end of a ritual's solo.
    let isAsked = moment.sent.contains { $0.stem == stem && $0.by == .door && $0.isStop }
    // A stop that changed nothing would change nothing again while the stem's status is the same.
    guard status != .stop, !isStopping, !isAsked, moment.stems[stem.int].keptShut != status else { return [] }
    return [.perform([.request(.stop, StemSelection([set[stem].id]), nil)], by: .door)]
  }

  /// If doors are not watched, forbids follow actions the stems whose doors have shut by date.
  private mutating func shutByDate(at moment: Moment) -> [Action] {
    guard watching == .none, schedule != nil else { return [] }
    let context = context(at: moment)
    return moment.stems.indices.filter { moment.stems[$0].isOpen }.map(StemIndex.init)
      .filter { !status(of: $0, in: context).isOpen }.map { .shut($0) }
  }

  /// Loads the stems whose doors have opened, so that a key press need not wait for the file. Then the stems with `join` start,
  /// in the set's order.
  private mutating func letIn(_ opened: [StemIndex], at moment: Moment) -> [Action] {
    let before = past.openedBefore.subtracting(opened).filter { past.isOpen[$0] == true }
    past.openedBefore = []
    let opened = (opened + before).sorted()
    if opened.isEmpty { return [] }
    let joining = watching == .whole ? opened.filter { door(of: $0)?.join == true } : []
    return [.load(opened, joining: joining.filter { moment.stems[$0.int].status.state == .stop })]
  }

  /// Writes the memory down, and the time into the journal.
  private mutating func remember(_ context: DoorContext, isNeeded: Bool, at moment: Moment) -> [Action] {
    let isDue = past.keptAt.map { abs($0.seconds(to: context.now)) > Self.keepEvery } ?? true
    if isNeeded || isDue { past.keptAt = context.now }
    let mark = Action.mark(context.now, at: moment.position, isNeeded: isNeeded)
    return [.see(writes: isNeeded || isDue)] + (isNeeded || !moment.isAway ? [mark] : [])
  }

  func tellOfClock(_ context: DoorContext) -> [Action] {
    let (wasWrong, zone) = (past.last?.isClockWrong ?? false, schedule?.zone ?? .local)
    if context.isClockWrong && !wasWrong { return [.tell(.note(.clockWrong(context.now, zone)))] }
    if !context.isClockWrong && wasWrong { return [.tell(.note(.clockRight(context.now, zone)))] }
    return []
  }
}
