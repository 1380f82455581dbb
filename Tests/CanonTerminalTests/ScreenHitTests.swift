import CanonTerminal
import Testing

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
          Screen.stem(atRow: row, column: column, of: view, size: size, style: ScreenStyle()) == selected)
      }
    }
  }
}
