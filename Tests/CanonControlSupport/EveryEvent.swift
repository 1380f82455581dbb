import CanonEngine
import CanonSchedule
import CanonSession

/// One event of each kind, with all its optional parts.
public func everyEvent() throws -> [PerformanceEvent] {
  let tokyo = try Zone("Asia/Tokyo")
  let (now, later) = (try AsOf.parse("2026-12-05", zone: tokyo), try AsOf.parse("2026-12-06", zone: tokyo))
  let answers: [EngineEvent.Answer] = [.accepted, .unchanged, .notPermitted, .tooFar]
  return answers.map { .answered(violin, $0, status: .wait(change(at: 9)), at: 7) } + [
    .rolling, .changed(violin, status: .playThenStop(change(at: 9)), at: 7, by: .door),
    .level(violin, gain: Decibels(-1)!, pan: .centre, at: 7), .master(Decibels(0)!, at: 7),
    .solo(violin, .alone, at: 7), .replaced(violin, file: "a.flac", at: 7),
    .paused(violin, true, at: 7), .paused(nil, false, at: 7), .panic(at: 7),
    .pausing(violin, true, at: 9, by: .input), .pausing(nil, false, at: 9, by: .input),
    .pausing(nil, true, at: nil, by: .input),
    .opened(violin, .open(since: now, until: later)), .shut(violin, .locked(opens: later)),
    .skipped(from: 7, frames: 8), .refused(try refusal(), by: .score), .note(.notKeptInTime),
    .driver(.connected(server(ownBackend: "dummy"))), .driver(.lost(.ended)), .driver(.xruns(1)),
    .driver(.clock(position: 7, serverFrame: 8)), .driver(.periodChanged(64)),
  ]
}
