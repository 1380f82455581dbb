import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// How the full screen is left, and what is not answered before.
@MainActor @Suite struct FullScreenQuitTests {
  @Test("While a stem plays the key asks first; y or the same key ends the music", arguments: ["y", "q"])
  func yes(key: Key) async throws {
    let bench = try await ScreenBench()
    await bench.press("q")
    #expect(bench.screen.state.asksToQuit && !bench.screen.state.isDone)
    #expect(await bench.picture().last?.hasPrefix(" Quit? ") == true)
    await bench.press(key)
    #expect(bench.screen.state.isDone)
  }

  @Test(
    "Any other key goes on, and does nothing else",
    arguments: ["n", "2", "Y", ":", "?", .enter, .escape] as [Key])
  func no(key: Key) async throws {
    let bench = try await ScreenBench()
    await bench.press("q", key)
    #expect(!bench.screen.state.asksToQuit && !bench.screen.state.isDone)
    #expect(await bench.stem("violin-a") == "stop")
    #expect(!bench.screen.state.isTyping && bench.screen.state.overlay == .none)
    await bench.press("y")
    #expect(!bench.screen.state.isDone, "without a question y is no answer")
  }

  @Test func inSilenceNothingIsAsked() async throws {
    let bench = try await ScreenBench()
    await bench.command("stop cello now")
    await bench.press("q")
    #expect(bench.screen.state.isDone)
  }

  @Test func whoDoesNotWantToBeAskedIsNot() async throws {
    var options = FullScreen.Options()
    options.keys = try KeyTable.parse(path: "keys.toml", text: "confirm_quit = false\n")
    let bench = try await ScreenBench(options)
    await bench.press("q")
    #expect(bench.screen.state.isDone)
  }

  @Test func whatIsPressedBeforeTheClockStartsIsReceivedWithItsFirstFrame() async throws {
    let bench = try await ScreenBench(rolls: false)
    await bench.press("2")
    await bench.press(" ")
    await bench.roll()
    try await bench.wait { await bench.stem("violin-a") == "play" }
    try await bench.wait { await bench.session.snapshot().stems.allSatisfy(\.isHeld) }
    await bench.command("quit")
    #expect(bench.screen.state.isDone)
  }

  @Test func theTerminalIsGivenBackForAWhileAndAtTheEnd() async throws {
    let bench = try await ScreenBench()
    await bench.screen.suspend()
    #expect(bench.terminal.ways == ["suspend"])
    await bench.screen.flush()
    #expect(bench.terminal.ways == ["suspend", "leave"])
  }

  @Test func aPasteIsNoAnswer() async throws {
    let bench = try await ScreenBench()
    await bench.press("q")
    await bench.screen.handle(.paste("y\n"))
    #expect(!bench.screen.state.isDone && !bench.screen.state.asksToQuit)
    #expect(bench.screen.state.isTyping && bench.screen.state.editor.text == "y ")
  }
}
