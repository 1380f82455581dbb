import CanonEngine
import CanonFiles
import CanonSchedule

extension Session {
  /// The heartbeat of a live performance: ``pump()`` twenty times a second (a hundred times while something is to come),
  /// whatever the driver does or waits for, until the task is cancelled.
  public func beat() async {
    while !Task.isCancelled {
      pump()
      try? await Task.sleep(for: .milliseconds(expectsNews ? 10 : 50))
    }
  }

  /// Reads what the engine has to say, and sends what still waits. Live ``beat()`` does it; a rendering does it after
  /// every period: the audio thread cannot wake anybody.
  public func pump() {
    readEvents()
    closeShutDoors()
    lookAtDoors()
    _ = handle?.send()
    askAgain()
    journal?.tryAgain()
    tellOfJournal()
  }

  func readEvents() {
    while let event = handle?.nextEvent() {
      switch event {
      case .answered(let ticket, let stem, let answer, let status, let at):
        answered(ticket, stem, answer, status, at)
      case .changed(let stem, let status, let at, let source):
        stems[stem.int].take(status, since: at)
        beginRitual(stem, at: at)
        publish.yield(.changed(stem, status: status, at: at, by: source))
      case .scheduled(let ticket, _, let at):
        if let index = sent.firstIndex(where: { $0.ticket == ticket }) { sent[index].due = at }
      case .chosen(let ticket, _, let quantum, _):
        if let index = sent.firstIndex(where: { $0.ticket == ticket }) { sent[index].choose(quantum) }
      case .began(let stem, let from, let end, let follow):
        stems[stem.int].began = from
        stems[stem.int].end = end == .max ? nil : end
        stems[stem.int].follow = follow == .max ? nil : follow
      case .exchanged: break
      case .skipped(let from, let frames):
        record(.skip(frames), at: from)
        // From there on the frames tell another time than before.
        if schedule != nil { markClock(now(), at: from + frames) }
        publish.yield(.skipped(from: from, frames: frames))
      }
    }
  }

  /// Whether the engine is about to say something: a command is on its way, or a change is due within half a second.
  /// Else it is enough to ask it now and then.
  public var expectsNews: Bool {
    if !sent.isEmpty || !again.isEmpty { return true }
    guard let clock = handle?.clock, clock.isRolling, let sampleRate else { return true }
    let soon = clock.position + FramePosition(sampleRate.hertz / 2)
    return stems.contains { stem in
      if (stem.status.pending?.at ?? .max) < soon || (stem.end ?? .max) < soon { return true }
      return stem.follow.map { $0 > clock.position && $0 < soon } ?? false
    }
  }

  /// Reads the answers to what was just sent, without waiting for the next heartbeat.
  func readAnswersSoon() {
    guard !readsAnswers, !sent.isEmpty else { return }
    readsAnswers = true
    Task {
      for _ in 0..<20 where !sent.isEmpty {
        try? await Task.sleep(for: .milliseconds(5))
        pump()
      }
      readsAnswers = false
    }
  }

  private func answered(
    _ ticket: CommandTicket, _ stem: StemIndex, _ answer: EngineEvent.Answer, _ status: StemStatus,
    _ at: FramePosition
  ) {
    guard let index = sent.firstIndex(where: { $0.ticket == ticket }) else { return }
    let source = sent[index].by
    let due = sent[index].due ?? at
    // What no journal has is told by the change that it brings.
    let entry = sent.remove(at: index)
    guard let command = entry.command else { return settle(entry.batch, adding: nil) }
    var problem: CommandProblem?
    defer { settle(entry.batch, adding: problem) }
    if answer == .accepted {
      record(command, at: at)
      accept(command, of: stem)
    }
    if case .door = command {
      // What the door needs has ended on the way; it is judged again with the next look.
      if answer == .notPermitted { stems[stem.int].isOpen = false }
      return
    }
    if case .request = command, answer != .tooFar { stems[stem.int].take(status, since: at) }
    if answeredStop(of: stem, answer, command, by: source) { return }
    if answer == .tooFar {
      takeBack(command, of: stem)
      let name = command.isForMaster ? StemSelection.master : set[stem].id
      problem = .tooFar(stem: name, command.quantum ?? .cycle)
      publish.yield(.refused(problem!, by: source))
      return
    }
    switch command {
    case .request:
      if answer == .notPermitted, let refusal = refusal(of: stem) {
        problem = .locked(refusal)
        publish.yield(.refused(.locked(refusal), by: source))
      } else {
        if answer == .notPermitted { problem = .needEnded(stem: set[stem].id) }
        publish.yield(.answered(stem, answer, status: status, at: at))
      }
    case .gain(let selection, let gain, _) where selection.isMaster: publish.yield(.master(gain, at: due))
    case .gain(_, let gain, let fade):
      stems[stem.int].motion.move(to: gain, at: due, length: length(of: fade))
      publish.yield(.level(stem, gain: gain, pan: nil, at: due))
    case .pan(_, let pan, let fade):
      stems[stem.int].motion.move(to: pan, at: due, length: length(of: fade))
      publish.yield(.level(stem, gain: nil, pan: pan, at: due))
    case .solo(_, let mode, _):
      stems[stem.int].accept(mode, from: due)
      publish.yield(.solo(stem, mode, at: due))
    case .replace(_, let file, _): publish.yield(.replaced(stem, file: CleanText.clean(file), at: due))
    case .skip(let frames): publish.yield(.skipped(from: at, frames: frames))
    case .door, .scene, .quit: break
    }
  }

  /// Of a fade that was accepted.
  private func length(of fade: Fade) -> FrameCount { (try? moment(of: fade).length) ?? 0 }

  private func accept(_ command: ControlCommand, of stem: StemIndex) {
    if case .gain(_, let gain, _) = command, command.isForMaster {
      acceptedMaster = gain
    } else {
      stems[stem.int].accept(command)
    }
  }

  /// What was asked for is not what is: views, and the next command, go by what the engine has accepted.
  private func takeBack(_ command: ControlCommand, of stem: StemIndex) {
    if command.isForMaster {
      master = acceptedMaster
      for case .gain(let selection, let gain, _)? in sent.map(\.command) where selection.isMaster {
        master = gain
      }
    } else {
      stems[stem.int].takeBack(but: sent.lazy.filter { $0.stem == stem }.compactMap(\.command))
      giveFile(stems[stem.int].mix.file, to: stem)
    }
  }

  /// Why the gate would not let the stem start now; nil when it would.
  func refusal(of stem: StemIndex) -> Refusal? {
    do throws(Refusal) {
      _ = try gate.permit(for: stem, in: doorContext(for: stem))
      return nil
    } catch {
      return error
    }
  }

  /// Writes down what time it is on this frame, where the journal's frames do not tell.
  func markClock(_ now: Instant, isNeeded: Bool) {
    guard let clock = handle?.clock else { return }
    markClock(now, at: clock.position, isNeeded: isNeeded)
  }

  private func markClock(_ now: Instant, at frame: FramePosition, isNeeded: Bool = true) {
    guard let sampleRate else { return }
    let mark = ClockMark(frame: frame, instant: now)
    do throws(JournalProblem) {
      try journal?.mark(mark, at: sampleRate, isNeeded: isNeeded)
    } catch {
      endJournal(error)
    }
  }

  /// Writes the journal; when that cannot be done any more the music goes on and people are told once.
  func record(_ command: ControlCommand, at frame: FramePosition) {
    do throws(JournalProblem) {
      try journal?.record(command, at: frame)
    } catch {
      endJournal(error)
    }
  }

  func tellOfJournal() {
    for news in journal?.takeNews() ?? [] { publish.yield(.note(news.message)) }
  }

  func endJournal(_ problem: JournalProblem) {
    journal = nil
    publish.yield(.note("The journal ends here: " + problem.message))
  }
}

extension ControlCommand {
  fileprivate var isForMaster: Bool {
    if case .gain(let selection, _, _) = self { selection.isMaster } else { false }
  }

  /// What was asked for, if anything was.
  var quantum: Quantum? {
    switch self {
    case .request(_, _, let quantum, _), .solo(_, _, let quantum), .scene(_, let quantum),
      .replace(_, _, let quantum):
      quantum
    case .gain(_, _, let fade), .pan(_, _, let fade): fade.quantum
    case .skip, .door, .quit: nil
    }
  }
}
