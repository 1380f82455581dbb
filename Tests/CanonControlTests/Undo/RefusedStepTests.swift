import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// What the engine has refused is no step, and overrides nobody.
@Suite struct RefusedStepTests {
  private static let refused = [
    "stop violin-a cycle", "mute violin-a cycle", "gain violin-a -6 cycle", "pan violin-a 1 cycle",
    "solo violin-a cycle", "pause violin-a cycle", "pause cycle", "gain master -6 cycle",
    "replace cello violin-d.wav cycle", "fade violin-a cycle over 1 s",
  ]

  @Test("An undo takes back what was done before it", arguments: refused)
  func noStep(_ line: String) async throws {
    let bench = try await DeskBench.withoutCycle()
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.say("gain cello -3", by: .keyboard)
    #expect(await bench.refused(line, by: .keyboard).map(\.code) == ["too-far"])
    guard case .undone = await bench.say("undo", by: .keyboard) else { return #expect(Bool(false)) }
    #expect(await bench.desk.snapshot().stems[0].gainGoal == Decibels(0)!)
    #expect(await bench.refused("undo", by: .keyboard) == [.nothingToUndo])
    await bench.end()
    #expect(await Self.undone(feed) == ["Undone: gain cello -3.0."])
  }

  @Test(
    "Somebody else's refused command overrides nothing",
    arguments: [
      ("mute cello now", "stop cello cycle"), ("gain violin-a -6", "gain violin-a -9 cycle"),
      ("solo violin-a", "solo violin-a off cycle"), ("pause", "resume cycle"),
      ("gain master -3", "gain master 0 cycle"),
    ])
  func overridesNobody(_ mine: String, _ others: String) async throws {
    let bench = try await DeskBench.withoutCycle()
    _ = await bench.say(mine, by: .keyboard)
    #expect(await bench.refused(others, by: .input).map(\.code) == ["too-far"])
    guard case .undone = await bench.say("undo", by: .keyboard) else { return #expect(Bool(false)) }
    #expect(await bench.refused("undo", by: .input) == [.nothingToUndo])
  }

  @Test("The refused part of a scene is no part of the step, and overrides nobody")
  func inPart() async throws {
    let bench = try await DeskBench.withoutCycle(
      more: "[[scene]]\nid = \"verse\"\ncommands = [\"gain violin-a -6\", \"stop cello cycle\"]\n")
    _ = await bench.say("mute cello now", by: .input)
    #expect(await bench.refused("scene verse now", by: .keyboard).map(\.code) == ["too-far"])
    guard case .undone = await bench.say("undo", by: .input) else { return #expect(Bool(false)) }
    #expect(await bench.desk.snapshot().stems[0].status == .play)
    guard case .undone = await bench.say("undo", by: .keyboard) else { return #expect(Bool(false)) }
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(0)!)
  }

  @Test(
    "What was so already is no step, and overrides nobody",
    arguments: [
      ("start violin-a now", "start violin-a"), ("pause", "pause cello"),
      ("stop cello now", "stop cello loop"),
    ])
  func unchanged(_ mine: String, _ others: String) async throws {
    let bench = try await DeskBench()
    _ = await bench.say(mine, by: .keyboard)
    guard case .done = await bench.say(others, by: .input) else { return #expect(Bool(false)) }
    #expect(await bench.refused("undo", by: .input) == [.nothingToUndo])
    guard case .undone = await bench.say("undo", by: .keyboard) else { return #expect(Bool(false)) }
  }

  @Test("What a scene sets twice, and the second time is so already, is a part of it")
  func twice() async throws {
    let bench = try await DeskBench(
      more:
        "[[scene]]\nid = \"one\"\ncommands = [\"start violin-a now\", \"start violin-a now\", \"mute cello now\"]\n"
    )
    _ = await bench.say("scene one")
    guard case .undone = await bench.say("undo") else { return #expect(Bool(false)) }
    #expect(await bench.desk.snapshot().stems.map(\.status) == [.play, .stop])
  }

  @Test("A scene of which everything was so already was run, and that is undone")
  func unchangedScene() async throws {
    let bench = try await DeskBench(
      more: ["one", "two"].map { "[[scene]]\nid = \"\($0)\"\ncommands = [\"start cello\"]\n" }.joined())
    for line in ["next", "next"] { _ = await bench.say(line) }
    #expect(await bench.refused("next") == [.noMoreScenes(after: "two")])
    guard case .undone = await bench.say("undo") else { return #expect(Bool(false)) }
    _ = await bench.say("next")
    #expect(await bench.refused("next") == [.noMoreScenes(after: "two")])
  }

  @Test("A scene of which everything was refused was not run")
  func scene() async throws {
    let bench = try await DeskBench.withoutCycle(
      more: ["one", "two"].map { "[[scene]]\nid = \"\($0)\"\ncommands = [\"stop violin-a cycle\"]\n" }
        .joined())
    #expect(await bench.refused("next", by: .keyboard).map(\.code) == ["too-far"])
    #expect(await bench.refused("previous", by: .keyboard) == [.noEarlierScene(before: nil)])
    #expect(await bench.refused("undo", by: .keyboard) == [.nothingToUndo])
  }

  @Test("An undo that the engine refuses is not told to be done")
  func refusedUndo() async throws {
    let bench = try await DeskBench.withoutCycle()
    _ = await bench.say("stop violin-* now", by: .input)
    _ = await bench.say("start violin-a cycle", by: .keyboard)
    for _ in 0..<13 { await bench.run(1024) }
    _ = await bench.say("start violin-b violin-c now", by: .input)
    let feed = await bench.desk.feed()
    bench.tell()
    #expect(await bench.refused("undo", by: .keyboard).map(\.code) == ["too-far"])
    await bench.end()
    #expect(await Self.undone(feed) == [])
  }

  @Test("An undo that no server has received is not told to be done")
  func undoneLater() async throws {
    let bench = try await DeskBench.withoutCycle()
    _ = await bench.say("gain violin-a -6", by: .keyboard)
    await bench.run(1024)
    let feed = await bench.desk.feed()
    bench.tell()
    await bench.session.report(.lost(.disappeared))
    guard case .later = await bench.desk.perform("undo", at: .lines, by: .keyboard) else {
      return #expect(Bool(false), "it is to come later")
    }
    await bench.end()
    #expect(await Self.undone(feed) == [])
  }

  /// What was told to be undone.
  private static func undone(_ feed: Feed) async -> [String] {
    await feed.reduce(into: []) {
      guard case .notice(let notice) = $1, case .note(let note) = notice.event else { return }
      let text = note.text(.english)
      if text.hasPrefix("Undone") { $0.append(text) }
    }
  }
}
