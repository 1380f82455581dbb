import CanonControl
import CanonControlSupport
import CanonSchedule
import Foundation
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The help and the doors over the stems: whatever the size, each word of them can be read.
@Suite struct OverlayTests {
  private static let sizes = [(20, 9), (40, 10), (60, 15), (80, 24), (132, 43), (200, 60)]

  /// The words inside the frame, column by column for the help.
  private func inside(_ view: ScreenView, _ columns: Int, _ rows: Int) -> [String] {
    Screen.lines(view, size: ScreenSize(columns: columns, rows: rows)).map(\.text).filter {
      $0.hasPrefix("│ ")
    }
    .map { String($0.dropFirst(2).dropLast(2)) }
  }

  /// In one line, without the marks of the selection.
  private static func words(_ lines: [String]) -> String {
    lines.joined(separator: " ").replacing("▌", with: "").split(separator: " ").joined(separator: " ")
  }

  @Test("Every sentence of the help can be read to its end", arguments: sizes)
  func help(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.overlay = .keys(Stage.keys)
    let size = ScreenSize(columns: columns, rows: rows)
    let last = Screen.lastOverlayStart(view, size: size, style: ScreenStyle())
    var words: Set<String> = []
    for start in 0...last {
      view.overlayStart = start
      let lines = inside(view, columns, rows)
      #expect(!lines.contains { $0.contains("…") && !$0.contains("1-9…") }, "\(lines)")
      words.formUnion(lines.flatMap { $0.split(separator: " ").map(String.init) })
    }
    for (key, text) in Stage.keys {
      for word in (columns > 20 ? key + " " + text : text).split(separator: " ")
      where columns > 20 || word.count < 8 {
        #expect(words.contains(String(word)), "\(word) of \(text)")
      }
    }
  }

  @Test("The help has a column more from the width on at which each is whole, with three cells between")
  func helpColumns() throws {
    var view = try Stage.usual().view
    let keys = (1...20).map { (key: "k", text: String(repeating: $0 < 10 ? "a" : "b", count: 20)) }
    view.overlay = .keys(keys)
    // The frame and a space on either side take four.
    for (columns, entries) in [(4 + 48, 1), (4 + 49, 2), (4 + 74, 2), (4 + 75, 3)] {
      let entry = "k  " + String(repeating: "a", count: 20)
      let first = try #require(inside(view, columns, 12).first)
      #expect(first.split(separator: "k  ").count == entries, "\(columns): \(first)")
      #expect(first.hasPrefix(entry), "\(columns): \(first)")
    }
  }

  @Test("Every date of the doors can be read to its end", arguments: sizes.dropFirst())
  func doors(columns: Int, rows: Int) throws {
    var view = try Stage.behindDoors().view
    view.overlay = .doors
    for (index, stem) in view.snapshot.stems.enumerated() {
      view.selected = index
      let text = DoorWords(view.snapshot).full(stem.door)
      let words = Self.words(inside(view, columns, rows))
      #expect(
        words.contains(stem.isBase ? "open (base)" : text), "\(stem.id) at \(columns) by \(rows): \(words)")
    }
  }

  @Test func theIdOfADoorTakesAThirdOfTheRowAtMost() throws {
    var stage = try Stage()
    let opens = try AsOf.parse("2026-12-24", zone: stage.zone)
    stage.add(String(repeating: "long", count: 8), "Long", door: .locked(opens: opens))
    var view = stage.view
    (view.overlay, view.selected) = (.doors, 0)
    #expect(inside(view, 60, 15)[0].hasPrefix("▌× longlonglonglonglon…  opens Thursday "))
  }

  @Test func theSelectedDoorHasItsMarkOnAllOfItsRows() throws {
    var view = try Stage.behindDoors().view
    (view.overlay, view.selected) = (.doors, 1)
    let rows = inside(view, 40, 20)
    let first = try #require(rows.firstIndex { $0.hasPrefix("▌+ violin-a") })
    #expect(rows[first + 1].hasPrefix("▌"))
    #expect(rows.filter { $0.hasPrefix("▌") }.count >= 2)
  }

  @Test("The frame is whole at every width, whatever is in it", arguments: 20...60)
  func frame(columns: Int) throws {
    let view = try Stage.usual().view
    let lines = (1...100).map { "key-\($0)  what it does" }
    let rows = OverlayBox(
      context: DrawingContext(view, columns: columns), overlay: .text(.help(at: .screen), lines)
    ).rows(8)
    #expect(rows.map(\.width) == Array(repeating: columns, count: 8))
    let text = rows.map(shownText)
    #expect(text[0].hasPrefix("┌─ Com") && text[0].hasSuffix("─┐"), "\(text[0])")
    #expect(text[1...6].allSatisfy { $0.hasPrefix("│ ") && $0.hasSuffix(" │") }, "\(text)")
    #expect(text[7] == "└" + String(repeating: "─", count: columns - 2) + "┘")
  }

  @Test("The calendar stands below the stems where all of it has room", arguments: [30, 40, 41, 46, 60])
  func calendar(rows: Int) throws {
    let view = try Stage.behindDoors().view
    let lines = Screen.lines(view, size: ScreenSize(columns: 200, rows: rows)).map(\.text)
    let shown = view.snapshot.stems.filter { stem in
      lines.contains { $0.contains("+ \(stem.id)") || $0.contains("× \(stem.id)") }
    }
    #expect(shown.isEmpty || shown.count == 7, "all doors or none: \(shown.map(\.id))")
    #expect((shown.count == 7) == (rows >= 41), "\(rows)")
    #expect(lines.filter { $0.contains("violin-c: wait") }.count == 1, "messages stay")
  }

  @Test func aSetWithoutDoorsHasNoCalendar() throws {
    let lines = try Screen.lines(Stage.many(6).view, size: ScreenSize(columns: 200, rows: 60)).map(\.text)
    #expect(!lines.contains { $0.contains("+ part") })
  }

  // MARK: - The ruler above the pictures

  @Test("On a wide screen the play heads of ruler and pictures stand below each other", arguments: 0..<32)
  func aligned(beat: Int64) throws {
    var stage = try Stage.usual()
    stage.position = 2 * Stage.loop + beat * Stage.beat + 10
    let lines = Screen.lines(stage.view, size: ScreenSize(columns: 200, rows: 60))
    func head(_ row: Int) -> Int? {
      var column = 0
      for span in lines[row].spans {
        if span.role == .playHead && (span.text.count == 1) && !(span.text.first?.isNumber == true && row < 2)
        {
          return column
        }
        column += DisplayWidth.width(span.text)
      }
      return nil
    }
    let heading = try #require(lines.firstIndex { $0.text.contains("gain") && $0.text.contains("state") })
    let cello = try #require(lines.firstIndex { $0.text.contains("Cello") })
    #expect(heading == 3)
    #expect(head(heading) != nil)
    #expect(head(heading) == head(cello))
    #expect(!lines[2].text.contains("┻") && !lines[2].text.contains("┴"), "it has no row of its own")
  }

  @Test("A ruler that is alone has the countdown behind it, and a column on its right", arguments: 24...80)
  func alone(columns: Int) throws {
    let lines = Screen.lines(try Stage.usual().view, size: ScreenSize(columns: columns, rows: 10)).map(\.text)
    let ruler = try #require(lines.first { $0.contains("1━") })
    #expect(ruler.contains(" -"), "\(ruler)")
    #expect(DisplayWidth.width(ruler.trimmingCharacters(in: .whitespaces)) <= columns - 2, "\(ruler)|")
  }

  @Test func withoutATempoARulerThatIsAloneHasTheLoopAndTheSeconds() throws {
    var stage = try Stage.usual()
    stage.hasTempo = false
    let row = Screen.lines(stage.view, size: ScreenSize(columns: 40, rows: 10)).map(\.text)[1]
    #expect(row.hasPrefix(" 3 ━"), "\(row)")
    #expect(row.trimmingCharacters(in: .whitespaces).hasSuffix("┤ -11.1 s"), "\(row)")
  }

  @Test func overAnOverlayTheRulerStandsAtTheTop() throws {
    var view = try Stage.usual().view
    view.overlay = .doors
    let lines = Screen.lines(view, size: ScreenSize(columns: 200, rows: 60)).map(\.text)
    #expect(lines[2].contains("1━━━"))
    #expect(lines[3].hasPrefix("┌─ Doors"))
  }

  @Test("Tall screens have larger pictures", arguments: [(24, 2), (31, 3), (43, 5), (60, 7), (80, 9)])
  func heights(rows: Int, height: Int) throws {
    var stage = try Stage()
    for name in ["a", "b", "c", "d", "e", "f"] { stage.add(name, name, .play) }
    let lines = Screen.lines(stage.view, size: ScreenSize(columns: 200, rows: rows)).map(\.text)
    let first = try #require(lines.firstIndex { $0.hasPrefix(" 1 a ") })
    let second = try #require(lines.firstIndex { $0.hasPrefix("▌2 b ") })
    #expect(second - first == height)
  }
}
