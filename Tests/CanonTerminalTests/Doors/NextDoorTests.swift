import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// What opens next, and why a door is shut, in as many words as there is room for.
@Suite struct NextDoorTests {
  private func next(_ doors: [DoorStatus], _ cells: Int = 200) throws -> (text: String, role: Role)? {
    var stage = try Stage(now: "2026-12-05T12:00:00")
    for (index, door) in doors.enumerated() { stage.add("part-\(index + 1)", "Part", door: door) }
    return DoorWords(stage.snapshot).next(cells)
  }

  @Test func whatOpensNextIsNamedUpToThree() throws {
    let zone = try Zone("Asia/Tokyo")
    let soon = DoorStatus.locked(opens: try AsOf.parse("2026-12-06", zone: zone))
    let later = DoorStatus.locked(opens: try AsOf.parse("2026-12-13", zone: zone))
    #expect(try next([soon, later])?.text == "next door: part-1, Sunday 2026-12-06, in 12 hours")
    #expect(
      try next([later, soon, soon, soon])?.text
        == "next door: part-2, part-3 and part-4, Sunday 2026-12-06, in 12 hours")
    #expect(try next([soon, soon, soon, soon])?.text == "next door: 4 parts, Sunday 2026-12-06, in 12 hours")
    #expect(try next([soon], 40)?.text == "next door: 2026-12-06, in 12 hours")
    #expect(try next([soon], 10)?.text == "next door in 12 hours")
  }

  @Test func withoutANextDoorItIsSaidWhy() throws {
    let open = DoorStatus.open(since: nil, until: nil)
    #expect(try next([.none, .none]) == nil)
    #expect(try next([.none, open])?.text == "All doors are open.")
    #expect(try next([open, .over(since: nil)])?.text == "No door opens by itself.")
    let wrong = try #require(try next([open, .clockWrong]))
    #expect(
      wrong.text == "This machine's clock is wrong: set it, and the doors follow." && wrong.role == .warning)
    #expect(try next([.clockWrong], 40)?.text == "This machine's clock is wrong.")
  }

  @Test("A shut door is told in fewer and fewer words")
  func fewerWords() throws {
    let stage = try Stage(now: "2026-12-05T12:00:00")
    let words = DoorWords(stage.snapshot)
    let opens = try AsOf.parse("2026-12-13", zone: stage.zone)
    func all(_ status: DoorStatus) -> [String] {
      (0...100).reversed().map { words.fitted(status, $0) }
        .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    #expect(
      all(.locked(opens: opens)) == [
        "opens Sunday 2026-12-13, in 7 days 12 hours", "opens 2026-12-13, in 7 days 12 hours",
        "2026-12-13, in 7 days 12 hours", "in 7 days 12 hours", "2026-12-13", "12-13",
      ])
    #expect(
      all(.waiting(for: ["a", "b", "c"], opens: nil)) == [
        "opens while a, b and c sound", "while a, b and c sound", "while a +2", "a +2",
      ])
    #expect(
      all(.waiting(for: ["a"], opens: nil)) == ["opens while a sounds", "while a sounds", "while a", "a"])
    #expect(all(.waiting(for: ["a", "b"], opens: nil)).contains("while a and b sound"))
    #expect(all(.over(since: nil)) == ["shut, for good", "over"] || all(.over(since: nil)).last == "over")
    #expect(all(.clockWrong).last == "clock wrong")
    #expect(
      all(.open(since: nil, until: opens)).suffix(2) == ["open until 2026-12-13", "open"])
  }

  @Test("An open door is marked as what plays, a shut one is grey with all its words")
  func roles() throws {
    let view = try Stage.behindDoors().view
    let cells = DoorRow(DrawingContext(view, columns: 80), view.snapshot.stems, widest: 20)
    func roles(_ index: Int) -> [Role] {
      cells.row(index, width: 60).spans.filter { $0.text.contains { $0 != " " } }.map(\.role)
    }
    #expect(view.snapshot.stems[1].door.isOpen && roles(1) == [.play, .normal, .dim])
    #expect(!view.snapshot.stems[2].door.isOpen && Set(roles(2)) == [.locked])
  }

  @Test("Two doors are a calendar, one is told by the line above", arguments: [(1, 0), (2, 2), (3, 3)])
  func calendar(doors: Int, rows: Int) throws {
    var stage = try Stage(now: "2026-12-05T12:00:00")
    let soon = DoorStatus.locked(opens: try AsOf.parse("2026-12-06", zone: stage.zone))
    for number in 1...doors { stage.add("part-\(number)", "Part", door: soon) }
    let context = DrawingContext(stage.view, columns: 80)
    #expect(DoorCalendarRows(context: context).rows(atMost: 5).count == rows)
    #expect(DoorCalendarRows(context: context).rows(atMost: doors).count == rows)
    #expect(DoorCalendarRows(context: context).rows(atMost: doors - 1).isEmpty)
    for (columns, count) in [(119, rows), (120, (rows + 1) / 2)] {
      let context = DrawingContext(stage.view, columns: columns)
      #expect(DoorCalendarRows(context: context).rows(atMost: 5).count == count, "\(columns) cells")
    }
  }
}
