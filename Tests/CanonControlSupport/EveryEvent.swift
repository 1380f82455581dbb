import CanonEngine
import CanonSchedule
import CanonSession
import CanonStems

/// One event of each kind, with all its optional parts.
public func everyEvent() throws -> [PerformanceEvent] {
  let tokyo = try Zone("Asia/Tokyo")
  let (now, later) = (try AsOf.parse("2026-12-05", zone: tokyo), try AsOf.parse("2026-12-06", zone: tokyo))
  let answers: [EngineEvent.Answer] = [.accepted, .unchanged, .notPermitted, .tooFar]
  let waiting = WaitingCommand(number: 3, command: .panic, at: 9, by: .input)
  let changes = ReloadChanges(added: ["horn"], removed: ["oboe"], changed: ["cello"])
  let added = ReloadChanges(
    added: ["bell"], files: [.init(file: "2026-12-06_bell.wav", stem: "bell", opens: later, zone: tokyo)])
  let piece = PieceName(number: 2, count: 5, title: "Vigil")
  var begun = ReloadChanges()
  begun.piece = piece
  let playback = Playback(tempo: .percent(115_000), key: Transposition(cents: -30)!)
  let snapshot = Snapshot(
    title: "", zone: nil, isAway: false, position: 0, sampleRate: nil, grid: nil, cycle: nil,
    master: Decibels(0)!, stems: [], now: now)
  return answers.map { .answered(violin, $0, status: .wait(change(at: 9)), at: 7, by: .input) } + [
    .rolling, .changed(violin, status: .playThenStop(change(at: 9)), at: 7, by: .door),
    .level(violin, gain: Decibels(-1)!, pan: .centre, at: 9, over: 48_000, by: .input),
    .master(Decibels(0)!, at: 7, over: 0, by: .input),
    .solo(violin, .alone, at: 7, by: .input), .replaced(violin, file: "a.flac", at: 7, by: .input),
    .paused(violin, true, at: 7, by: .input), .paused(nil, false, at: 7, by: .input),
    .panic(at: 7, by: .input),
    .pausing(violin, true, at: 9, by: .input), .pausing(nil, false, at: 9, by: .input),
    .pausing(nil, true, at: nil, by: .input),
    .opened(violin, .open(since: now, until: later)), .shut(violin, .locked(opens: later)),
    .seeks(to: 5, at: 9, by: .input), .section(Section(from: 5, until: 9), at: 7, by: .input),
    .section(Section(from: 5, until: 9, then: 20), at: 7, by: .input), .section(nil, at: 7, by: .input),
    .entered(SectionSpec(id: "verse", title: "The verse", bars: 0..<4), at: 7),
    .cue(.listens(violin, true), at: 7, by: .input), .cue(.listens(violin, false), at: 7, by: .door),
    .cue(.click(true), at: 7, by: .input), .cue(.click(false), at: 7, by: .input),
    .cue(.countIn(bars: 1), at: 7, by: .input), .cue(.countIn(bars: nil), at: 7, by: .input),
    .cue(.sends(violin, bus: "cue", Decibels(-6)!), at: 7, by: .input),
    .cue(.sends(violin, bus: "hall", .silence), at: 7, by: .input),
    .marked(Mark(number: 2, place: 5), by: .input),
    .unmarked(Mark(number: 2, place: 5), by: .input), .frozen(5, at: 7, by: .input),
    .goesOn(from: 5, at: 7, by: .input),
    .waits(waiting), .waitingEnded([waiting], .cancelled(by: .input)),
    .waitingEnded([waiting, waiting], .panic),
    .waitingEnded([waiting], .refused(.locked(try locked()))), .reloading(at: 9, by: .input),
    .reloading(at: 9, playback: playback, by: .input),
    .reloading(at: 9, piece: piece, by: .input), .reloaded(begun, snapshot, at: 7, by: .clock),
    .reloaded(ReloadChanges(playback: playback), snapshot, at: 7, by: .input),
    .reloaded(changes, snapshot, at: 7, by: .input), .reloaded(added, snapshot, at: 7, by: .folder),
    .skipped(from: 7, frames: 8),
    .refused(try refusal(), by: .score), .note(.notKeptInTime),
    .driver(.connected(server(ownBackend: "dummy"))), .driver(.lost(.ended)), .driver(.xruns(1)),
    .driver(.clock(position: 7, serverFrame: 8)), .driver(.periodChanged(64)),
    .driver(.registered(14)),
  ]
}
