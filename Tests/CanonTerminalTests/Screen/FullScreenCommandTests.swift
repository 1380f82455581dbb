import CanonControlSupport
import CanonEngine
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The command line at the foot of the full screen, and the mouse.
@MainActor @Suite struct FullScreenCommandTests {
  // MARK: - Typing

  @Test func whatIsTypedIsCarriedOutWithEnterAndLeftWithEscape() async throws {
    let bench = try await ScreenBench()
    await bench.command("start violin-a now")
    #expect(await bench.stem("violin-a") == "play")
    #expect(!bench.screen.state.isTyping)
    await bench.press(":", "q", "2")
    #expect(bench.screen.state.editor.text == "q2", "keys are letters")
    #expect(await bench.stem("violin-a") == "play")
    await bench.press(.escape)
    #expect(!bench.screen.state.isTyping && bench.screen.state.editor.text.isEmpty)
  }

  @Test("What a word shows stands over the stems until Escape")
  func views() async throws {
    let bench = try await ScreenBench()
    for (line, title) in [
      ("doors", "Doors"), ("  help ", "Commands 1–"), ("help solo", "solo"), ("status", "Status"),
    ] {
      await bench.command(line)
      #expect(await bench.picture().contains { $0.hasPrefix("┌─ \(title)") }, "\(line)")
    }
    #expect(bench.screen.state.messages.isEmpty)
    await bench.press(.escape)
    #expect(await !bench.picture().contains { $0.hasPrefix("┌─") })
    await bench.command("quit")
    #expect(bench.screen.state.isDone && !bench.screen.state.asksToQuit, "a word typed in full is meant")
  }

  @Test func theStatusOverTheStemsIsAlwaysTheCurrentOneInTheScreensLanguage() async throws {
    var options = FullScreen.Options()
    options.language = .japanese
    let bench = try await ScreenBench(options)
    await bench.command("status")
    #expect(await bench.picture().contains { $0.contains("violin-a：停止中") })
    await bench.press("@")
    #expect(await bench.picture().contains { $0.contains("violin-a：再生中") })
  }

  @Test func theWordsAreReadToTheirEndWithTheKeysThatSelectStems() async throws {
    let bench = try await ScreenBench()
    await bench.command("help")
    _ = await bench.picture()
    await bench.press(.pageDown)
    #expect(bench.screen.state.overlayStart == 16, "as many lines as are seen")
    await bench.press("G")
    #expect(await bench.picture().contains { $0.contains("LENGTH is a number of loops") })
    #expect(bench.screen.state.selected == 0)
  }

  @Test func aWordThatIsNoneIsToldWithWhatWasMeant() async throws {
    let bench = try await ScreenBench()
    await bench.command("dors")
    try await bench.wait { !bench.screen.state.messages.isEmpty }
    let message = try #require(bench.screen.state.messages.last)
    #expect(message.hasPrefix("Refused: unknown word \"dors\"") && message.contains("\"doors\""))
    #expect(bench.screen.state.overlay == .none)
  }

  @Test(
    "What is refused, because of a door, a file or an undo, is told in the screen's language",
    arguments: [
      ("start violin-c now", "実行できません：「violin-c」は", "です。"), ("undo", "実行できません：元に戻すものがありません", "。"),
      ("replace violin-a none.wav", "実行できません：「violin-a」は鳴らせません：", "大文字と小文字は区別されます。"),
    ])
  func refusals(command: String, start: String, end: String) async throws {
    var options = FullScreen.Options()
    options.language = .japanese
    let bench = try await ScreenBench(options)
    await bench.command(command)
    try await bench.wait { !bench.screen.state.messages.isEmpty }
    let message = try #require(bench.screen.state.messages.last)
    #expect(message.hasPrefix(start) && message.hasSuffix(end), "\(message)")
    #expect(await bench.picture().contains { $0.contains("次の扉：violin-c") })
  }

  @Test func aLineThatIsTooLongIsToldWhenItIsToBeCarriedOut() async throws {
    let bench = try await ScreenBench()
    await bench.press(":")
    await bench.screen.handle(.paste(String(repeating: "x", count: 1001)))
    #expect(bench.screen.state.messages.isEmpty)
    await bench.press(.enter)
    #expect(
      bench.screen.state.messages == [
        "Refused: the line is longer than 1000 bytes, and its end is lost. "
          + "Delete some of it, or leave it with Escape."
      ])
    #expect(bench.screen.state.isTyping)
  }

  @Test func aSceneIsReadBesideTheKeys() async throws {
    let bench = try await ScreenBench(set: "[[scene]]\nid = \"tutti\"\ncommands = [\"start violin-a now\"]\n")
    await bench.command("scene tutti")
    try await bench.wait { await bench.stem("violin-a") == "play" }
  }

  @Test("Tab knows the set's stems, its scenes, and the screen's own words")
  func completion() async throws {
    let bench = try await ScreenBench(set: "[[scene]]\nid = \"tutti\"\ncommands = [\"start violin-a now\"]\n")
    let source = bench.screen.state.editor.source
    #expect(source.stems == ScreenBench.stems && source.scenes == ["tutti"])
    #expect(source.place == .screen)
  }

  // MARK: - History

  @Test func whatIsTypedIsKeptAndFoundTheNextEvening() async throws {
    let folder = try TestFolder()
    var options = FullScreen.Options()
    options.history = HistoryFile(path: folder.file("history"))
    let first = try await ScreenBench(options)
    await first.command("mute cello")
    await first.command("strat cello")
    await first.press(":", "x", .escape)
    let kept = try String(contentsOfFile: folder.file("history"), encoding: .utf8)
    #expect(kept == "mute cello\nstrat cello\n", "each line once, and nothing that was left")
    let second = try await ScreenBench(options)
    await second.press(":", .up, .up)
    #expect(second.screen.state.editor.text == "mute cello")
  }

  @Test func aHistoryThatCannotBeKeptIsToldAndTheCommandIsCarriedOut() async throws {
    let folder = try TestFolder()
    var options = FullScreen.Options()
    options.history = HistoryFile(path: folder.path)
    let bench = try await ScreenBench(options)
    await bench.command("start violin-a now")
    #expect(bench.screen.state.messages.first?.contains("the history of the command line") == true)
    #expect(await bench.stem("violin-a") == "play")
  }

  // MARK: - The mouse

  @Test func aClickPressesAStemAndSelectsItOnItsMeter() async throws {
    let bench = try await ScreenBench()
    let row = try #require(await bench.picture().firstIndex { $0.contains("violin-b") })
    await bench.screen.handle(.click(row: row, column: 5))
    await bench.run()
    #expect(await bench.stem("violin-b") == "wait, play")
    #expect(await bench.session.stem("violin-b").status.pending?.by == .mouse)
    #expect(bench.screen.state.selected == 2)
    await bench.press("u")
    await bench.run()
    #expect(await bench.stem("violin-b") == "stop", "a key takes back what a click has done")
    let below = try #require(await bench.picture().firstIndex { $0.contains("violin-a") })
    await bench.screen.handle(.click(row: below, column: 78))
    await bench.run()
    #expect(await bench.stem("violin-a") == "stop")
    #expect(bench.screen.state.selected == 1)
  }

  @Test func whileACommandIsTypedOrAQuestionStandsAClickDoesNothing() async throws {
    let bench = try await ScreenBench()
    let row = try #require(await bench.picture().firstIndex { $0.contains("violin-b") })
    for key in [":", "q"] as [Key] {
      await bench.press(key)
      await bench.screen.handle(.click(row: row, column: 5))
      await bench.run()
      #expect(await bench.stem("violin-b") == "stop")
      #expect(bench.screen.state.selected == 0)
      await bench.press(.escape)
    }
  }

  // MARK: - What is shown

  @Test func theFirstPictureHasTheKeysTheDayAndWhatIsToBeTold() async throws {
    var options = FullScreen.Options()
    options.notes = ["Something to know."]
    let bench = try await ScreenBench(options, preview: "2026-12-05")
    let lines = await bench.picture()
    #expect(lines.first?.contains(" preview: 2026-12-05 ") == true)
    #expect(lines.contains { $0.contains("Something to know.") })
    #expect(lines.contains { $0.hasPrefix(" 2 violin-a ") } && lines.contains { $0.hasPrefix("▌1 cello ") })
    #expect(lines.last?.hasPrefix(" 1-4 press  ? help  q quit ") == true)
    #expect(lines.contains { $0.contains("next door: violin-c") })
    let shown = try #require(bench.screen.state.shown)
    #expect(shown.playHeads.count == 4 && shown.playHeads[0] != nil && shown.playHeads[1] == nil)
  }

  @Test("A set's key that an action has is told at first, and needs no attention")
  func keyNotes() async throws {
    let bench = try await ScreenBench(set: "key = \"m\"\n")
    #expect(bench.screen.state.messages.count == 1)
    #expect(bench.screen.state.messages.first?.hasPrefix("\"m\" does not press violin-c") == true)
    #expect(!bench.screen.state.isMessageNew(.now))
  }

  @Test("What is asked for at the start stands over the stems")
  func firstView() async throws {
    var options = FullScreen.Options()
    options.view = .status
    let bench = try await ScreenBench(options)
    #expect(await bench.picture().contains { $0.hasPrefix("┌─ Status") })
  }

  @Test("The server is shown with what the driver reports of its health")
  func health() async throws {
    let bench = try await ScreenBench()
    let snapshot = await bench.session.snapshot()
    bench.screen.state.handle(.driver(.connected(server())), in: snapshot)
    let picture = await bench.picture()
    #expect(picture.contains { $0.contains("256 frames, 5.3 ms   load 12.0 %") }, "\(picture)")
    #expect(picture.contains { $0.hasPrefix(" → system:playback_1 ") })
  }

  @Test("The play heads are where the stems are in their loops")
  func playHeads() async throws {
    let bench = try await ScreenBench()
    await bench.run(ScreenBench.loop / 2)
    _ = await bench.picture()
    let head = try #require(bench.screen.state.shown?.playHeads[0])
    #expect(abs(head - 0.5) < 0.05)
  }

  @Test("The seek keys move the music by the seconds of keys.toml")
  func seekSeconds() async throws {
    var options = FullScreen.Options()
    options.keys = try KeyTable.parse(path: "keys.toml", text: "seek_seconds = 3\n")
    let bench = try await ScreenBench(options)
    await bench.press(".")
    try await bench.wait { !bench.screen.state.messages.isEmpty }
    // A loop lasts 0.24 s.
    #expect(bench.screen.state.messages.first?.contains(#/moves to loop 1[345]/#) == true)
  }

  @Test func thePicturesOfTheLoopsComeWhereThereIsRoom() async throws {
    let bench = try await ScreenBench()
    while await bench.session.makeProfile() {}
    bench.terminal.size = ScreenSize(columns: 59, rows: 24)
    _ = await bench.picture()
    #expect(bench.screen.state.shown?.waveforms.isEmpty == true)
    bench.terminal.size = ScreenSize(columns: 60, rows: 24)
    _ = await bench.picture()
    #expect(bench.screen.state.shown?.waveforms.map(\.isEmpty) == [false, false, false, true])
    bench.terminal.size = ScreenSize(columns: 59, rows: 24)
    _ = await bench.picture()
    #expect(bench.screen.state.shown?.waveforms.isEmpty == true)
  }
}
