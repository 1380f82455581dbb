import CanonControlSupport
import CanonEngine
import CanonTerminal
import Testing

@testable import CanonSession

/// How the words on the screen look, and what tells the same without colours.
@Suite struct ScreenRoleTests {
  private func lines(
    _ view: ScreenView, _ columns: Int = 80, _ rows: Int = 24, colour: Bool = true, ascii: Bool = false
  ) -> [StyledLine] {
    Screen.lines(
      view, size: ScreenSize(columns: columns, rows: rows),
      style: ScreenStyle(isASCII: ascii, hasColour: colour))
  }

  /// The first span whose text holds these letters.
  private func span(_ text: String, _ lines: [StyledLine]) throws -> Span {
    try #require(lines.lazy.flatMap(\.spans).first { $0.text.contains(text) }, "no span has \"\(text)\"")
  }

  private func stage(_ status: StemStatus, at position: FramePosition? = nil) throws -> Stage {
    var stage = try Stage()
    stage.position = position ?? stage.position
    stage.add("flute", "Flute", status)
    return stage
  }

  @Test(
    "Each state has its mark, its word and its role",
    arguments: [
      (StemStatus.stop, "■ stop", Role.stop), (.wait(Stage.asked(3 * Stage.loop)), "● wait", .wait),
      (.play, "► play", .play), (.mute, "‖ mute", .mute),
      (.playThenStop(Stage.asked(3 * Stage.loop)), "► play", .play),
      (.muteThenPlay(Stage.asked(3 * Stage.loop)), "‖ mute", .mute),
    ])
  func states(status: StemStatus, text: String, role: Role) throws {
    #expect(try span(text, lines(stage(status).view)).role == role)
  }

  @Test(
    "What plays, or is about to, is put forward",
    arguments: [
      (StemStatus.stop, "■ stop", false), (.wait(Stage.asked(3 * Stage.loop)), "● wait", true),
      (.play, "► play", true), (.mute, "‖ mute", false),
    ])
  func bold(status: StemStatus, text: String, isBold: Bool) throws {
    #expect(try span(text, lines(stage(status).view)).isBold == isBold)
  }

  @Test("The key of the selected stem alone is reversed, and its name is bold", arguments: [0, 1, 4])
  func selection(selected: Int) throws {
    var view = try Stage.usual().view
    view.selected = selected
    for colour in [true, false] {
      let rows = lines(view, colour: colour)
      for (index, stem) in view.snapshot.stems.enumerated().dropLast() {
        let name = String(stem.title.prefix(8))
        let row = try #require(rows.first { $0.text.contains(name) })
        let key = try #require(row.spans.first { $0.text.contains(view.keys[index]) })
        #expect(key.isReverse == (index == selected), "\(name)")
        #expect(try span(name, [row]).isBold == (index == selected), "\(name)")
      }
    }
  }

  @Test("A waiting stem blinks on the beat", arguments: 0..<4)
  func blinks(beat: Int64) throws {
    let wait = StemStatus.wait(Stage.asked(3 * Stage.loop))
    let first = try stage(wait, at: 2 * Stage.loop + beat * Stage.beat)
    let lit = try span("● wait", lines(first.view))
    #expect(lit.isReverse)
    let lastLit = try stage(wait, at: 2 * Stage.loop + beat * Stage.beat + Stage.beat / 2 - 1)
    #expect(try span("● wait", lines(lastLit.view)).isReverse)
    let second = try stage(wait, at: 2 * Stage.loop + beat * Stage.beat + Stage.beat / 2)
    let unlit = try span("○ wait", lines(second.view))
    #expect(!unlit.isReverse)
    #expect(unlit.role == .wait)
  }

  @Test func nothingBlinksWhileThereIsNoServer() throws {
    var stage = try stage(.wait(Stage.asked(3 * Stage.loop)), at: 2 * Stage.loop + Stage.beat - 1)
    stage.isAway = true
    #expect(try span("● wait", lines(stage.view)).isReverse)
  }

  @Test(
    "A pending change counts its beats down, each beat one less",
    arguments: [
      (0, "→ play 32 beats"), (1, "→ play 32 beats"), (Stage.beat - 1, "→ play 32 beats"),
      (Stage.beat, "→ play 31 beats"), (23 * Stage.beat, "→ play  9 beats"),
      (31 * Stage.beat, "→ play   1 beat"),
      (Stage.loop - 1, "→ play   1 beat"),
    ])
  func countdown(after frames: Int64, text: String) throws {
    let stage = try stage(.wait(Stage.asked(3 * Stage.loop)), at: 2 * Stage.loop + frames)
    let line = try #require(lines(stage.view, 140).first { $0.text.contains("Flute") })
    #expect(line.text.contains("  \(text)  "))
    #expect(try span("→ play", [line]).role == .pending)
  }

  @Test func aShutStemIsGreyFromItsKeyToItsDate() throws {
    let view = try Stage.usual().view
    let line = try #require(lines(view).first { $0.text.contains("Violin E") })
    #expect(
      line.spans.allSatisfy { $0.role == .locked || $0.text.allSatisfy { $0 == " " } || $0.role == .normal })
    #expect(try span("× locked", [line]).role == .locked)
    #expect(try span("opens Thursday 2026-12-24", lines(view)).role == .locked)
  }

  @Test func theSelectedStemHasItsMarkOnAllOfItsRows() throws {
    let lines = try lines(Stage.usual().view)
    let marked = lines.indices.filter { lines[$0].text.hasPrefix("▌") }
    #expect(marked.count == 2)
    #expect(lines[marked[0]].text.contains("Violin A"))
    #expect(lines[marked[0]].spans[0].role == .selected)
  }

  @Test func aMeterIsColouredByItsScale() throws {
    var stage = try Stage()
    stage.add("flute", "Flute", .play)
    var view = stage.view
    view.levels = [
      MeterReading(peak: StereoValue(1, 1), hold: StereoValue(1, 1), rms: StereoValue(1, 1), clips: 0)
    ]
    let line = try #require(lines(view).first { $0.text.contains("Flute") })
    let bar = line.spans.filter { $0.text.contains("▆") }
    #expect(bar.map(\.role) == [.meterLow, .meterMid, .meterHigh])
  }

  @Test func aClipLightsTheLampBesideItsMeter() throws {
    var stage = try Stage()
    stage.add("flute", "Flute", .play)
    var view = stage.view
    view.levels = [Stage.reading(0.5, 0.5, clips: 1)]
    let lamp = try span("!", lines(view))
    #expect((lamp.role == .error) && lamp.isReverse)
    view.master = Stage.reading(0.5, 0.5, clips: 2)
    #expect(try span("2 clips", lines(view)).role == .error)
  }

  @Test("Trouble is a warning in words", arguments: [(80, 24), (40, 10)])
  func trouble(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(connections: [])
    #expect(try span("no one hears this", lines(view, columns, rows)).role == .warning)
    view.server = Stage.server(ownBackend: "dummy")
    #expect(try span("o one hears this", lines(view, columns, rows)).role == .warning)
    var stage = try Stage.usual()
    stage.isAway = true
    #expect(try span("no server", lines(stage.view, columns, rows)).role == .error)
  }

  @Test func troubleAndPreviewStandEvenWhereHardlyAnythingDoes() throws {
    var view = try Stage.usual().view
    (view.server, view.preview) = (Stage.server(connections: []), "2026-12-20 12:00")
    for size in [(20, 5), (24, 6), (40, 10), (79, 14)] {
      let lines = lines(view, size.0, size.1)
      #expect(
        lines.contains { $0.text.contains("no one hears this") || $0.text.contains("unheard") }, "\(size)")
      #expect(try span(" preview", lines).role == .preview, "\(size)")
    }
  }

  @Test("Without colours the letters are the same", arguments: [(80, 24), (40, 10), (200, 60)])
  func withoutColours(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(connections: [], xruns: 2)
    view.preview = "2026-12-20"
    let coloured = lines(view, columns, rows)
    let plain = lines(view, columns, rows, colour: false)
    #expect(plain.map(\.text) == coloured.map(\.text))
    for span in plain.flatMap(\.spans) {
      switch span.role {
      case .warning, .error, .preview: #expect(span.isReverse)
      case .play, .wait, .pending: #expect(span.isBold)
      default: break
      }
    }
  }

  @Test func theCursorIsTheReversedCell() throws {
    var view = try Stage.usual().view
    view.commandLine = CommandLineView(text: "gain", cursor: 2)
    let line = try #require(lines(view).first { $0.text.hasPrefix(" :gain") })
    #expect(line.spans.filter(\.isReverse).map(\.text) == ["i"])
  }

  @Test func theTakenCompletionIsReversed() throws {
    var view = try Stage.usual().view
    view.commandLine = CommandLineView(
      text: "st", cursor: 2, completions: ["start", "stop"], selectedCompletion: 1)
    #expect(try #require(lines(view).last).spans.filter(\.isReverse).map(\.text) == ["stop"])
  }
}
