import CanonEngine
import Testing

@testable import CanonControl
@testable import CanonSession

/// What is given before the clock rolls is undone like everything else.
@Suite struct EarlyUndoTests {
  private func bench() async throws -> DeskBench {
    try await DeskBench(
      plays: false, stems: ["cello", "violin-a", "violin-b"],
      more: (1...2).map { "[[scene]]\nid = \"s\($0)\"\ncommands = [\"gain cello -\($0)\"]\n" }.joined())
  }

  private func say(_ line: String, _ bench: DeskBench, by asker: Asker = .socket) async -> Reply {
    await bench.desk.perform(line, at: .lines, by: asker)
  }

  /// Plays until everything that was given before has been carried out.
  private func play(_ bench: DeskBench) async throws {
    try await bench.play()
    while await bench.session.isBeginning { await Task.yield() }
    await bench.run()
  }

  @Test(
    "Withdrawn before the clock rolls, it never happens",
    arguments: [
      "start violin-a now", "start violin-a", "gain violin-a -6", "mute cello now", "stop cello now",
      "toggle mute cello now", "solo violin-a", "pause", "gain master -3", "toggle master", "next",
    ])
  func withdrawn(_ line: String) async throws {
    let (bench, untouched) = (try await bench(), try await bench())
    guard case .later = await say(line, bench) else { return #expect(Bool(false)) }
    guard case .undone = await say("undo", bench) else { return #expect(Bool(false), "it is undone") }
    guard case .refused([.nothingToUndo]) = await say("undo", bench) else {
      return #expect(Bool(false), "once")
    }
    try await play(bench)
    try await play(untouched)
    let (stems, before) = (await bench.desk.snapshot(), await untouched.desk.snapshot())
    #expect(stems.stems.map(\.summary) == before.stems.map(\.summary))
    #expect(stems.masterGoal == before.masterGoal && stems.isPaused == before.isPaused)
    _ = await bench.say("next")
    #expect(await bench.desk.snapshot().stems[0].gainGoal == Decibels(-1)!, "the first scene is next")
  }

  @Test(
    "It is undone once the clock rolls, though the clock has started the base since",
    arguments: ["mute cello now", "stop cello now", "start violin-a now", "gain violin-a -6"])
  func afterwards(_ line: String) async throws {
    let (bench, untouched) = (try await bench(), try await bench())
    _ = await say(line, bench)
    try await play(bench)
    try await play(untouched)
    let before = await untouched.desk.snapshot().stems.map(\.summary)
    #expect(await bench.desk.snapshot().stems.map(\.summary) != before)
    _ = await bench.say("undo")
    for bench in [bench, untouched] { for _ in 0..<13 { await bench.run(1024) } }
    #expect(await bench.desk.snapshot().stems.map(\.summary) == before)
  }

  @Test("Everybody withdraws their own")
  func everybody() async throws {
    let bench = try await bench()
    _ = await say("gain violin-a -6", bench, by: .keyboard)
    _ = await say("gain violin-b -9", bench, by: .socket)
    guard case .undone = await say("undo", bench, by: .keyboard) else { return #expect(Bool(false)) }
    try await play(bench)
    #expect(await bench.desk.snapshot().stems.map(\.gainGoal.value) == [0, 0, -9])
  }

  @Test("Toggles go by what was given before them")
  func toggles() async throws {
    let bench = try await bench()
    for line in [
      "start violin-a now", "toggle mute violin-a now", "toggle mute violin-a now", "toggle master",
    ] {
      _ = await say(line, bench)
    }
    try await play(bench)
    #expect(await bench.desk.snapshot().stems[1].status == .play)
    #expect(await bench.desk.snapshot().masterGoal == .silence)
  }
}

extension Snapshot.Stem {
  /// Everything that a command could change.
  fileprivate var summary: String {
    "\(id) \((status.next ?? status.state).word) \(gainGoal.value) \(panGoal.value) \(soloGoal.word) \(isHeld)"
  }
}
