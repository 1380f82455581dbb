import CanonEngine
import CanonSchedule
import CanonStems
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The title, the day and the range of stems in one line.
@Suite struct TitleLineTests {
  @Test("The day is told in fewer and fewer words")
  func day() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      shownText(
        TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: nil).row())
    }
    #expect(row(80).hasSuffix("Sunday 2026-12-20 12:00:41 (Asia/Tokyo)"))
    #expect(row(50).hasSuffix("  Sunday 2026-12-20 12:00:41"))
    #expect(row(40).hasSuffix("  Sunday 2026-12-20 12:00:41"))
    #expect(row(36).hasSuffix("  2026-12-20 12:00:41") && !row(36).contains("Sunday"))
    #expect(row(24).hasSuffix(" 12:00:41") && !row(24).contains("2026"))
  }

  @Test(
    "Which stems are shown is said once: in the heading if it has room, else beside the title",
    arguments: [(80, 10), (80, 17), (80, 18), (80, 24), (40, 18), (40, 10), (200, 60)])
  func range(columns: Int, rows: Int) throws {
    let lines = try Screen.lines(Stage.many(200).view, size: ScreenSize(columns: columns, rows: rows))
    #expect(lines.count { $0.text.contains(" of 200") } == 1, "\(lines.map(\.text))")
  }

  @Test func theRangeIsLeftOutWhereTheTitleNeedsTheRoom() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      shownText(
        TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: "1–2 of 64")
          .row())
    }
    #expect(row(40).contains("  1–2 of 64  "))
    #expect(!row(14).contains("of 64"))
    for columns in 5...60 {
      #expect(DisplayWidth.width(row(columns)) <= columns, "\(columns): \(row(columns))")
    }
  }

  @Test("What is recorded is shown with its length, at every width", arguments: [24, 40, 80, 160])
  func recording(columns: Int) throws {
    var view = try Stage.usual().view
    func row() -> String {
      shownText(
        TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: nil).row())
    }
    #expect(!row().contains("REC"))
    view.snapshot.recording = RecordStatus(path: "a.wav", frames: 48_000 * 3725, sampleRate: .studio)
    #expect(row().contains("REC 1:02:05"))
    #expect(DisplayWidth.width(row()) <= columns)
  }

  @Test(
    "Another tempo and key are shown at every width, and the music's own are not",
    arguments: [24, 40, 80, 160])
  func playback(columns: Int) throws {
    var view = try Stage.usual().view
    func row() -> String {
      shownText(
        TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: nil).row())
    }
    #expect(!row().contains("%") && !row().contains("BPM"))
    view.snapshot.playback = Playback(tempo: .beats(Tempo(92)!), key: Transposition(cents: -30)!)
    #expect(row().contains(columns > 24 ? "92 BPM  -30 cents" : "92 BPM"))
    view.snapshot.playback = Playback(tempo: .percent(115_000))
    #expect(row().contains("115 %") && !row().contains("BPM"))
    #expect(DisplayWidth.width(row()) <= columns)
  }

  @Test("A long title gives way: two cells stay before the day, whatever stands beside the title")
  func longTitle() throws {
    var stage = try Stage.usual()
    stage.title = String(repeating: "Canon", count: 40)
    let plain = stage.view
    func check(_ what: String, range: String? = nil, _ change: (inout ScreenView) -> Void = { _ in }) {
      var view = plain
      change(&view)
      let row = TitleLine(
        context: DrawingContext(view, columns: 100), showsAlert: false, range: range
      ).row()
      #expect(row.width == 99, "\(what)")
      #expect(row.spans.last?.text.hasSuffix("12:00:41 (Asia/Tokyo)") == true, "\(what)")
      #expect(row.spans.dropLast().last?.text == "  ", "\(what): \(shownText(row))")
      #expect(shownText(row).contains("…"), "\(what)")
    }
    check("the title")
    check("the range", range: "1–2 of 64")
    check("the preview") { $0.preview = "2026-12-24" }
    check("frozen") { $0.snapshot.isFrozen = true }
    check("another tempo") { $0.snapshot.playback = Playback(tempo: .percent(115_000)) }
    check("a recording") {
      $0.snapshot.recording = RecordStatus(path: "a.wav", frames: 48_000, sampleRate: .studio)
    }
    check("a capture") {
      $0.snapshot.capture = CaptureStatus(
        stem: "voice", isAdded: false, from: 0, until: 9, latency: 0, sources: [])
    }
  }

  @Test("The range, the preview, the pause and what is recorded stand two cells apart")
  func gaps() throws {
    var view = try Stage.usual().view
    view.preview = "2026-12-24"
    view.snapshot.isFrozen = true
    view.snapshot.recording = RecordStatus(path: "a.wav", frames: 48_000, sampleRate: .studio)
    let title = TitleLine(
      context: DrawingContext(view, columns: 200), showsAlert: false, range: "1–2 of 64"
    ).row()
    for (text, role) in [
      ("1–2 of 64", .heading), ("2026-12-24", .preview), ("frozen", .warning), ("REC", .error),
    ] as [(String, Role)] {
      #expect(title.spans.first { $0.text.contains(text) }?.role == role, "\(text)")
    }
    let row = shownText(title)
    // Each mark has a cell of its own colour on both sides.
    #expect(row.contains(#/1–2 of 64 {3}\S.*2026-12-24\S* {4}\S+ {4}REC/#), "\(row)")
  }
}
