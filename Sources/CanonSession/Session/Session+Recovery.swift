import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Bringing a performance back in a new engine, after the server's sample rate has changed.
///
/// It is done with the same commands that people give, so the journal holds it, and rendering the journal gives
/// what was played. Layers that sounded come back at frame 0, from where the driver moves the clock on. What was
/// pending, or was asked for and not received yet, is asked for again once the clock is there, since at frame 0 every
/// boundary is at hand.
extension Session {
  /// A command to give again, with who gave it.
  struct Again {
    let command: ControlCommand
    let by: Asker
  }

  /// - Parameters:
  ///   - before: The stems as the old engine left them.
  ///   - unanswered: What the old engine was asked and did not receive any more.
  ///   - rate: The old engine's.
  func restore(_ before: [StemMirror], unanswered: [SentCommand], from rate: SampleRate?) {
    if !before.isEmpty, master.value != 0 { try? setMaster(master, by: .recovery) }
    for (index, old) in before.enumerated() { restoreLevel(StemIndex(index), old) }
    // Those that are muted come first: each is started, and the others of its group would yield to it.
    var order =
      before.indices.filter { before[$0].status.state == .mute }
      + before.indices.filter { before[$0].status.state != .mute }
    // What a door needs comes before what is behind it.
    while let place = order.firstIndex(where: { isOpen(StemIndex($0)) }) ?? order.indices.first {
      let index = order.remove(at: place)
      let (stem, old) = (StemIndex(index), before[index])
      restoreState(stem, old, began: boundary(old.began, of: stem, at: rate))
    }
    for (index, old) in before.enumerated() {
      if let again = againForPending(StemIndex(index), old, among: before) { self.again.append(again) }
    }
    // What was done to bring back the performance before is done again by all this; what doors let through was told to
    // the new engine when its stems were loaded.
    again += unanswered.compactMap { sent in
      if case .door = sent.command { return nil }
      return sent.by == .recovery ? nil : sent.command.map { Again(command: $0, by: sent.by) }
    }
  }

  /// The samples of a stem that cannot be read again, as the last engine had them, at the new one's rate.
  /// - Returns: Nothing where it had none: then the stem alone is silent.
  func keep(
    _ stem: StemIndex, since problem: FileProblem, at rate: SampleRate, _ configuration: EngineConfiguration
  ) -> [LoadedStem] {
    let line = configuration.stems[stem.int].line ?? configuration.grid.loop
    guard let old = handle?.buffer(of: stem), let sampleRate,
      let kept = try? LoadedStem(stem, converting: old, from: sampleRate, to: rate, line: line)
    else {
      publish.yield(.refused(.notLoaded(stem: set[stem].id, FileProblems([problem])), by: .recovery))
      return []
    }
    note("\"\(set[stem].id)\" plays on with the samples that it had. \(problem.message)")
    return [kept]
  }

  private func restoreLevel(_ stem: StemIndex, _ old: StemMirror) {
    let (spec, old) = (set[stem], old.mix)
    if old.solo != .off { try? solo(stem, old.solo, .now, by: .recovery) }
    if old.gain != spec.gain { try? setGain(stem, old.gain, by: .recovery) }
    if old.pan != spec.pan { try? setPan(stem, old.pan, by: .recovery) }
  }

  /// Where a stem's run began, on the new clock; nil for a stem whose place in its loop does not depend on it.
  private func boundary(_ began: FramePosition, of stem: StemIndex, at old: SampleRate?) -> FramePosition? {
    guard let old, let sampleRate, set[stem].dependsOnItsStart else { return nil }
    return FramePosition(Int128(began) * Int128(sampleRate.hertz) / Int128(old.hertz))
  }

  /// The mirror shows the old state at once: if this engine, too, is lost before it has answered, the next one
  /// brings the same back.
  private func restoreState(_ stem: StemIndex, _ old: StemMirror, began: FramePosition?) {
    let isBase = set[stem].isBase
    let selection = StemSelection([set[stem].id])
    switch old.status.state {
    case .play, .mute:
      if !isBase && !startAgain(stem, from: began) { return }
      stems[stem.int].take(.play)
      guard old.status.state == .mute else { return }
      if let ticket = handle?.mute(stem, quantum: .now, by: .recovery) {
        remember(ticket, .request(.mute, selection, .now), of: stem, by: .recovery)
      }
      stems[stem.int].take(.mute)
    case .stop where isBase:
      if let ticket = handle?.stop(stem, quantum: .now, by: .recovery) {
        remember(ticket, .request(.stop, selection, .now), of: stem, by: .recovery)
      }
    case .stop, .wait: break
    }
  }

  /// - Returns: false when the stem's door has shut in the meantime.
  private func startAgain(_ stem: StemIndex, from began: FramePosition?) -> Bool {
    do throws(Refusal) {
      let permit = try gate.permit(for: stem, in: doorContext(for: stem))
      if let ticket = handle?.start(permit, quantum: .now, from: began, by: .recovery) {
        let command = ControlCommand.request(.start, StemSelection([set[stem].id]), .now, from: began)
        remember(ticket, command, of: stem, by: .recovery)
      }
      stems[stem.int].began = began ?? 0
      return true
    } catch {
      publish.yield(.refused(.locked(error), by: .recovery))
      return false
    }
  }

  /// - Parameter all: What a stem of a group yields to, or what follows another stem, comes by itself with those.
  private func againForPending(
    _ stem: StemIndex, _ old: StemMirror, among all: [StemMirror]
  ) -> Again? {
    if let change = old.status.pending {
      if change.by == .group { return nil }
      if change.by == .follow, all.contains(where: { $0.follow == change.at }) { return nil }
    }
    let request: StemRequest
    switch old.status.next {
    case nil: return nil
    case .play: request = old.status.state == .mute ? .unmute : .start
    case .mute: request = .mute
    case .stop, .wait: request = .stop
    }
    return Again(
      command: .request(request, StemSelection([set[stem].id]), old.quantum),
      by: old.status.pending?.by ?? .recovery)
  }

  /// Once the new engine's clock has left frame 0, what waited is asked for again.
  func askAgain() {
    guard !isAskingAgain, !again.isEmpty, let clock = handle?.clock, clock.position > 0 else { return }
    isAskingAgain = true
    Task {
      // Whatever is left when yet another engine comes waits for its clock.
      while !again.isEmpty, let clock = handle?.clock, clock.position > 0 {
        let next = again.removeFirst()
        await perform(next.command, by: next.by)
      }
      isAskingAgain = false
    }
  }
}

extension StemSpec {
  /// Whether what the stem plays depends on when it was started.
  fileprivate var dependsOnItsStart: Bool { entry == .top || repeats > 0 || follow != nil || region != nil }
}
