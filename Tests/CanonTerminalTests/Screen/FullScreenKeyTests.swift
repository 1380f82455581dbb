import CanonControl
import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// What a key does on the full screen.
@MainActor @Suite struct FullScreenKeyTests {
  // MARK: - Stems

  @Test func theKeyBesideAStemSelectsAndPressesItWithShiftAtOnce() async throws {
    let bench = try await ScreenBench()
    #expect(bench.screen.state.selected == 0)
    await bench.press("2")
    #expect(await bench.stem("violin-a") == "wait, play")
    #expect(bench.screen.state.selected == 1)
    await bench.press("#")
    #expect(await bench.stem("violin-b") == "play")
    #expect(bench.screen.state.selected == 2)
    await bench.press("p")
    #expect(await bench.stem("violin-b") == "play, mute", "the selected one is pressed")
    await bench.press("k", "P")
    #expect(await bench.stem("violin-a") == "stop", "what waits is taken back")
    await bench.press("P")
    #expect(await bench.stem("violin-a") == "play", "now")
  }

  @Test func aKeyWithoutAMeaningDoesNothing() async throws {
    let bench = try await ScreenBench()
    await bench.press("9", "~", .tab, .function(9))
    for id in ScreenBench.stems.dropFirst() { #expect(await bench.stem(id) == "stop") }
    #expect(bench.screen.state.selected == 0 && !bench.screen.state.isTyping)
    #expect(bench.screen.state.messages.isEmpty)
  }

  @Test func theSelectionStaysInTheSet() async throws {
    let bench = try await ScreenBench()
    await bench.press("k")
    #expect(bench.screen.state.selected == 0)
    await bench.press("G")
    #expect(bench.screen.state.selected == 3)
    await bench.press("j")
    #expect(bench.screen.state.selected == 3)
    await bench.press("k")
    #expect(bench.screen.state.selected == 2)
    await bench.press("g")
    #expect(bench.screen.state.selected == 0)
    await bench.screen.handle(.wheel(2))
    #expect(bench.screen.state.selected == 2)
    await bench.screen.handle(.wheel(-1))
    #expect(bench.screen.state.selected == 1)
  }

  @Test func aPageIsAsManyStemsAsAreSeen() async throws {
    let bench = try await ScreenBench()
    bench.terminal.size = ScreenSize(columns: 40, rows: 6)
    _ = await bench.picture()
    await bench.press(.pageDown)
    #expect(bench.screen.state.selected == 3)
    bench.terminal.size = ScreenSize(columns: 40, rows: 5)
    _ = await bench.picture()
    await bench.press(.pageUp)
    #expect(bench.screen.state.selected == 0)
    #expect(
      Screen.page(try #require(bench.screen.state.shown), size: bench.terminal.size, style: ScreenStyle())
        == 3)
  }

  // MARK: - Undo

  @Test func undoTakesTheLastPressBackOnce() async throws {
    let bench = try await ScreenBench()
    await bench.press("3")
    await bench.press("2")
    await bench.press("u")
    #expect(await bench.stem("violin-a") == "stop")
    #expect(await bench.stem("violin-b") != "stop")
    await bench.press("u")
    #expect(await bench.stem("violin-b") == "stop")
    await bench.press("u")
    #expect(await bench.stem("violin-a") == "stop", "nothing is left")
  }

  @Test func aPressThatIsRefusedIsNotWhatUndoTakesBack() async throws {
    let bench = try await ScreenBench()
    await bench.press("2", "4")
    #expect(await bench.stem("violin-c") == "stop")
    await bench.press("u")
    #expect(await bench.stem("violin-a") == "stop")
  }

  @Test func undoTakesBackWhatWasChangedLastWhateverIsSelected() async throws {
    let bench = try await ScreenBench()
    await bench.press("@", "3", "g", "m")
    #expect(await bench.stem("cello") == "play, mute")
    await bench.press("u")
    #expect(await bench.stem("cello") == "play")
    await bench.press("u")
    #expect(await bench.stem("violin-b") == "stop")
    #expect(await bench.stem("violin-a") == "play")
  }

  // MARK: - Pause

  @Test func pauseSilencesWhatSoundsAndBringsJustThatBack() async throws {
    let bench = try await ScreenBench()
    await bench.press("@", "3", " ")
    await bench.run(ScreenBench.loop)
    #expect(await bench.isPaused)
    #expect(await bench.stem("cello") == "play")
    #expect(await bench.stem("violin-a") == "play")
    #expect(await bench.stem("violin-b") == "play", "what waits goes on unheard")
    try await bench.wait { bench.screen.state.messages.last == "The performance is paused." }
    await bench.press(" ")
    await bench.run(1)
    #expect(await !bench.isPaused)
    try await bench.wait { bench.screen.state.messages.last == "The performance is resumed." }
    await bench.press(" ")
    await bench.run(1)
    #expect(await bench.isPaused, "the next pause is a new one")
  }

  @Test func panicStopsEverythingAtOnce() async throws {
    let bench = try await ScreenBench()
    await bench.press("@", "3", .control("x"))
    await bench.run(1)
    #expect(await bench.stem("cello") == "stop")
    #expect(await bench.stem("violin-a") == "stop")
    #expect(await bench.stem("violin-b") == "stop")
  }

  @Test(
    "While a file is read, keys are read on: a panic comes at once, and what waited starts nothing after it")
  func panicWhileAFileIsRead() async throws {
    let disk = SlowDisk()
    let bench = try await ScreenBench(disk: disk)
    await bench.press("@")
    await bench.command("replace violin-b violin-a.wav")
    await bench.press("#", .control("x"))
    #expect(await bench.stem("cello") == "stop")
    #expect(await bench.stem("violin-a") == "stop")
    await disk.letGo()
    await bench.screen.lane.finish()
    await bench.run(ScreenBench.loop)
    #expect(await bench.stem("violin-b") == "stop")
  }

  @Test("Scenes come one after the other, and steps of a gain add up behind a file that is read")
  func order() async throws {
    let disk = SlowDisk()
    let scenes = (1...3).map { "[[scene]]\nid = \"s\($0)\"\ncommands = [\"gain cello -\($0)\"]\n" }.joined()
    let bench = try await ScreenBench(set: scenes, disk: disk)
    await bench.press(">", ">")
    #expect(await bench.session.stem("cello").gainGoal == Decibels(-2)!)
    await bench.command("replace cello cello.wav")
    await bench.press("-", "-", "-")
    await disk.letGo()
    await bench.screen.lane.finish()
    await bench.run()
    #expect(await bench.session.stem("cello").gainGoal == Decibels(-5)!)
  }

  // MARK: - What lies over the stems

  @Test func helpAndDoorsCoverTheStemsUntilTheirKeyOrEscape() async throws {
    let bench = try await ScreenBench()
    func title() async -> String? {
      await bench.picture().first { $0.contains("┌─ ") }.map { String($0.split(separator: " ")[1]) }
    }
    for (key, name) in [("?", "Help"), ("d", "Doors")] as [(Key, String)] {
      await bench.press(key)
      #expect(await title() == name)
      await bench.press(key)
      #expect(await title() == nil)
      await bench.press(key, .escape)
      #expect(await title() == nil)
    }
    await bench.press("?", "d")
    #expect(await title() == "Doors")
    await bench.press("?")
    #expect(await title() == "Help")
  }

  @Test func theHelpMovesUpToItsEndAndTheSelectionStays() async throws {
    let bench = try await ScreenBench()
    await bench.press("?")
    _ = await bench.picture()
    await bench.press("k")
    #expect(bench.screen.state.overlayStart == 0)
    await bench.press("j", "j")
    #expect(bench.screen.state.overlayStart == 2)
    await bench.press("G")
    let last = Screen.lastOverlayStart(
      try #require(bench.screen.state.shown), size: bench.terminal.size, style: ScreenStyle())
    #expect(last > 2 && bench.screen.state.overlayStart == last)
    await bench.press("k")
    #expect(bench.screen.state.overlayStart == last - 1)
    #expect(bench.screen.state.selected == 0)
    await bench.press("d", "j")
    #expect(bench.screen.state.selected == 1, "over the doors a stem is selected")
  }

  @Test func theScreenIsDrawnAnewWhenAsked() async throws {
    let bench = try await ScreenBench()
    await bench.press(.control("l"))
    #expect(bench.terminal.redraws == 1)
  }
}
