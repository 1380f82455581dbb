import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// Where a performance is in its programme, in one line.
@Suite struct PieceLineTests {
  private func row(
    _ piece: PieceStatus, _ columns: Int, _ language: Language = .english
  ) throws -> String {
    var view = try Stage.usual().view
    view.language = language
    return shownText(PieceLine(context: DrawingContext(view, columns: columns), piece: piece).row())
  }

  @Test("The place in the programme, the times of the piece and of the programme, and the next piece")
  func everything() throws {
    let row = try row(Stage.piece(), 200)
    #expect(
      row.hasPrefix(
        " piece 2 of 5   0:01:00, 0:02:12 left   programme \"Vespers\" 0:09:41, 0:20:00 left   "))
    #expect(row.hasSuffix("   next: Compline") && DisplayWidth.width(row) == 199)
  }

  @Test("What is needed most is kept in less room")
  func narrow() throws {
    #expect(
      try row(Stage.piece(), 80)
        == " piece 2 of 5   0:01:00, 0:02:12 left   programme 0:09:41, 0:20:00 left")
    #expect(
      try row(Stage.piece(), 64) == " piece 2 of 5   0:01:00, 0:02:12 left   programme 0:20:00 left")
    #expect(try row(Stage.piece(), 60) == " piece 2 of 5   0:01:00, 0:02:12 left")
    #expect(try row(Stage.piece(), 20) == " piece 2 of 5")
    #expect(try row(Stage.piece(), 10) == " 2/5")
    #expect(try row(Stage.piece(), 3) == " ")
  }

  @Test("Nothing is said of an end that is not known")
  func byHand() throws {
    let piece = Stage.piece(remaining: nil, programmeRemaining: nil, next: nil)
    #expect(try row(piece, 80) == " piece 2 of 5   0:01:00   programme \"Vespers\" 0:09:41")
    // The piece's own end is known, and that of a later one is not.
    #expect(
      try row(Stage.piece(programmeRemaining: nil, next: nil), 80)
        == " piece 2 of 5   0:01:00, 0:02:12 left   programme \"Vespers\" 0:09:41")
  }

  @Test("A long title of the next piece is cut, and left out where there is no room for it")
  func longTitle() throws {
    let piece = Stage.piece(next: "Compline, with all the psalms of the week")
    #expect(try row(piece, 100).hasSuffix("   next: Compline…"))
    #expect(try !row(piece, 84).contains("next"))
    let wide = Stage.piece(next: "晩祷の歌、すべての詩篇とともに")
    for columns in 1...200 {
      #expect(try DisplayWidth.width(row(wide, columns)) <= columns, "\(columns)")
      #expect(try DisplayWidth.width(row(wide, columns, .japanese)) <= columns, "\(columns)")
    }
  }

  @Test("The same in Japanese")
  func japanese() throws {
    #expect(
      try row(Stage.piece(next: nil), 200, .japanese)
        == " 5曲中2曲目   0:01:00、残り 0:02:12   プログラム「Vespers」 0:09:41、残り 0:20:00")
  }

  @Test("The time since the music's beginning is told once", arguments: [14, 24, 60])
  func once(rows: Int) throws {
    var view = try Stage.usual().view
    view.snapshot.piece = Stage.piece()
    let lines = Screen.lines(view, size: ScreenSize(columns: 132, rows: rows)).map(\.text)
    #expect(lines.count { $0.contains("0:01:00") } == 1, "\(lines)")
  }

  @Test("A click on a stem is one on that stem", arguments: [(40, 10), (80, 18), (80, 24), (200, 60)])
  func click(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.snapshot.piece = Stage.piece()
    let size = ScreenSize(columns: columns, rows: rows)
    let row = try #require(
      Screen.lines(view, size: size).firstIndex { $0.text.contains("Violin A") })
    #expect(Screen.click(atRow: row, column: 4, of: view, size: size, style: ScreenStyle()) == .press(1))
  }
}
