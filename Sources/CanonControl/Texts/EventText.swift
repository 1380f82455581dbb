import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// Events as whole sentences in reading order, for people, pipes and screen readers. The words are those of a language
/// (``Wording``).
public enum EventText {
  /// One line without its end; nil for events that people need not see.
  public static func line(
    for event: PerformanceEvent, in snapshot: Snapshot, _ language: Language = .english
  ) -> String? {
    let wording = language.wording
    func line(_ stem: StemIndex, _ sentence: String) -> String {
      wording.line(snapshot.stems[stem.int].id, sentence)
    }
    /// nil for a change that is not in the future.
    func later(_ at: FramePosition) -> MusicalPlace? {
      at > snapshot.reached ? MusicalPlace(at, in: snapshot) : nil
    }
    /// nil without a fade.
    func seconds(_ length: FrameCount) -> Double? { length > 0 ? snapshot.sampleRate?.seconds(length) : nil }
    return switch event {
    case .rolling: wording.clockStarts
    case .answered(let stem, let answer, let status, let at, _):
      self.answer(answer, status, at, snapshot, wording).map { line(stem, $0) }
    case .changed(let stem, let status, let at, _): line(stem, since(status, at, snapshot, wording))
    case .level(let stem, let gain, let pan, let at, let length, _):
      line(stem, wording.level(gain, pan, from: later(at), over: seconds(length)))
    case .master(let gain, let at, let length, _):
      wording.line(StemSelection.master, wording.level(gain, nil, from: later(at), over: seconds(length)))
    case .solo(let stem, let mode, let at, _): line(stem, wording.solo(mode, from: later(at)))
    case .paused(let stem?, let isOn, _, _): line(stem, wording.paused(isOn))
    case .paused(nil, let isOn, _, _): wording.performancePaused(isOn)
    case .pausing(let stem, let isOn, let at, let source):
      pausing(stem, isOn, at, source, snapshot, wording)
    case .panic: wording.panic
    case .replaced(let stem, let file, let at, _): line(stem, wording.replaced(file, from: later(at)))
    case .opened(let stem, let status):
      wording.doorOpens(snapshot.stems[stem.int].id, details(status, snapshot, language))
    case .shut(let stem, let status):
      wording.doorShuts(snapshot.stems[stem.int].id, details(status, snapshot, language))
    case .seeks(let place, let at, let source):
      wording.seeks(MusicalPlace(at, music: place, in: snapshot), by: source.word)
    case .section(let section?, _, let source):
      wording.plays(
        MusicalPlace(section.from, music: section.from, in: snapshot),
        until: MusicalPlace(section.until, music: section.until, in: snapshot),
        then: section.repeats ? nil : MusicalPlace(section.next, music: section.next, in: snapshot),
        by: source.word)
    case .entered(let section, _): wording.entered(section.title)
    case .section(nil, _, let source): wording.repeatsNothing(by: source.word)
    case .cue(.listens(let stem, let isOn), _, _): line(stem, wording.listens(isOn))
    case .cue(.sends(let stem, let bus, let gain), _, _): line(stem, wording.sends(to: bus, gain))
    case .cue(.click(let isOn), _, let source): wording.click(isOn, by: source.word)
    case .cue(.countIn(let bars), _, let source): wording.countIn(bars, by: source.word)
    case .marked(let mark, let source):
      wording.marked(
        mark.number, MusicalPlace(mark.place, music: mark.place, in: snapshot), by: source.word)
    case .unmarked(let mark, let source): wording.unmarked(mark.number, by: source.word)
    case .frozen(let place, let at, let source):
      wording.freezes(MusicalPlace(at, music: place, in: snapshot), by: source.word)
    case .goesOn(let place, let at, let source):
      wording.goesOn(MusicalPlace(at, music: place, in: snapshot), by: source.word)
    case .waits(let command):
      wording.waits(
        command.number, command.command.description, at: MusicalPlace(receipt: command.at, in: snapshot),
        in: snapshot.seconds(untilReceipt: command.at), by: command.by.word)
    case .waitingEnded(let commands, let end): ended(commands, end, wording)
    case .reloading(let at, _, let piece?, let source):
      later(at).map { wording.begins(piece, at: $0, by: source.word) }
    case .reloading(let at, _, _, .folder): later(at).map { wording.addsFiles($0) }
    case .reloading(let at, let playback?, _, let source):
      later(at).map { wording.plays(playback, from: $0, by: source.word) }
    case .reloading(let at, nil, _, let source): later(at).map { wording.reloads($0, by: source.word) }
    case .reloaded(let changes, _, _, _):
      changes.piece.map(wording.begins)
        ?? (changes.files.isEmpty ? wording.reloaded(changes) : wording.added(changes.files))
    case .skipped(let from, let frames): wording.skipped(frames, at: from)
    case .refused(let problem, _): wording.refused(problem.text(language))
    case .driver(let event): driver(event, wording)
    case .note(let note): note.text(language)
    }
  }

  private static func ended(
    _ commands: [WaitingCommand], _ end: WaitingEnd, _ wording: any Wording
  ) -> String {
    let names = commands.map { wording.waiting($0.number, $0.command.description) }
    return switch end {
    case .cancelled(let asker): wording.waitingCancelled(names, by: asker.word)
    case .panic: wording.waitingEndedByPanic(names)
    case .refused(let problem): wording.waitingRefused(names, wording.problem(problem))
    }
  }

  /// `Open since Sunday 2026-12-06 (Asia/Tokyo).`
  private static func details(
    _ status: DoorStatus, _ snapshot: Snapshot, _ language: Language
  ) -> String {
    snapshot.zone.map { DoorText(language, zone: $0, now: snapshot.now).sentence(status) } ?? ""
  }

  private static func answer(
    _ answer: EngineEvent.Answer, _ status: StemStatus, _ at: FramePosition, _ snapshot: Snapshot,
    _ wording: any Wording
  ) -> String? {
    switch answer {
    case .accepted where status.pending == nil: wording.nothingPending(status.state)
    // It happens on this very frame: what follows tells all.
    case .accepted where status.pending?.at == at: nil
    case .accepted: since(status, at, snapshot, wording)
    case .ended: nil
    case .unchanged: wording.unchanged(state(status, snapshot, wording))
    case .tooFar: wording.unchanged(wording.boundaryTooFar)
    case .notPermitted, .outdated: wording.notPermitted(status.state)
    }
  }

  /// What is pending, or since when the state is what it is.
  private static func since(
    _ status: StemStatus, _ at: FramePosition, _ snapshot: Snapshot, _ wording: any Wording
  ) -> String {
    pending(status, snapshot, wording) ?? wording.since(status.state, MusicalPlace(at, in: snapshot))
  }

  /// The state with what is pending.
  static func state(_ status: StemStatus, _ snapshot: Snapshot, _ wording: any Wording) -> String {
    pending(status, snapshot, wording) ?? wording.state(status.state)
  }

  private static func pending(
    _ status: StemStatus, _ snapshot: Snapshot, _ wording: any Wording
  ) -> String? {
    guard let next = status.next, let change = status.pending else { return nil }
    return wording.pending(
      status.state, then: next, at: MusicalPlace(change.at, in: snapshot),
      in: snapshot.seconds(until: change.at), by: change.by.word)
  }

  private static func pausing(
    _ stem: StemIndex?, _ isOn: Bool, _ at: FramePosition?, _ source: Asker, _ snapshot: Snapshot,
    _ wording: any Wording
  ) -> String {
    let id = stem.map { snapshot.stems[$0.int].id }
    guard let at else {
      return id.map { wording.line($0, wording.pauseUnchanged(isOn)) }
        ?? wording.performancePauseUnchanged(isOn)
    }
    let (place, left) = (MusicalPlace(at, in: snapshot), snapshot.seconds(until: at))
    return id.map { wording.line($0, wording.pausing(isOn, at: place, in: left, by: source.word)) }
      ?? wording.performancePausing(isOn, at: place, in: left, by: source.word)
  }

  private static func driver(_ event: DriverEvent, _ wording: any Wording) -> String? {
    switch event {
    case .connected(let server): wording.connected(server)
    case .lost(let loss): wording.lost(wording.loss(loss))
    case .xruns(let count): wording.xruns(count)
    case .clock, .registered: nil
    case .periodChanged(let frames): wording.period(frames)
    }
  }
}
