import CanonEngine
import CanonSchedule
import CanonStems

/// What follows when a door opens or shuts while canon plays: commands like any other, given by the door.
extension Session {
  /// Looks at the doors, lets what has opened come in, and says what a rendering has to know before it goes on.
  public func settle() async -> Outlook {
    pump()
    while let task = doorWatch.tasks.first {
      await task.value
      doorWatch.tasks.removeFirst()
    }
    return Outlook(
      hasSent: !sent.isEmpty, nextLook: min(nextDoorChange ?? .max, nextRitualEnd ?? .max))
  }

  /// Up to where a rendering may go on without asking the session again, so that doors act on the same frames whatever
  /// its period.
  public struct Outlook: Sendable {
    /// Whether commands are on their way: they are to be received on this very frame.
    public let hasSent: Bool
    /// The frame on which a door changes by date, or a ritual has to be ended; `.max` for none.
    public let nextLook: FramePosition
  }

  /// A door has opened.
  func doorOpened(_ stem: StemIndex, _ status: DoorStatus) {
    publish.yield(.opened(stem, status))
    let status = stems[stem.int].status
    guard doorWatching == .whole, status.next == .stop, status.pending?.by == .door else { return }
    performAtOnce([.request(.cancel, StemSelection([set[stem].id]), nil)], by: .door)
  }

  /// Reads what has opened, since whoever presses its key is not to wait for the file; then those join in whose doors
  /// say so, in the order of the set.
  func letIn(_ opened: [StemIndex]) {
    if opened.isEmpty { return }
    let joining = doorWatching == .whole ? opened.filter { gate.door(of: $0)?.join == true } : []
    let silent = joining.filter { stems[$0.int].status.state == .stop }
    // Live nobody waits for them; those that are done are let go.
    if doorWatch.tasks.count > 256 { doorWatch.tasks.removeFirst(128) }
    doorWatch.tasks.append(
      Task {
        await load(opened)
        for stem in silent { join(stem) }
      })
  }

  /// The stem comes in by itself; with a ritual it is alone at first.
  private func join(_ stem: StemIndex) {
    // Without samples nothing would be heard, and a solo of nothing is silence. The door may have shut meanwhile.
    guard handle?.hasSamples(stem) == true, let door = gate.door(of: stem), isOpen(stem) else { return }
    let selection = StemSelection([set[stem].id])
    var parts = [ControlCommand.request(.start, selection, nil)]
    if door.soloLoops > 0 { parts.append(.solo(selection, .on, set[stem].quanta.start)) }
    let problems = performAtOnce(parts, by: .door)
    guard door.soloLoops > 0 else { return }
    doorWatch.rituals.append(Ritual(stem: stem, loops: door.soloLoops))
    if !problems.isEmpty { endRitual(of: stem) }
  }

  func doorShut(_ stem: StemIndex, _ status: DoorStatus) {
    publish.yield(.shut(stem, status))
    closeForFollowing(stem)
    endRitual(of: stem)
  }

  /// Behind a shut door nothing goes on sounding, whatever was asked meanwhile: it stops at its boundary.
  func keepShut(_ stem: StemIndex) {
    guard doorWatching == .whole else { return }
    let status = stems[stem.int].status
    let isStopping = status.next == .stop && status.pending?.by == .door
    // Other commands of the door, such as the end of a ritual's solo, do not stand for a stop.
    let isAsked = sent.contains { $0.stem == stem && $0.by == .door && $0.isStop }
    // An answer that has changed nothing is the same as long as the stem does the same.
    guard status != .stop, !isStopping, !isAsked, stems[stem.int].keptShut != status else { return }
    performAtOnce([.request(.stop, StemSelection([set[stem].id]), nil)], by: .door)
  }

  /// The engine has answered a door's stop.
  /// - Returns: Whether that is all, and nobody has to be told.
  func answeredStop(
    of stem: StemIndex, _ answer: EngineEvent.Answer, _ command: ControlCommand, by source: Asker
  ) -> Bool {
    guard source == .door, case .request(.stop, let selection, let quantum, _) = command else { return false }
    if answer == .tooFar, quantum != .loop {
      // The stem's own boundary is out of reach; the loop's is not.
      performAtOnce([.request(.stop, selection, .loop)], by: .door)
      return true
    }
    stems[stem.int].keptShut = stems[stem.int].status
    return answer == .unchanged
  }

  /// Of a locked stem nothing is held, once it has rung out and faded.
  func forget(_ stem: StemIndex) {
    guard let release = handle?.buffer(of: stem)?.layout.release, let clock = handle?.clock,
      let ramp = configuration?.ramp,
      stems[stem.int].status == .stop, !sent.contains(where: { $0.stem == stem }),
      clock.position >= stems[stem.int].since + release + ramp
    else { return }
    if let ticket = handle?.removeSamples(of: stem, by: .door) { remember(ticket, nil, of: stem, by: .door) }
  }
}
