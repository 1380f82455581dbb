import CanonEngine
import CanonSchedule
import CanonStems

/// What follows when a door opens or shuts while canon plays: commands like any other, given by the door.
extension Session {
  /// Returns once all that doors have brought so far is done: for renderings, which do not wait for the wall clock.
  public func doorsSettled() async {
    while let task = doorWatch.tasks.first {
      await task.value
      doorWatch.tasks.removeFirst()
    }
  }

  /// Does something because of a door.
  func follow(_ work: @escaping @Sendable (isolated Session) async -> Void) {
    doorWatch.tasks.append(Task { await work(self) })
    // Live nobody waits for them; those that are done are let go.
    if doorWatch.tasks.count > 256 { doorWatch.tasks.removeFirst(128) }
  }

  func doorOpened(_ stem: StemIndex, _ status: DoorStatus) {
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
    let isAsked = sent.contains { $0.stem == stem && $0.by == .door }
    guard status != .stop, !isStopping, !isAsked else { return }
    let selection = StemSelection([set[stem].id])
    follow { await $0.perform(.request(.stop, selection, nil), by: .door) }
  }

  /// Of a locked stem nothing is held, once it has rung out.
  func forget(_ stem: StemIndex) {
    guard let release = handle?.buffer(of: stem)?.layout.release, let clock = handle?.clock,
      stems[stem.int].status == .stop, !sent.contains(where: { $0.stem == stem }),
      clock.position >= stems[stem.int].since + release
    else { return }
    if let ticket = handle?.removeSamples(of: stem, by: .door) { remember(ticket, nil, of: stem, by: .door) }
  }
}
