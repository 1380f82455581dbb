import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// The place among the scenes is undone with the scene.
@Suite struct UndoneSceneTests {
  private func bench(plays: Bool = true) async throws -> DeskBench {
    try await DeskBench(
      plays: plays,
      more: (1...4).map { "[[scene]]\nid = \"s\($0)\"\ncommands = [\"gain cello -\($0)\"]\n" }.joined())
  }

  private func gain(_ bench: DeskBench) async -> Double {
    await bench.desk.snapshot().stems[0].gainGoal.value
  }

  @Test(
    "What was undone was not run",
    arguments: [
      (["next", "undo"], "next", -1.0), (["next", "next", "undo"], "next", -2),
      (["next", "next", "undo"], "previous", 0),
      (["scene s3", "previous", "undo"], "previous", -2), (["scene s3", "undo"], "next", -1),
      (["next", "next", "next", "undo", "undo"], "next", -2),
    ])
  func undone(_ lines: [String], _ then: String, gain expected: Double) async throws {
    let bench = try await bench()
    for line in lines { _ = await bench.say(line) }
    if expected == 0 {
      #expect(await bench.refused(then) == [.noEarlierScene(before: "s1")])
      return
    }
    _ = await bench.say(then)
    #expect(await gain(bench) == expected)
  }

  @Test("Two `next` in one burst are two scenes, and one undo leaves the first")
  func burst() async throws {
    let bench = try await bench()
    _ = await bench.burst(["next", "next", "undo", "next", "next"])
    #expect(await gain(bench) == -3)
  }

  @Test("A scene that changes nothing is undone too, and says so")
  func withoutChange() async throws {
    let bench = try await bench()
    for line in ["gain cello -1", "next"] { _ = await bench.say(line) }
    guard case .undone = await bench.say("undo") else { return #expect(Bool(false)) }
    #expect(await gain(bench) == -1, "the gain was so before the scene")
    _ = await bench.say("next")
    #expect(await gain(bench) == -1, "the first scene is next again")
    _ = await bench.say("next")
    #expect(await gain(bench) == -2)
  }

  @Test("The place stays where somebody else has gone on since")
  func somebodyElse() async throws {
    let bench = try await bench()
    _ = await bench.say("next", by: .socket)
    _ = await bench.say("next", by: .keyboard)
    _ = await bench.say("undo", by: .socket)
    _ = await bench.say("next", by: .socket)
    #expect(await gain(bench) == -3)
  }
}
