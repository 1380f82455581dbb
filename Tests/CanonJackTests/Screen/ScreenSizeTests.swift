import CanonLiveSupport
import Testing

/// The screen while its window changes, and what it asks of the terminal.
extension LiveTests.Screen {
  @Test("The window becomes large, tiny, and large again: each time the screen is whole")
  func resizing() throws {
    let screen = try Self.evening(on: "canon-test-size")
    try screen.type("@")
    for (columns, rows) in [(80, 24), (200, 60), (40, 10), (100, 30), (20, 5), (80, 24)] {
      try screen.resize(columns: columns, rows: rows)
      try screen.wait("the screen is whole at \(columns) by \(rows)") {
        $0.isWhole(columns: columns, rows: rows, stems: rows < 10 ? 1 : 6)
      }
    }
    #expect(try screen.picture().stem("2")?.state == "play")
    try screen.type("qy")
    #expect(try screen.finish() == "0")
  }

  @Test(
    "A click presses the stem under it, and the wheel selects, in the mouse's old words and in its new ones")
  func mouse() throws {
    let server = try DummyServer.started("canon-test-mouse")
    for terminal in ["screen-256color", "xterm-256color"] {
      let screen = try TmuxScreen(terminal: terminal)
      try screen.play(Self.slowCalendar(for: screen), on: server, Self.fourthSunday)
      #expect(try screen.variable("mouse_any_flag") == "1")
      let row = try #require(try screen.picture().stem("3")).row
      func mouse(_ button: Int, row: Int, column: Int = 10) throws {
        // A press and its release; rows and columns count from 1.
        let new = "\u{1b}[<\(button);\(column);\(row + 1)M\u{1b}[<\(button);\(column);\(row + 1)m"
        let old = [[button, column - 1, row], [3, column - 1, row]].flatMap { (event: [Int]) -> [Int] in
          [27, 91, 77, 32 + event[0], 33 + event[1], 33 + event[2]]
        }
        try terminal.hasPrefix("xterm") ? screen.send(new.utf8) : screen.send(old.map { UInt8($0) })
      }
      try mouse(0, row: row + 1)
      try screen.wait("a click on violin-b arms it") { $0.stem("3")?.state == "wait" && $0.selected == "3" }
      try mouse(0, row: row)
      try screen.wait("a click takes it back") { $0.stem("3")?.state == "stop" }
      try mouse(64, row: row)
      try screen.wait("the wheel goes up") { $0.selected == "2" }
      try mouse(65, row: row)
      try screen.wait("the wheel goes down") { $0.selected == "3" }
      // On the gain of violin-a, and on its meter.
      for column in [76, 55] {
        try mouse(0, row: row - 2, column: column)
        let picture = try screen.wait("a click on levels selects") { $0.selected == "2" }
        #expect(picture.stem("2")?.state == "stop" && picture.stem("2")?.next == nil)
        try mouse(65, row: row)
        try screen.wait("violin-b is selected") { $0.selected == "3" }
      }
      try screen.type("qy")
      try screen.wait("the shell") { $0.lines.last { !$0.isEmpty } == "ready>" }
      #expect(try screen.isShells)
    }
  }

  @Test("With --no-mouse the mouse is the terminal's; everything else is there")
  func noMouse() throws {
    let screen = try Self.evening(on: "canon-test-mouse", ["--no-mouse"])
    #expect(try screen.variable("mouse_any_flag") == "0")
    try screen.type("@")
    try screen.wait("violin-a sounds") { $0.stem("2")?.state == "play" }
  }
}

extension Picture {
  /// Whether it shows the original's calendar with nothing missing and nothing left over from another size.
  func isWhole(columns: Int, rows: Int, stems: Int = 6) -> Bool {
    let drawn = lines.drop { $0.isEmpty }
    let keys = "123456".filter { stem($0) != nil }
    let once = "123456".allSatisfy { key in lines.count { Stem.isRow($0, key) } <= 1 }
    return drawn.count >= rows && lines[0].hasPrefix(" Adv") && once
      && (columns < 80 || lines[0].contains(/\d\d:\d\d:\d\d( \(Asia\/Tokyo\))?$/))
      && lines.dropFirst(rows).allSatisfy(\.isEmpty) && keys.count >= stems
      && lines.allSatisfy { $0.count <= columns } && (rows < 8 || lines[rows - 1].contains("? help"))
      && lines.count { $0.contains("preview") } == 1 && lines.count { $0.contains("? help") } <= 1
  }
}

extension Picture.Stem {
  fileprivate static func isRow(_ line: String, _ key: Character) -> Bool {
    Picture(line).stem(key) != nil
  }
}
