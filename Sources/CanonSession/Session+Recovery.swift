import CanonEngine
import CanonSchedule
import CanonStems

/// Bringing a performance back in a new engine, after the server's sample rate has changed.
///
/// It is done with the same commands that people give, so the journal holds it, and rendering the journal gives
/// what was played. Layers that sounded come back at frame 0, from where the driver moves the clock on; changes that
/// were pending are asked for again once the clock is there, since at frame 0 every boundary is at hand.
extension Session {
  func restore(_ before: [StemMirror]) {
    pendingAgain = []
    for (index, old) in before.enumerated() {
      let stem = StemIndex(index)
      let spec = set[stem]
      let selection = StemSelection([spec.id])
      stems[index].gain = old.gain
      stems[index].pan = old.pan
      if old.gain != spec.gain || old.pan != spec.pan,
        let ticket = handle?.setLevel(Level(gain: old.gain, pan: old.pan), of: stem, by: .recovery)
      {
        // One level, two words: the journal repeats both, and the second restates the first.
        remember(ticket, .gain(selection, old.gain))
        if let again = handle?.setLevel(Level(gain: old.gain, pan: old.pan), of: stem, by: .recovery) {
          remember(again, .pan(selection, old.pan))
        }
      }
      switch old.status.state {
      case .play where !spec.isBase: startAgain(stem)
      case .mute:
        if !spec.isBase { startAgain(stem) }
        if let ticket = handle?.mute(stem, quantum: .now, by: .recovery) {
          remember(ticket, .request(.mute, selection, .now))
        }
      case .stop where spec.isBase:
        if let ticket = handle?.stop(stem, quantum: .now, by: .recovery) {
          remember(ticket, .request(.stop, selection, .now))
        }
      case .play, .stop, .wait: break
      }
      if let next = old.status.next { pendingAgain.append((stem, next, old.quantum)) }
    }
  }

  private func startAgain(_ stem: StemIndex) {
    do throws(Refusal) {
      let permit = try gate.permit(for: stem, at: now())
      if let ticket = handle?.start(permit, quantum: .now, by: .recovery) {
        remember(ticket, .request(.start, StemSelection([set[stem].id]), .now))
      }
    } catch {
      publish.yield(.refused(.locked(error), by: .recovery))
    }
  }

  /// After the clock was moved on: what was pending in the old engine becomes pending in the new one.
  func askAgainForPending() {
    let again = pendingAgain
    pendingAgain = []
    for (stem, next, quantum) in again {
      let request: StemRequest =
        switch next {
        case .play: stems[stem.int].status.state == .mute ? .unmute : .start
        case .mute: .mute
        case .stop, .wait: .stop
        }
      let command = ControlCommand.request(request, StemSelection([set[stem].id]), quantum)
      Task { await self.perform(command, by: .recovery) }
    }
  }
}
