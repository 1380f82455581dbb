import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// How many rows the parts of the screen have: pages, messages, completions.
@Suite struct ScreenRowsTests {
  @Test func theCountOfDoorsStandsWhereThereIsRoom() throws {
    func lines(_ columns: Int) throws -> [String] {
      try Screen.lines(Stage.usual().view, size: ScreenSize(columns: columns, rows: 24)).map(\.text)
    }
    let row = try #require(try lines(72).first { $0.contains("5 of 6 open") })
    #expect(row.hasSuffix("   5 of 6 open "), "the text before it leaves it its room: \(row)")
    #expect(try !lines(71).contains { $0.contains("5 of 6 open") })
  }

  @Test func aPageIsWhatIsSeen() throws {
    var view = try Stage.many(64).view
    #expect(Screen.page(view, size: ScreenSize(columns: 80, rows: 24), style: ScreenStyle()) == 13)
    #expect(Screen.page(view, size: ScreenSize(columns: 40, rows: 10), style: ScreenStyle()) == 6)
    view.overlay = .keys(Stage.keys)
    #expect(Screen.page(view, size: ScreenSize(columns: 80, rows: 24), style: ScreenStyle()) == 16)
    #expect(Screen.page(view, size: ScreenSize(columns: 40, rows: 3), style: ScreenStyle()) == 1)
  }

  @Test func anOlderMessageStandsWholeOrNotAtAll() throws {
    var view = try Stage.usual().view
    view.messages = ["an older message of several words that needs two lines", "the newest"]
    func rows(_ count: Int) -> [String] {
      MessageRows(context: DrawingContext(view, columns: 40)).rows(count).map(shownText)
    }
    #expect(rows(2) == ["", " the newest"])
    #expect(rows(3).count == 3 && rows(3)[0].hasPrefix(" an older"))
  }

  @Test func whatIsNotSeenOnEitherSideHasASign() throws {
    let view = try Stage.usual().view
    let words = (10..<40).map { "w\($0)" }
    func row(_ selected: Int?) -> String {
      let command = CommandLineView(text: "w", cursor: 1, completions: words, selectedCompletion: selected)
      return shownText(CommandRow(context: DrawingContext(view, columns: 30), command: command).completions())
    }
    #expect(row(nil) == " w10  w11  w12  w13  w14  …")
    #expect(row(0) == " w10  w11  w12  w13  w14  …")
    #expect(row(29).hasPrefix(" … ") && row(29).hasSuffix("w39  "))
    #expect(row(10).hasPrefix(" … ") && row(10).hasSuffix("w20  …"))
  }

  @Test func asManyCompletionsAreSeenBeforeTheSelectedOneAsFit() throws {
    let view = try Stage.usual().view
    let command = CommandLineView(
      text: "w", cursor: 1, completions: (10..<40).map { "w\($0)" }, selectedCompletion: 29)
    func row(_ columns: Int) -> String {
      shownText(CommandRow(context: DrawingContext(view, columns: columns), command: command).completions())
    }
    #expect(row(28) == " … w36  w37  w38  w39  ")
    #expect(row(29) == " … w35  w36  w37  w38  w39  ")
  }

  @Test("The last completion needs no room behind it")
  func lastCompletion() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      let command = CommandLineView(text: "w", cursor: 1, completions: (10..<15).map { "w\($0)" })
      return shownText(
        CommandRow(context: DrawingContext(view, columns: columns), command: command).completions())
    }
    #expect(row(25) == " w10  w11  w12  w13  w14  ")
    #expect(row(24) == " w10  w11  w12  w13  …")
  }

  @Test("What is typed moves to the left only where it has no room, and a cell stays free at the right")
  func typedLine() throws {
    let view = try Stage.usual().view
    let letters = "abcdefghijklmnopqrstuvwxyz"
    for text in [letters, "0" + letters] {
      let command = CommandLineView(text: text, cursor: text.count)
      let row = CommandRow(context: DrawingContext(view, columns: 30), command: command).row()
      #expect(shownText(row) == " :\(letters) ")
    }
  }

  @Test("What to do with the completions is told in as many words as there is room for")
  func withoutCompletions() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      let command = CommandLineView(text: "w", cursor: 1)
      return shownText(
        CommandRow(context: DrawingContext(view, columns: columns), command: command).completions())
    }
    #expect(row(44) == " Enter does it   Tab completes   Esc leaves")
    #expect(row(43) == " Enter  Tab  Esc")
  }

  @Test("A new message takes rows from the stems only where it has but one")
  func newMessage() throws {
    var stage = try Stage.usual()
    stage.stems += try Stage.many(20).stems
    var view = stage.view
    view.messages = [(1...40).map { "word-\($0)" }.joined(separator: " ")]
    func stems(_ rows: Int) -> Int {
      Screen.listPlace(DrawingContext(view, columns: 80), ScreenPlan(rows: rows)).list.rowCount
    }
    for rows in 14...30 {
      view.isMessageNew = false
      let usual = stems(rows)
      view.isMessageNew = true
      #expect((stems(rows) < usual) == (rows < 24), "\(rows) rows")
    }
    view.messages = [String(repeating: "word ", count: 400)]
    #expect(stems(14) == 2, "two stems stay")
  }

  @Test("A new message that fits into one row, with a cell on either side, takes none from the stems")
  func newMessageOfOneRow() throws {
    var stage = try Stage.usual()
    stage.stems += try Stage.many(20).stems
    var view = stage.view
    view.isMessageNew = true
    for (count, rows) in [(38, 6), (39, 5)] {
      view.messages = [String(repeating: "x", count: count)]
      let place = Screen.listPlace(DrawingContext(view, columns: 40), ScreenPlan(rows: 10))
      #expect(place.list.rowCount == rows, "\(count) cells")
    }
  }

  @Test("Empty rows separate the stems where three are left")
  func rules() throws {
    var stage = try Stage()
    for name in ["a", "b", "c", "d"] { stage.add(name, name, .play) }
    func hasRules(_ stage: Stage) -> Bool {
      Screen.listPlace(DrawingContext(stage.view, columns: 80), ScreenPlan(rows: 24)).hasRules
    }
    var shut = stage
    stage.add("e", "e", .play)
    shut.add("e", "e", door: .locked(opens: try AsOf.parse("2026-12-24", zone: stage.zone)))
    #expect(hasRules(stage) && !hasRules(shut), "the next door has a row of its own")
  }

  @Test("Without a bottom line the question, or what is typed, is the last row", arguments: [4, 5, 7])
  func smallScreen(rows: Int) throws {
    var view = try Stage.usual().view
    func last() -> String? {
      Screen.lines(view, size: ScreenSize(columns: 40, rows: rows)).last?.text
    }
    view.commandLine = CommandLineView(text: "gain", cursor: 4)
    #expect(last()?.hasPrefix(" :gain ") == true)
    view.commandLine = nil
    view.asksToQuit = true
    #expect(last()?.hasPrefix(" Quit? ") == true)
  }

  @Test("Help is shown from where the view says")
  func overlayStart() throws {
    let usual = try Stage.usual().view
    let keys = (1...100).map { (key: "k\($0)", text: "what key \($0) does") }
    func first(_ start: Int) -> String {
      let view = ScreenView(snapshot: usual.snapshot, overlay: .keys(keys), overlayStart: start)
      return Screen.lines(view, size: ScreenSize(columns: 50, rows: 12)).map(\.text).joined(separator: "\n")
    }
    #expect(first(0).contains("what key 1 does") && !first(7).contains("what key 1 does"))
    #expect(first(7).contains("what key 8 does"))
  }
}
