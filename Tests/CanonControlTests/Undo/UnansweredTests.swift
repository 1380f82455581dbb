import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonControl
@testable import CanonSession

/// Toggles and undo go by what was asked for last, also while the engine has answered nothing of it.
@Suite struct UnansweredTests {
  private func bench(plays: Bool = true) async throws -> DeskBench {
    try await DeskBench(
      plays: plays, stems: ["cello", "violin-a", "violin-b", "violin-c"],
      keys: ["violin-b": "group = \"high\"", "violin-c": "group = \"high\""],
      more: "[[scene]]\nid = \"verse\"\ncommands = [\"start violin-a\", \"mute cello now\"]\n")
  }

  private func goals(_ bench: DeskBench) async -> [String] {
    let snapshot = await bench.desk.snapshot()
    return ["master \(snapshot.masterGoal.value)"]
      + snapshot.stems.map {
        let state = $0.status.next ?? $0.status.state
        return
          "\($0.id) \(state.word) \($0.gainGoal.value) \($0.panGoal.value) \($0.soloGoal.word) \($0.isHeld)"
      }
  }

  @Test(
    "Said twice before the engine receives anything, a toggle is back where it was",
    arguments: [
      "toggle mute cello", "toggle mute cello now", "toggle solo violin-a", "toggle solo cello loop",
      "toggle master",
    ])
  func twice(_ line: String) async throws {
    let bench = try await bench()
    let before = await goals(bench)
    _ = await bench.burst([line])
    #expect(await goals(bench) != before)
    _ = await bench.burst([line])
    #expect(await goals(bench) == before)
    _ = await bench.burst([line, line])
    #expect(await goals(bench) == before)
  }

  static let changes = [
    "start violin-a", "start violin-a now", "press violin-a", "mute cello", "mute cello now",
    "stop cello now",
    "stop cello", "gain violin-a -6", "gain cello -60 over 2 loops", "pan violin-a 0.5 loop", "solo violin-a",
    "gain master -3", "scene verse", "next", "toggle mute cello", "toggle master", "start violin-b now",
    "start violin-b", "fade all over 2 loops", "fade violin-a in over 1 s", "pause", "pause violin-c",
    "panic",
  ]

  @Test("A change is undone before the engine has received it", arguments: changes)
  func undone(_ line: String) async throws {
    let bench = try await bench()
    _ = await bench.say("start violin-c now")
    let before = await goals(bench)
    let replies = await bench.burst([line, "undo"])
    #expect(
      replies.allSatisfy {
        switch $0 {
        case .done, .undone: true;
        default: false
        }
      }, "\(replies)")
    #expect(await goals(bench) == before)
    for _ in 0..<13 { await bench.run(1024) }
    #expect(await goals(bench) == before, "and no boundary changes that")
  }

  @Test("A change is undone while the server is away", arguments: changes)
  func undoneWhileAway(_ line: String) async throws {
    let bench = try await bench()
    _ = await bench.say("start violin-c now")
    let before = await goals(bench)
    await bench.session.report(.lost(.disappeared))
    for line in [line, "undo"] {
      guard case .later = await bench.desk.perform(line, at: .lines, by: .socket) else {
        Issue.record("\(line) is not to come later")
        continue
      }
    }
    for _ in 0..<13 { await bench.run(1024) }
    #expect(await goals(bench) == before)
  }

  @Test("What was undone before the engine received it is not heard", arguments: ["now", "loop"])
  func silent(_ quantum: String) async throws {
    let bench = try await bench(plays: true)
    // The next frame is the top of the loop.
    for frames in [1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 192] as [Int32] {
      await bench.run(frames)
    }
    #expect(await bench.desk.snapshot().position % 11_520 == 0)
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.burst(["start violin-a \(quantum)", "undo"])
    await bench.run(1024)
    #expect(await bench.desk.snapshot().stems[1].status == .stop)
    await bench.end()
    var undone = 0
    for await item in feed {
      guard case .notice(let notice) = item, case .note(let note) = notice.event else { continue }
      undone += note.text(.english) == "Undone: start violin-a \(quantum)." ? 1 : 0
    }
    #expect(undone == 1)
  }

  @Test(
    "A burst of changes is taken back by as many undos, whatever they are",
    arguments: 0..<UInt64(LongCampaign.count(24, long: 1000)))
  func bursts(seed: UInt64) async throws {
    let bench = try await bench()
    _ = await bench.say("start violin-c now", by: .keyboard)
    let before = await goals(bench)
    var random = SplitMix64(seed: seed)
    var said: [String] = []
    var replies: [@Sendable () async -> Reply] = []
    for _ in 0..<8 {
      let line = random.pick(Self.changes)
      replies.append(await bench.desk.submit(line, at: .lines, by: .socket))
      said.append(line)
      if random.one(in: 3) {
        let frames = Int32(random.number(0...1024))
        said.append("run \(frames)")
        await bench.run(frames)
      }
    }
    // Those that changed nothing are no steps.
    for _ in 0..<8 { replies.append(await bench.desk.submit("undo", at: .lines, by: .socket)) }
    await bench.run()
    for reply in replies { _ = await reply() }
    for _ in 0..<26 { await bench.run(1024) }
    let after = await goals(bench)
    #expect(after == before, "\(said)")
  }
}
