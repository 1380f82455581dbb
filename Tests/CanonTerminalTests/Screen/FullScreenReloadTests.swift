import CanonEngine
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The set is read again while the screen shows it.
@Suite @MainActor struct FullScreenReloadTests {
  private func edit(_ bench: ScreenBench, _ change: (String) -> String) throws {
    let text = try String(contentsOfFile: bench.folder.file("set.toml"), encoding: .utf8)
    _ = try bench.folder.write(change(text), to: "set.toml")
  }

  @Test("New stems have rows and keys, those that have left have none, and the selection stays on its stem")
  func stems() async throws {
    let bench = try await ScreenBench()
    await bench.press("j", "j")
    #expect(bench.screen.selectedID == "violin-b")
    try FileManager.default.copyItem(
      atPath: bench.folder.file("violin-a.wav"), toPath: bench.folder.file("horn.wav"))
    try edit(bench) { text in
      let parts = text.components(separatedBy: "[[stem]]")
      let horn = "\nid = \"horn\"\nfile = \"horn.wav\"\nkey = \"m\"\n"
      return [parts[0], parts[3], horn, parts[1], parts[4]].joined(separator: "[[stem]]")
    }
    // A door that has just opened, for as long as the test lasts.
    let snapshot = await bench.session.snapshot()
    bench.screen.state.handle(
      .opened(StemIndex(3), .open(since: nil, until: nil)), in: snapshot, at: .now + .seconds(3600))
    #expect(bench.screen.state.opened(.now) == [3])
    await bench.command("reload now")
    try await bench.wait { bench.session.program.number == 2 }
    let picture = await bench.picture()
    #expect(bench.screen.state.opened(.now).isEmpty, "the stems have other numbers")
    #expect(bench.screen.state.messages.contains { $0.hasPrefix("\"m\" does not press horn") })
    #expect(bench.screen.selectedID == "violin-b")
    #expect(picture.contains { $0.contains(" 2 horn") })
    #expect(bench.screen.state.shown?.snapshot.stems.map(\.id) == ["violin-b", "horn", "cello", "violin-c"])
    try await bench.wait { bench.screen.state.messages.contains { $0.contains("new: horn; gone: violin-a") } }
    await bench.press("2")
    #expect(await bench.stem("horn") == "wait, play")
    #expect(bench.screen.state.editor.source.stems == ["violin-b", "horn", "cello", "violin-c"])
  }

  @Test("Events of stems that have left are told by their names, however late they are read")
  func lateEvents() async throws {
    let bench = try await ScreenBench()
    await bench.press("#")
    try edit(bench) { $0.components(separatedBy: "[[stem]]").dropLast(2).joined(separator: "[[stem]]") }
    // The schedule has a door of a stem that is gone.
    _ = try bench.folder.write("set = \".\"\n", to: "doors.toml")
    await bench.command("gain violin-b -3")
    await bench.command("reload now")
    try await bench.wait { bench.session.program.number == 2 }
    try await bench.wait {
      bench.screen.state.messages.contains { $0.contains("gone: violin-b and violin-c") }
    }
    #expect(await bench.picture().count > 4)
  }
}
