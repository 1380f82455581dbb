import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// Single lines of the screen: the footer, the next door, the completions, the loop, the title, the master, the server.
@Suite struct ScreenLinesTests {
  private func text(_ row: TextRow) -> String { row.spans.map(\.text).joined() }

  private func context(_ view: ScreenView, _ columns: Int) -> DrawingContext {
    DrawingContext(view, columns: columns, style: ScreenStyle())
  }

  // MARK: - The footer

  @Test("The hints stand apart if all fit so, else closer, and what does not fit is left out")
  func hints() throws {
    var view = try Stage.usual().view
    view.hints = [(key: "a", text: "one"), (key: "b", text: "two"), (key: "c", text: "six")]
    func row(_ columns: Int) -> String { text(BottomLine(context: context(view, columns)).row()) }
    #expect(row(24) == " a one   b two   c six")
    #expect(row(23) == " a one  b two  c six")
    #expect(row(21) == " a one  b two  c six")
    #expect(row(20) == " a one  b two")
    #expect(row(13) == " a one")
    #expect(row(14) == " a one  b two")
  }

  @Test func theQuestionHasThreeLengths() throws {
    var view = try Stage.usual().view
    view.asksToQuit = true
    func row(_ columns: Int) -> String { text(BottomLine(context: context(view, columns)).row()) }
    #expect(row(80) == " Quit? The music ends.   y yes   n no ")
    #expect(row(30) == " Quit?  y yes  n no ")
    #expect(row(15) == " Quit? y n ")
  }

  // MARK: - The next door

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
    #expect(all(.over(since: nil)) == ["shut, for good", "over"] || all(.over(since: nil)).last == "over")
    #expect(all(.clockWrong).last == "clock wrong")
    #expect(
      all(.open(since: nil, until: opens)).suffix(2) == ["open until 2026-12-13", "open"])
  }

  // MARK: - Completions

  @Test func whatIsNotSeenOnEitherSideHasASign() throws {
    let view = try Stage.usual().view
    let words = (10..<40).map { "w\($0)" }
    func row(_ selected: Int?) -> String {
      let command = CommandLineView(text: "w", cursor: 1, completions: words, selectedCompletion: selected)
      return text(CommandRow(context: context(view, 30), command: command).completions())
    }
    #expect(row(nil) == " w10  w11  w12  w13  w14  …")
    #expect(row(0) == " w10  w11  w12  w13  w14  …")
    #expect(row(29).hasPrefix(" … ") && row(29).hasSuffix("w39  "))
    #expect(row(10).hasPrefix(" … ") && row(10).hasSuffix("w20  …"))
  }

  // MARK: - The loop

  @Test("A lamp for each beat, up to twelve", arguments: [(12, true), (13, false)])
  func lamps(beats: Int, hasLamps: Bool) throws {
    let grid = Grid(
      loop: GridLine(numerator: 48_000 * 13 * 12, denominator: 1)!, barsPerLoop: 1, beatsPerLoop: beats)
    var view = try Stage.usual().view
    view.snapshot = moment(at: 0, grid: grid)
    let row = text(LoopLine(context: context(view, 120)).row())
    #expect(row.contains(hasLamps ? "beat 1 2 3 4 5 6 7 8 9 10 11 12 " : "beat 1/13"), "\(row)")
  }

  @Test func withoutAServerTheLoopSaysSo() throws {
    var stage = try Stage.usual()
    stage.isAway = true
    #expect(text(LoopLine(context: context(stage.view, 80)).row()).hasSuffix("here when the server went"))
    #expect(text(LoopLine(context: context(stage.view, 60)).row()).hasSuffix("no server"))
    stage.isAway = false
    #expect(text(LoopLine(context: context(stage.view, 80)).row()).hasSuffix("next loop in 15 beats, 11.1 s"))
    #expect(text(LoopLine(context: context(stage.view, 60)).row()).hasSuffix("15 beats, 11.1 s"))
  }

  @Test func withoutATempoWhatWaitsBlinksEachSecond() throws {
    var stage = try Stage.usual()
    stage.hasTempo = false
    for (position, isLit) in [
      (0, true), (23_999, true), (24_000, false), (47_999, false), (48_000, true), (-1, false),
      (-24_001, true),
    ] as [(FramePosition, Bool)] {
      stage.position = position
      #expect(context(stage.view, 80).isLit == isLit, "\(position)")
    }
  }

  @Test func theLastBeatCountsAsOne() throws {
    var stage = try Stage.usual()
    stage.position = 0
    let context = context(stage.view, 80)
    #expect(context.beats(until: Stage.beat) == 1)
    #expect(context.beats(until: Stage.beat + 1) == 2)
    #expect(context.beats(until: 32 * Stage.beat) == 32)
    #expect(context.beats(until: -Stage.beat) == 0)
  }

  // MARK: - The title

  @Test("The day is told in fewer and fewer words")
  func day() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      text(TitleLine(context: context(view, columns), showsAlert: false, range: nil).row())
    }
    #expect(row(80).hasSuffix("Sunday 2026-12-20 12:00:41 (Asia/Tokyo)"))
    #expect(row(50).hasSuffix("  Sunday 2026-12-20 12:00:41"))
    #expect(row(40).hasSuffix("  Sunday 2026-12-20 12:00:41"))
    #expect(row(36).hasSuffix("  2026-12-20 12:00:41") && !row(36).contains("Sunday"))
    #expect(row(24).hasSuffix(" 12:00:41") && !row(24).contains("2026"))
  }

  @Test func theRangeIsLeftOutWhereTheTitleNeedsTheRoom() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      text(TitleLine(context: context(view, columns), showsAlert: false, range: "1–2 of 64").row())
    }
    #expect(row(40).contains("  1–2 of 64  "))
    #expect(!row(14).contains("of 64"))
    for columns in 5...60 {
      #expect(DisplayWidth.width(row(columns)) <= columns, "\(columns): \(row(columns))")
    }
  }

  // MARK: - The master

  @Test func theMastersLevelIsThatOfItsLouderChannel() throws {
    var view = try Stage.usual().view
    view.master = MeterReading(
      peak: .zero, hold: StereoValue(0.1, 0.5), rms: StereoValue(0.01, 0.1), clips: 0)
    func rows(_ columns: Int, _ count: Int) -> [String] {
      MasterRows(context: context(view, columns), columns: StemColumns(width: columns, key: 1)).rows(count)
        .map(text)
    }
    #expect(rows(80, 2)[1].hasPrefix("   peak -6.0 dB   RMS -20.0 dB"))
    #expect(rows(140, 1)[0].contains("peak -6.0 dB   RMS -20.0 dB"))
    #expect(!rows(80, 1)[0].contains("peak"))
    view.master.rms = StereoValue(0.1, 0.01)
    #expect(rows(80, 2)[1].contains("RMS -20.0 dB"))
  }

  // MARK: - The server

  @Test("A server that is nearly too busy is a warning", arguments: [(79.9, Role.normal), (80, .warning)])
  func load(load: Double, role: Role) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(load: load)
    let spans = ServerRows(context: context(view, 120)).rows(2)[0].spans
    #expect(try #require(spans.first { $0.text.contains("load") }).role == role || role == .normal)
    #expect((spans.first { $0.role == .warning } != nil) == (role == .warning))
  }

  @Test func aPeriodThatIsNoneHasNoLatency() throws {
    var view = try Stage.usual().view
    for (period, text) in [(1 << 20, "1048576 frames  "), (0, "0 frames  "), (256, "256 frames, 5.3 ms  ")] {
      view.server?.period = period
      #expect(self.text(ServerRows(context: context(view, 120)).rows(2)[0]).contains(text), "\(period)")
    }
  }

  // MARK: - What comes next

  private func next(_ snapshot: Snapshot, _ width: Int = 15) throws -> String {
    var view = try Stage.usual().view
    view.snapshot = snapshot
    var row = TextRow(.unicode)
    NextField(snapshot.stems[1], context(view, 80), width: width).add(to: &row)
    return text(row).split(separator: " ").joined(separator: " ")
  }

  @Test func whatEndsOrFollowsIsCountedDownWhileItSounds() throws {
    #expect(try next(moment(at: 0, .play, follow: 1_152_000)) == "→ next 32 beats")
    #expect(try next(moment(at: 0, .play, end: 1_152_000, follow: 36_000)) == "→ stop 32 beats")
    #expect(try next(moment(at: 0, .stop, end: 1_152_000)) == "")
    #expect(try next(moment(at: 0, .mute, follow: 1_152_000)) == "")
    #expect(try next(moment(at: 0, .wait(change(at: 36_000)), end: 1_152_000)) == "→ play 1 beat")
    #expect(try next(moment(at: 0, .wait(change(at: 36_000))), 9) == "→ play 1")
  }

  // MARK: - Stems

  @Test func aSoloIsSaidBelowItsStem() throws {
    var stage = try Stage()
    stage.add("a", "A", .play, solo: .on)
    stage.add("b", "B", .play, solo: .alone)
    stage.add("c", "C", .playThenStop(Stage.asked(9)), solo: .alone)
    let lines = Screen.lines(stage.view, size: ScreenSize(columns: 140, rows: 30)).map(\.text)
    #expect(lines.contains { $0.contains(" a ") && $0.contains("solo  ") })
    #expect(lines.contains { $0.contains(" b ") && $0.contains("solo, without the base") })
    #expect(lines.contains { $0.contains(" c ") && $0.contains("asked by input") })
  }

  @Test func theKeyOfAShutStemIsNotPutForward() throws {
    let lines = try Screen.lines(Stage.usual().view, size: ScreenSize(columns: 80, rows: 24))
    let row = try #require(lines.first { $0.text.contains("Violin E") })
    #expect(row.spans.allSatisfy { !$0.isBold })
    let open = try #require(lines.first { $0.text.contains("Violin D") })
    #expect(open.spans.contains { $0.text == "5" && $0.isBold && $0.role == .key })
  }

  @Test(
    "Pan is told in hundredths", arguments: [(0.29, "R 29"), (-0.57, "L 57"), (0.004, "C"), (1, "R 100")])
  func pan(pan: Double, text: String) throws {
    #expect(PanText.text(try #require(Pan(pan))) == text)
  }

  @Test func keysHaveFiveCellsAtMost() {
    #expect(StemColumns(width: 80, key: 9).key == 5)
    #expect(StemColumns(width: 80, key: 5).key == 5)
    #expect(StemColumns(width: 80, key: 2).key == 2)
    #expect(StemColumns(width: 24, key: 9).key == 3)
  }

  @Test func withoutColoursThePlayHeadIsBold() throws {
    let lines = try Screen.lines(
      Stage.usual().view, size: ScreenSize(columns: 80, rows: 24), style: ScreenStyle(hasColour: false))
    let heads = lines.flatMap(\.spans).filter { $0.role == .playHead }
    #expect(heads.count >= 4 && heads.allSatisfy(\.isBold))
  }

  @Test func noTwoNeighboursLookTheSame() throws {
    for line in try Screen.lines(Stage.usual().view, size: ScreenSize(columns: 80, rows: 24)) {
      for (span, next) in zip(line.spans, line.spans.dropFirst()) { #expect(span.style != next.style) }
    }
  }

  // MARK: - Numbers, pages, messages

  @Test func theCountOfDoorsStandsWhereThereIsRoom() throws {
    func lines(_ columns: Int) throws -> [String] {
      try Screen.lines(Stage.usual().view, size: ScreenSize(columns: columns, rows: 24)).map(\.text)
    }
    #expect(try lines(72).contains { $0.contains("5 of 6 open") })
    #expect(try !lines(71).contains { $0.contains("5 of 6 open") })
  }

  @Test func aPageIsWhatIsSeen() throws {
    var view = try Stage.many(64).view
    #expect(Screen.page(view, size: ScreenSize(columns: 80, rows: 24), style: ScreenStyle()) == 13)
    #expect(Screen.page(view, size: ScreenSize(columns: 40, rows: 10), style: ScreenStyle()) == 6)
    view.overlay = .help(Stage.keys)
    #expect(Screen.page(view, size: ScreenSize(columns: 80, rows: 24), style: ScreenStyle()) == 16)
    #expect(Screen.page(view, size: ScreenSize(columns: 40, rows: 3), style: ScreenStyle()) == 1)
  }

  @Test func anOlderMessageStandsWholeOrNotAtAll() throws {
    var view = try Stage.usual().view
    view.messages = ["an older message of several words that needs two lines", "the newest"]
    func rows(_ count: Int) -> [String] { MessageRows(context: context(view, 40)).rows(count).map(text) }
    #expect(rows(2) == ["", " the newest"])
    #expect(rows(3).count == 3 && rows(3)[0].hasPrefix(" an older"))
  }

  @Test func softLevelsHaveTheirNumbersToo() {
    #expect(MeterScale.text(Float(3.1622777e-6)) == "-110.0 dB")
    #expect(MeterScale.text(Float(0.9e-6)) == "-inf dB")
  }

  @Test func inOneRowTheRMSValueOfTheLouderChannelIsBold() {
    var row = TextRow(.unicode)
    let reading = MeterReading(
      peak: StereoValue(1, 1), hold: .zero, rms: StereoValue(0, 0.1), clips: 0)
    MeterBar(reading: reading, width: 20, glyphs: .unicode).add(to: &row, row: 0, of: 1)
    #expect(row.spans.filter { $0.isBold && $0.text.contains("█") }.reduce(0) { $0 + $1.text.count } == 15)
  }

  @Test func theMastersGainIsInTheStatusWhenItIsNotNought() {
    #expect(StatusText.status(moment(master: 3)).contains("master: gain 3.0 dB."))
    #expect(StatusText.status(moment(master: -3)).contains("master: gain -3.0 dB."))
    #expect(!StatusText.status(moment()).contains { $0.hasPrefix("master") })
  }

  @Test func aLoopOfOneBarInTwoCellsIsALine() {
    var row = TextRow(.unicode)
    LoopRuler(bars: 1, beats: 4, fraction: 0, room: 2).add(to: &row, .unicode)
    #expect(text(row) == "●┤")
  }

  // MARK: - What is typed

  @Test(
    "What a terminal sends for a key of one character",
    arguments: [
      (8, .backspace), (127, .backspace), (9, .tab), (10, .enter), (13, .enter), (27, .escape),
      (1, .control("a")), (26, .control("z")), (0, nil), (28, nil), (31, nil), (32, " "), (0x7530, "田"),
    ] as [(UInt32, Key?)])
  func keys(code: UInt32, key: Key?) throws {
    #expect(TerminalKeys.key(try #require(Unicode.Scalar(code))) == key)
  }

  @Test func aBackslashIsItselfOutsideQuotes() {
    #expect(TypedWords(#"replace a\"b"#).partial == #"a\b"#)
    #expect(TypedWords(#"replace "a\"b"#).partial == #"a"b"#)
  }
}
