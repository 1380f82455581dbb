import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonControl
@testable import CanonSession

/// Words that go by what is: toggles, and the next scene.
@Suite struct DeskCommandTests {
  private func bench() async throws -> DeskBench {
    try await DeskBench(
      stems: ["cello", "violin-a", "violin-b"],
      more: ["verse", "finale"].map {
        "[[scene]]\nid = \"\($0)\"\ncommands = [\"gain cello -\($0.count)\"]\n"
      }.joined() + "[[scene]]\nid = \"quiet\"\ncommands = [\"gain master -10\"]\n")
  }

  private func stem(_ index: Int, _ bench: DeskBench) async -> Snapshot.Stem {
    await bench.desk.snapshot().stems[index]
  }

  @Test func aToggleGoesByWhatEachStemIsToDo() async throws {
    let bench = try await bench()
    for line in ["start violin-a violin-b now", "mute violin-b now", "toggle mute all now"] {
      _ = await bench.say(line)
    }
    #expect(await stem(1, bench).status == .mute)
    #expect(await stem(2, bench).status == .play)
    #expect(await stem(0, bench).status == .play, "all spares the base")
    _ = await bench.say("toggle solo violin-a loop")
    #expect(await stem(1, bench).soloGoal == .on)
    _ = await bench.say("toggle solo violin-a loop")
    #expect(await stem(1, bench).soloGoal == .off, "it was to be soloed")
  }

  @Test(
    "What is muted, or will be, is unmuted",
    arguments: zip(
      [
        StemStatus.stop, .wait(change(at: 9)), .play, .playThenMute(change(at: 9)),
        .playThenStop(change(at: 9)), .mute,
        .muteThenPlay(change(at: 9)), .muteThenStop(change(at: 9)),
      ], [true, true, true, false, true, false, true, false]))
  func muting(status: StemStatus, isMuted: Bool) {
    #expect(status.isToBeHeard == isMuted)
  }

  @Test func theMasterIsSilencedAndBroughtBack() async throws {
    let bench = try await bench()
    _ = await bench.say("gain master -3.5")
    _ = await bench.say("toggle master")
    #expect(await bench.desk.snapshot().masterGoal == .silence)
    _ = await bench.say("toggle master")
    #expect(await bench.desk.snapshot().masterGoal == Decibels(-3.5)!)
  }

  @Test(
    "The master comes back to its last gain that could be heard, whoever has set that",
    arguments: [
      (["gain master -3", "toggle master", "scene quiet"], -10.0),
      (["gain master -20", "gain master -5", "undo"], -20),
      (["toggle master", "gain master -120"], 0),
    ] as [([String], Double)])
  func theMasterComesBackToWhatOthersSet(_ lines: [String], gain: Double) async throws {
    let bench = try await bench()
    for line in lines + ["gain master -120", "toggle master"] { _ = await bench.say(line) }
    #expect(await bench.desk.snapshot().masterGoal == Decibels(gain)!)
  }

  @Test func aGainThatTheEngineRefusedIsNotWhatTheMasterComesBackTo() async throws {
    let bench = try await DeskBench.withoutCycle()
    _ = await bench.say("gain master -3")
    _ = await bench.say("toggle master")
    #expect(await bench.refused("gain master -9 cycle").first?.code == "too-far")
    _ = await bench.say("toggle master")
    #expect(await bench.desk.snapshot().masterGoal == Decibels(-3)!)
  }

  @Test func theMasterComesBackToWhereItWasBeforeItWasLowered() async throws {
    let bench = try await bench()
    for line in ["gain master -20", "gain master -120 over 4 loops", "toggle master"] {
      _ = await bench.say(line)
    }
    #expect(await bench.desk.snapshot().masterGoal == Decibels(-20)!)
  }

  @Test func whatNoStemIsCalledIsRefused() async throws {
    let bench = try await bench()
    #expect(
      await bench.refused("toggle mute viola") == [
        .unknownStem("viola", known: ["cello", "violin-a", "violin-b"])
      ])
    #expect(await bench.refused("toggle mute").count == 1)
  }

  @Test("One name that no stem has, among others, is refused with all of them", arguments: ["mute", "solo"])
  func oneUnknownAmongKnownOnes(_ kind: String) async throws {
    let bench = try await bench()
    let before = await stem(0, bench)
    #expect(
      await bench.refused("toggle \(kind) cello viola") == [
        .unknownStem("viola", known: ["cello", "violin-a", "violin-b"])
      ])
    let after = await stem(0, bench)
    #expect(after.status == before.status && after.soloGoal == .off)
  }

  @Test func nextAndPreviousGoThroughTheScenes() async throws {
    let bench = try await bench()
    #expect(await bench.refused("previous") == [.noEarlierScene(before: nil)], "nothing was run yet")
    _ = await bench.say("next")
    #expect(await stem(0, bench).gainGoal == Decibels(-5)!, "verse")
    _ = await bench.say("next loop")
    #expect(await stem(0, bench).nextGain?.value == Decibels(-6)!, "finale, at the loop")
    _ = await bench.say("next")
    #expect(await bench.refused("next") == [.noMoreScenes(after: "quiet")], "quiet is the last")
    for _ in 0..<2 { _ = await bench.say("previous") }
    #expect(await stem(0, bench).gainGoal == Decibels(-5)!)
    #expect(await bench.refused("previous") == [.noEarlierScene(before: "verse")], "verse is the first")
    _ = await bench.say("scene finale")
    _ = await bench.say("next")
    #expect(await bench.refused("next") == [.noMoreScenes(after: "quiet")], "a scene by name counts too")
  }
}
