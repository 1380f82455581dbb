import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Live = offline for an evening of several pieces: as ``RehearsalTests``, but people go on to other pieces and back, pieces end by
/// themselves, and Ctrl-Z takes canon out of the server's graph now and then.
@Suite(.serialized) struct ProgrammeRehearsalTests {
  private static let seeds = LongCampaign.seeds(12, long: 2000)

  @Test("What was heard of all pieces is what the journal renders", arguments: seeds)
  func journalsRenderToWhatWasHeard(seed: UInt64) async throws {
    var theCase = try ProgrammeCase(seed: seed)
    let set = theCase.doors.set, journal = set.folder.file("evening.journal")
    let (heard, said) = try await perform(&theCase, journal: journal)
    try await set.expectRendering(
      of: journal, is: heard, periods: [Int(theCase.random.number(1...300)), 4096],
      "\(theCase)\n\(said.joined(separator: "\n"))", comparing: \.withoutPorts)
  }

  private func perform(
    _ theCase: inout ProgrammeCase, journal: String
  ) async throws -> (heard: Output, said: [String]) {
    let rate = 48_000.0
    let start =
      try TestClock.tokyo(DoorCase.middle) + -Double(theCase.random.number(1...60_000)) / rate
    let clock = TestClock(start)
    var damage = try RandomDamage(seed: theCase.hasChangingFiles ? theCase.seed : 0, theCase.doors.set)
    if !theCase.hasChangingFiles { try damage.mend() }
    let session = try await theCase.performance(journal: journal, at: clock)
    var bench = try await SessionBench(session, ports: ProgrammeCase.ports)
    var heard = Output(stems: ProgrammeCase.ports, buses: 1)
    var said: [String] = []
    var playback = RandomPlayback(seed: theCase.seed, isStill: false)
    var marks = RandomMarks(seed: theCase.seed, isStill: false)
    let steps = theCase.random.number(20...50)
    for step in 0..<steps {
      if theCase.random.one(in: 2) {
        for _ in 0..<theCase.random.number(1...3) {
          let line = theCase.line()
          said.append("@\(await session.clock?.position ?? 0) \(line)")
          try await bench.say(line, at: .lines)
        }
      }
      if theCase.hasChangingFiles {
        try damage.mayTurn()
        if theCase.random.one(in: 12) {
          try theCase.doors.edit()
          try await bench.say("reload \(theCase.random.pick(["now", "beat", "bar", "loop"]))", at: .lines)
        }
      }
      try await playback.mayChange(&bench)
      try await marks.mayMark(&bench)
      // The next piece is read, and how long the others are, while this one plays.
      if theCase.random.one(in: 3) { await session.prepareNextPiece() }
      if theCase.random.one(in: 6) { await session.measurePieces() }
      // At least once there is another piece.
      if step == 2 { try await bench.say("goto piece 2 now", at: .lines) }
      let frames = theCase.random.number(1...4000)
      if theCase.random.one(in: 15) {
        heard += try await bench.leave(max(240, frames), away: theCase.random.number(1...20_000))
      } else {
        if theCase.random.one(in: 30) { bench.jump(theCase.random.number(1...20_000)) }
        heard += bench.deliver(Int(frames), periods: .mixed(seed: theCase.random.next(), longest: 700))
      }
      let position = try #require(await session.clock).position
      clock.now = start + Double(position - theCase.random.number(0...2400)) / rate
      if !theCase.random.one(in: 4) { await session.pump() }
      // A piece that ends by itself is given to the engine by a task of its own.
      if theCase.random.one(in: 2) { try await Task.sleep(for: .milliseconds(1)) }
    }
    heard += await bench.end()
    #expect(session.program.number > 1, "\(theCase)")
    try damage.mend()
    return (heard, said)
  }
}

extension Output {
  /// Without the stems' ports: a rendering has one for each id, and a performance one for each stem that it has at a time.
  var withoutPorts: Output {
    var output = self
    (output.ports, output.portsRight) = ([], [])
    return output
  }
}
