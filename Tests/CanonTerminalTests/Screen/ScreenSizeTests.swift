import CanonControl
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonTerminal
import Testing

@testable import CanonSession

/// Whatever is shown and however large the terminal is: so many lines, each so many cells wide, of harmless
/// letters.
@Suite struct ScreenSizeTests {
  private static let sizes: [ScreenSize] = {
    var sizes = [0, 1, 2, 3, 7, 19].flatMap { columns in
      [0, 1, 2, 3, 4].map { ScreenSize(columns: columns, rows: $0) }
    }
    for columns in stride(from: 20, through: 215, by: 15) {
      for rows in [5, 8, 10, 16, 24, 29, 70] {
        sizes.append(ScreenSize(columns: columns + rows % 7, rows: rows))
      }
    }
    for width in [35, 36, 63, 64, 129, 130, 155, 156, 220] {
      sizes.append(ScreenSize(columns: width, rows: 24))
    }
    return sizes
  }()

  private func check(_ view: ScreenView, _ sizes: [ScreenSize] = Self.sizes) {
    for size in sizes {
      for style in [ScreenStyle(), ScreenStyle(isASCII: true, hasColour: false)] {
        let lines = Screen.lines(view, size: size, style: style)
        let widths = Set(lines.map(\.width))
        #expect(lines.count == size.rows, "\(size)")
        #expect(size.rows == 0 || widths == [size.columns], "\(size): \(widths)")
        #expect(lines.allSatisfy { Self.isHarmless($0.text) }, "\(size)")
      }
    }
  }

  private static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: false
      default: true
      }
    }
  }

  @Test func theUsualStage() throws { check(try Stage.usual().view) }

  @Test("A piece of a programme", arguments: Language.allCases)
  func piece(language: Language) throws {
    var view = try Stage.inAProgramme().view
    view.language = language
    check(view)
    view.overlay = .doors
    check(view)
  }

  @Test("Doors in wide letters keep the columns", arguments: Language.allCases)
  func otherLanguages(language: Language) throws {
    for stage in [try Stage.behindDoors(), try Stage.usual(), try Stage.japanese()] {
      var view = stage.view
      view.language = language
      check(view)
      view.opened = [1, 2]
      check(view)
      view.overlay = .doors
      check(view)
    }
  }

  @Test func withEverythingOpenThatCanBe() throws {
    var view = try Stage.behindDoors().view
    view.preview = "2026-12-05 12:00"
    view.overlay = .doors
    check(view)
    view.overlay = .keys((0..<60).map { (key: "key \($0)", text: "does something that takes words to say") })
    check(view)
    view.commandLine = CommandLineView(
      text: String(repeating: "gain 音 ", count: 40), cursor: 90, completions: (0..<30).map { "word-\($0)" },
      selectedCompletion: 29)
    check(view)
    view.asksToQuit = true
    check(view)
  }

  @Test func wideLettersAreNeverCutInHalf() throws { check(try Stage.japanese().view) }

  @Test func anEmptySet() throws { check(try Stage().view) }

  @Test func thousandsOfStems() throws {
    var view = try Stage.many(4000).view
    for selected in [-1, 0, 1999, 3999, 5000] {
      view.selected = selected
      check(view, [ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 200, rows: 60)])
    }
  }

  @Test func theSelectedStemIsAlwaysInSight() throws {
    var view = try Stage.many(64).view
    for size in [(20, 5), (40, 10), (80, 24), (200, 60), (220, 70)] {
      for selected in 0..<64 {
        view.selected = selected
        let lines = Screen.lines(view, size: ScreenSize(columns: size.0, rows: size.1))
        #expect(
          lines.contains { line in
            line.spans.contains {
              $0.role == .key && $0.isReverse && Int($0.text.filter(\.isNumber)) == selected + 1
            }
          }, "\(selected) at \(size)")
      }
    }
  }

  @Test(
    "Hostile names reach no line as they are",
    arguments: [
      "\u{1b}[2J\u{1b}]0;owned\u{7}", "a\r\nb\tc", "\u{9b}31m", "\u{202e}desrever", "\u{2028}line\u{2029}",
      "\u{feff}\u{200b}\u{ad}", "\0", "👩‍👩‍👧‍👦👍🏽❤️🏴󠁧󠁢󠁳󠁣󠁴󠁿1️⃣🇯🇵", "e\u{301}\u{302}\u{303}\u{304}\u{305}", "क्षि ภาษาไทย ﷽",
      String(repeating: "\u{301}", count: 50), String(repeating: "長", count: 500), "",
    ])
  func hostileNames(name: String) throws {
    var stage = try Stage()
    stage.title = name
    stage.piece = PieceStatus(
      name: PieceName(number: 1, count: 2, title: name), programme: name, next: name, elapsed: 0,
      remaining: nil, programmeElapsed: 0, programmeRemaining: nil)
    stage.add(name, name, .play)
    stage.add(name, name, door: .waiting(for: [name, name], opens: nil))
    var view = stage.view
    (view.preview, view.keys, view.messages) = (name, [name, name], [name, name + " " + name])
    view.server = ServerView(
      name: name, implementation: name, client: name, sampleRate: 0, period: 0, load: .nan, xruns: -1,
      connections: [name, name], ownBackend: name)
    view.commandLine = CommandLineView(
      text: name, cursor: 3, completions: [name, name], selectedCompletion: 1)
    view.hints = [(key: name, text: name)]
    let sizes = [
      ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 41, rows: 11),
      ScreenSize(columns: 150, rows: 40),
    ]
    check(view, sizes)
    view.overlay = .keys([(key: name, text: name)])
    view.commandLine = nil
    check(view, sizes)
    view.overlay = .doors
    check(view, sizes)
  }

  @Test func numbersThatAreNoneDrawSomething() throws {
    var view = try Stage.usual().view
    for bad: Float in [.nan, .infinity, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      view.levels = Array(
        repeating: MeterReading(
          peak: StereoValue(bad, bad), hold: StereoValue(bad, bad), rms: StereoValue(bad, bad), clips: .max),
        count: 6)
      view.master = view.levels[0]
      view.waveforms = Array(repeating: [bad, 0.5, bad], count: 6)
      view.playHeads = Array(repeating: Double(bad), count: 6)
      check(
        view,
        [
          ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10),
          ScreenSize(columns: 200, rows: 60),
        ])
    }
  }

  @Test(
    "Any position of the clock", arguments: [Int64.min / 4, -1, 0, 1, 35_999, 1_151_999, 1_152_000, 1 << 60])
  func positions(position: Int64) throws {
    var stage = try Stage.usual()
    stage.position = position
    check(stage.view, [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  }
}
