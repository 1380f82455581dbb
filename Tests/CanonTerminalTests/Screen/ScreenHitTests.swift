import Foundation
import Testing

@testable import CanonTerminal

/// Which stem a click means.
@Suite struct ScreenHitTests {
  @Test(
    "A stem is hit where it is drawn",
    arguments: [(20, 5), (40, 10), (80, 18), (80, 24), (80, 60), (200, 60)])
  func hits(columns: Int, rows: Int) throws {
    let size = ScreenSize(columns: columns, rows: rows)
    for view in [try Stage.usual().view, try Stage.behindDoors().view, try Stage.many(64).view] {
      for selected in view.snapshot.stems.indices {
        var view = view
        view.selected = selected
        let lines = Screen.lines(view, size: size)
        let row = try #require(
          lines.firstIndex { $0.spans.contains { $0.role == .selected && $0.text.hasPrefix("▌") } })
        let cell = try #require(lines[row].text.firstIndex(of: "▌"))
        let column = DisplayWidth.width(String(lines[row].text[..<cell]))
        #expect(
          Screen.click(atRow: row, column: column, of: view, size: size, style: ScreenStyle())
            == .press(selected))
      }
    }
  }

  /// What a click on a text means, at its first or its last cell.
  private func click(
    on text: String, of name: String, rowsBelow: Int = 0, atEnd: Bool = false, _ view: ScreenView,
    _ columns: Int,
    _ rows: Int
  ) throws -> Screen.Click? {
    let size = ScreenSize(columns: columns, rows: rows)
    let lines = Screen.lines(view, size: size)
    let row = try #require(lines.firstIndex { $0.text.contains(name) }) + rowsBelow
    let found = try #require(lines[row].text.range(of: text, options: .backwards))
    let column = DisplayWidth.width(String(lines[row].text[..<found.lowerBound]))
    return Screen.click(
      atRow: row, column: column + (atEnd ? DisplayWidth.width(text) - 1 : 0), of: view, size: size,
      style: ScreenStyle())
  }

  @Test("A click on a meter or a gain does not mute", arguments: [(80, 24), (132, 43), (200, 60)])
  func levels(columns: Int, rows: Int) throws {
    let view = try Stage.usual().view
    #expect(try click(on: "-5.3", of: "Cello", atEnd: true, view, columns, rows) == .select(0))
    #expect(try click(on: "▆▆", of: "Violin A", view, columns, rows) == .select(1))
    #expect(try click(on: "L 20", of: "Violin A", rowsBelow: 1, view, columns, rows) == .select(1))
    #expect(try click(on: "┊", of: "Violin D", view, columns, rows) == .select(4))
    #expect(try click(on: "► play", of: "Violin A", view, columns, rows) == .press(1))
    #expect(try click(on: "► play", of: "Violin A", atEnd: true, view, columns, rows) == .press(1))
    #expect(try click(on: "15", of: "Violin A", atEnd: true, view, columns, rows) == .press(1))
  }

  @Test func theMeterBeginsAtItsFirstCell() throws {
    let size = ScreenSize(columns: 80, rows: 24), view = try Stage.usual().view
    let start = StemColumns(width: 80, key: 1).meterStart
    func click(_ column: Int) -> Screen.Click? {
      Screen.click(atRow: 4, column: column, of: view, size: size, style: ScreenStyle())
    }
    #expect(click(start - 1) == .press(0))
    #expect(click(start) == .select(0))
  }

  @Test func besideTheStemsAClickMeansNothing() throws {
    let view = try Stage.usual().view, size = ScreenSize(columns: 132, rows: 43)
    func click(_ row: Int, _ column: Int = 5) -> Screen.Click? {
      Screen.click(atRow: row, column: column, of: view, size: size, style: ScreenStyle())
    }
    let lines = Screen.lines(view, size: size)
    let first = try #require(lines.firstIndex { $0.text.contains("Cello") })
    let second = try #require(lines.firstIndex { $0.text.contains("Violin A") })
    #expect(click(first - 1) == nil)
    #expect(click(first) == .press(0))
    #expect(click(second - 1) == nil, "the empty row between two stems")
    #expect(click(second) == .press(1))
    #expect(click(first, -1) == nil)
    let master = try #require(lines.firstIndex { $0.text.contains("   master") })
    #expect(click(master) == nil)
    var covered = view
    covered.overlay = .doors
    #expect(Screen.click(atRow: first, column: 5, of: covered, size: size, style: ScreenStyle()) == nil)
  }

  @Test func inASetWithGapsAtTheEndThereIsNoStem() throws {
    var view = try Stage.many(63).view
    view.selected = 0
    let size = ScreenSize(columns: 200, rows: 60)
    let lines = Screen.lines(view, size: size)
    let row = try #require(lines.firstIndex { $0.text.contains("Part 32") })
    let style = ScreenStyle()
    #expect(Screen.click(atRow: row - 1, column: 110, of: view, size: size, style: style) == .press(62))
    #expect(Screen.click(atRow: row, column: 5, of: view, size: size, style: style) == .press(31))
    #expect(Screen.click(atRow: row, column: 110, of: view, size: size, style: style) == nil)
  }
}
