import CanonEngine
import Testing

@testable import CanonControl
@testable import CanonSession

/// Everybody takes back what they have changed themselves.
@Suite struct UndoTests {
  private static let other = Asker.named("osc 10.0.0.2")

  private func bench() async throws -> DeskBench {
    try await DeskBench(
      stems: ["cello", "violin-a", "violin-b", "violin-c"],
      keys: ["violin-b": "group = \"high\"", "violin-c": "group = \"high\""],
      more: """
        [[scene]]
        id = "verse"
        quantum = "now"
        commands = ["start violin-a", "mute cello", "gain violin-a -6"]
        [[scene]]
        id = "finale"
        quantum = "now"
        commands = ["start violin-b", "unmute cello"]
        """)
  }

  /// What everything is going to be, as one line for each stem.
  private func goals(_ bench: DeskBench) async -> [String] {
    let snapshot = await bench.desk.snapshot()
    return ["master \(snapshot.masterGoal.value)"]
      + snapshot.stems.map { stem in
        let state = stem.status.next ?? stem.status.state
        return
          "\(stem.id) \(state.word) \(stem.gainGoal.value) \(stem.panGoal.value) \(stem.soloGoal.word) \(stem.heldGoal)"
      }
  }

  private func isDone(_ reply: Reply) -> Bool {
    switch reply {
    case .done, .undone: true;
    default: false
    }
  }

  @Test(
    "A change of any kind",
    arguments: [
      "start violin-a now", "start violin-a loop", "press violin-a", "mute cello now", "mute cello loop",
      "stop cello now",
      "gain violin-a -6", "gain cello -60 over 2 loops", "gain violin-a -6 loop", "pan violin-a 0.5",
      "solo violin-a",
      "solo violin-a alone loop", "gain master -3", "scene verse", "next", "toggle mute cello",
      "toggle solo violin-a",
      "toggle master", "start all now", "gain all -12", "start violin-b now", "fade all over 2 loops",
      "fade violin-a in over 1 s", "pause", "pause loop", "pause violin-c", "pause violin-c bar", "panic",
    ])
  func anyKind(_ line: String) async throws {
    let bench = try await bench()
    _ = await bench.say("start violin-c now")
    let before = await goals(bench)
    #expect(isDone(await bench.say(line)))
    #expect(await goals(bench) != before, "\(line) changes something")
    #expect(isDone(await bench.say("undo")))
    #expect(await goals(bench) == before)
  }

  @Test func theWayBackIsTakenOnTheSameKindOfBoundary() async throws {
    let bench = try await bench()
    _ = await bench.say("mute cello now")
    _ = await bench.say("undo")
    #expect(await bench.desk.snapshot().stems[0].status == .play)
    _ = await bench.say("start violin-a now")
    _ = await bench.say("stop violin-a bar")
    for _ in 0..<6 { await bench.run(1024) }
    #expect(await bench.desk.snapshot().stems[1].status == .stop)
    _ = await bench.say("undo")
    guard case .wait(let change) = await bench.desk.snapshot().stems[1].status else {
      Issue.record("it does not wait")
      return
    }
    #expect(change.at % 5760 == 0, "a bar")
  }

  @Test func eachUndoGoesOneStepFurtherBack() async throws {
    let bench = try await bench()
    let before = await goals(bench)
    for line in ["start violin-a now", "gain violin-a -6", "scene finale"] { _ = await bench.say(line) }
    for _ in 0..<3 { #expect(isDone(await bench.say("undo"))) }
    #expect(await goals(bench) == before)
    #expect(await bench.refused("undo") == [.nothingToUndo], "something was left")
  }

  @Test func everyAskerHasAListOfTheirOwn() async throws {
    let bench = try await bench()
    _ = await bench.say("gain violin-a -6", by: .socket)
    _ = await bench.say("pan violin-b 0.5", by: Self.other)
    #expect(isDone(await bench.say("undo", by: .socket)))
    let stems = await bench.desk.snapshot().stems
    #expect(stems[1].gainGoal == Decibels(0)! && stems[2].panGoal == Pan(0.5)!)
    #expect(
      await bench.refused("undo", by: .keyboard) == [.nothingToUndo], "the keyboard has changed nothing")
  }

  @Test func whatSomebodyElseHasChangedSinceStays() async throws {
    let bench = try await bench()
    _ = await bench.say("gain violin-a -6", by: .socket)
    _ = await bench.say("gain violin-a -9", by: Self.other)
    #expect(
      await bench.refused("undo", by: .socket) == [
        .overridden("gain violin-a -6.0", [Overriding("violin-a", by: "osc 10.0.0.2")])
      ])
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(-9)!)
  }

  @Test func ofASceneTheRestIsTakenBackAndThatIsSaid() async throws {
    let bench = try await bench()
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.say("scene verse", by: .socket)
    _ = await bench.say("gain violin-a -9", by: Self.other)
    #expect(isDone(await bench.say("undo", by: .socket)))
    let stems = await bench.desk.snapshot().stems
    #expect(stems[0].status == .play && stems[1].status == .stop && stems[1].gainGoal == Decibels(-9)!)
    await bench.end()
    var notes: [String] = []
    for await item in feed {
      if case .notice(let notice) = item, case .note(let note) = notice.event {
        notes.append(note.text(.english))
      }
    }
    #expect(
      notes == ["Undone: scene verse. violin-a was changed by osc 10.0.0.2 since and stays as it is."],
      "\(notes)")
  }

  @Test func anUndoByOneCountsAsAChangeForTheOthers() async throws {
    let bench = try await bench()
    _ = await bench.say("gain violin-a -6", by: .socket)
    _ = await bench.say("gain violin-a -9", by: Self.other)
    _ = await bench.say("undo", by: Self.other)
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(-6)!)
    #expect(
      await bench.refused("undo", by: .socket) == [
        .overridden("gain violin-a -6.0", [Overriding("violin-a", by: "osc 10.0.0.2")])
      ], "the other's undo is the last change")
  }

  @Test func aRivalThatMadeRoomComesBack() async throws {
    let bench = try await bench()
    _ = await bench.say("start violin-b now")
    _ = await bench.say("start violin-c now", by: Self.other)
    #expect(await bench.desk.snapshot().stems[2].status == .stop)
    _ = await bench.say("undo", by: Self.other)
    let stems = await bench.desk.snapshot().stems
    #expect(stems[2].status == .play && stems[3].status == .stop)
  }

  @Test func whatWasMutedAndThenStoppedIsMutedAgain() async throws {
    let bench = try await bench()
    for line in ["start violin-a now", "mute violin-a now", "stop violin-a now"] { _ = await bench.say(line) }
    #expect(isDone(await bench.say("undo")))
    #expect(await bench.desk.snapshot().stems[1].status == .mute, "and not what was before the mute")
    #expect(isDone(await bench.say("undo")))
    #expect(await bench.desk.snapshot().stems[1].status == .play)
  }

  @Test func aPauseThatWaitsIsTakenBack() async throws {
    let bench = try await bench()
    _ = await bench.say("gain violin-a -6")
    _ = await bench.say("pause loop")
    #expect(isDone(await bench.say("undo")))
    for _ in 0..<13 { await bench.run(1024) }
    #expect(await bench.desk.snapshot().stems.allSatisfy { !$0.isHeld })
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(-6)!, "the step before stays")
  }

  @Test func aPauseOfWhatIsPausedIsNoStep() async throws {
    let bench = try await bench()
    for line in ["gain violin-a -6", "resume", "resume cello", "pause", "pause", "pause cello"] {
      _ = await bench.say(line)
    }
    _ = await bench.say("resume", by: Self.other)
    _ = await bench.say("pause", by: Self.other)
    #expect(!isDone(await bench.say("undo")), "of the pause nothing is left")
    #expect(isDone(await bench.say("undo")))
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(0)!)
  }

  @Test func aStartThatEndedAPauseIsUndoneWithThat() async throws {
    let bench = try await bench()
    _ = await bench.say("pause")
    let before = await goals(bench)
    for line in ["start violin-a now", "start cello now"] {
      _ = await bench.say(line)
      #expect(await goals(bench) != before)
      #expect(isDone(await bench.say("undo")))
      #expect(await goals(bench) == before, "\(line)")
    }
  }

  @Test func aRivalOfAFadeComesBack() async throws {
    let bench = try await bench()
    _ = await bench.say("start violin-b now")
    _ = await bench.say("fade violin-c in over 1 s", by: Self.other)
    _ = await bench.say("undo", by: Self.other)
    let stems = await bench.desk.snapshot().stems
    #expect(stems[2].status == .play && stems[3].status == .stop)
  }

  @Test func aHundredStepsAreKept() async throws {
    let bench = try await bench()
    for step in 1...(UndoLog.depth + 5) { _ = await bench.say("gain violin-a -\(step)") }
    // It changes nothing, and is no step; the oldest was forgotten for it.
    _ = await bench.say("stop violin-a")
    _ = await bench.say("gain violin-a 1")
    var count = 0
    while isDone(await bench.say("undo")) { count += 1 }
    #expect(count == UndoLog.depth)
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(-6)!)
  }

  @Test func whatWasRefusedIsNoStep() async throws {
    let bench = try await bench()
    _ = await bench.say("gain violin-a -6")
    _ = await bench.say("gain viola -6")
    _ = await bench.say("replace violin-a missing.wav")
    #expect(isDone(await bench.say("undo")))
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(0)!)
  }
}
