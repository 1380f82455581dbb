import CanonEngine
import CanonFiles
import CanonSchedule

extension Session {
  /// Reads what the engine has to say, and sends what still waits. To be called often (100 times a second live,
  /// after every period offline): the audio thread cannot wake anybody.
  public func pump() {
    while let event = handle?.nextEvent() {
      switch event {
      case .answered(let ticket, let stem, let answer, let status, let at):
        answered(ticket, stem, answer, status, at)
      case .changed(let stem, let status, let at, let source):
        stems[stem.int].status = status
        if status.state == .stop { (stems[stem.int].end, stems[stem.int].follow) = (nil, nil) }
        publish.yield(.changed(stem, status: status, at: at, by: source))
      case .scheduled(let ticket, _, let at):
        if let index = sent.firstIndex(where: { $0.ticket == ticket }) { sent[index].due = at }
      case .began(let stem, let from, let end, let follow):
        stems[stem.int].began = from
        stems[stem.int].end = end == .max ? nil : end
        stems[stem.int].follow = follow == .max ? nil : follow
      case .exchanged: break
      case .skipped(let from, let frames):
        record(.skip(frames), at: from)
        publish.yield(.skipped(from: from, frames: frames))
      }
    }
    _ = handle?.send()
    askAgain()
  }

  private func answered(
    _ ticket: CommandTicket, _ stem: StemIndex, _ answer: EngineEvent.Answer, _ status: StemStatus,
    _ at: FramePosition
  ) {
    guard let index = sent.firstIndex(where: { $0.ticket == ticket }) else { return }
    let source = sent[index].by
    let due = sent[index].due ?? at
    guard let command = sent.remove(at: index).command else {
      stems[stem.int].status = status
      return
    }
    if answer == .accepted { record(command, at: at) }
    if answer == .tooFar {
      publish.yield(.refused(.tooFar(stem: set[stem].id, command.quantum ?? .cycle), by: source))
      return
    }
    switch command {
    case .request:
      stems[stem.int].status = status
      if answer == .notPermitted, let refusal = refusal(of: stem) {
        publish.yield(.refused(.locked(refusal), by: source))
      } else {
        publish.yield(.answered(stem, answer, status: status, at: at))
      }
    case .gain(let selection, let gain, _) where selection.isMaster: publish.yield(.master(gain, at: due))
    case .gain(_, let gain, _): publish.yield(.level(stem, gain: gain, pan: nil, at: due))
    case .pan(_, let pan, _): publish.yield(.level(stem, gain: nil, pan: pan, at: due))
    case .solo(_, let mode, _): publish.yield(.solo(stem, mode, at: due))
    case .replace(_, let file, _): publish.yield(.replaced(stem, file: CleanText.clean(file), at: due))
    case .skip(let frames): publish.yield(.skipped(from: at, frames: frames))
    case .scene, .quit: break
    }
  }

  /// Why the gate would not let the stem start now; nil when it would.
  func refusal(of stem: StemIndex) -> Refusal? {
    do throws(Refusal) {
      _ = try gate.permit(for: stem, at: now())
      return nil
    } catch {
      return error
    }
  }

  /// Writes the journal; when that fails the music goes on and people are told once.
  func record(_ command: ControlCommand, at frame: FramePosition) {
    do throws(JournalProblem) {
      try journal?.record(command, at: frame)
    } catch {
      journal = nil
      publish.yield(.note("The journal ends here: " + error.message))
    }
  }
}

extension ControlCommand {
  /// What was asked for, if anything was.
  fileprivate var quantum: Quantum? {
    switch self {
    case .request(_, _, let quantum, _), .solo(_, _, let quantum), .scene(_, let quantum),
      .replace(_, _, let quantum):
      quantum
    case .gain(_, _, let fade), .pan(_, _, let fade): fade.quantum
    case .skip, .quit: nil
    }
  }
}
