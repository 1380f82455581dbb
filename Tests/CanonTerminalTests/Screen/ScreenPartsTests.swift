import CanonControlSupport
import CanonEngine
import CanonStems
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// Single parts of the screen: fields, messages, the command line, the picture of a loop.
@Suite struct ScreenPartsTests {
  private func text(_ row: TextRow) -> String { row.spans.map(\.text).joined() }

  private func context(_ change: (inout ScreenView) -> Void = { _ in }, columns: Int = 40) throws
    -> DrawingContext
  {
    var view = try Stage.usual().view
    change(&view)
    return DrawingContext(view, columns: columns, style: ScreenStyle())
  }

  // MARK: - Fields

  @Test("The fields of a stem stand in order and inside its width", arguments: 20...400)
  func fields(width: Int) {
    for key in [1, 2, 5, 40] {
      let columns = StemColumns(width: width, key: key, bars: width % 3 * 8, beats: width % 3 * 32)
      var fields = [(columns.nameStart, columns.name), (columns.stateStart, columns.state)]
      if columns.next > 0 { fields.append((columns.nextStart, columns.next)) }
      if columns.wave > 0 { fields.append((columns.waveStart, columns.wave)) }
      if columns.meter > 0 { fields.append((columns.meterStart, columns.meter + 1)) }
      if columns.gain > 0 { fields.append((columns.gainStart, columns.gain)) }
      for (field, next) in zip(fields, fields.dropFirst()) {
        #expect(field.0 + field.1 < next.0, "\(width): \(columns)")
      }
      #expect(fields.allSatisfy { $0.1 > 0 && $0.0 + $0.1 <= width }, "\(width): \(columns)")
      #expect(columns.name >= 5, "\(width): \(columns)")
    }
  }

  @Test func eachPartOfTheScreenHasItsRowFrom24RowsOn() {
    #expect(ScreenPlan(rows: 24).free == 12)
    #expect(ScreenPlan(rows: 10).free == 6)
    for rows in 1..<200 {
      #expect(ScreenPlan(rows: rows).free >= min(rows, 2), "\(rows)")
    }
  }

  // MARK: - The server

  /// A snapshot of outputs that wait for targets.
  private func waiting(for targets: String..., columns: Int = 80, connections: [String]) throws
    -> DrawingContext
  {
    let rule = PatchRule(PatchOutput("violin-a")!, targets.map { PatchTarget($0)! })
    let patch = Patch([rule])
    let wants = patch.wants(of: ["violin-a"], among: Patch.Inputs(all: [], physical: []))
    let map = PortMap(client: "canon", ids: ["violin-a"], patch: patch, wants: wants, connected: [])
    return try context(
      {
        $0.snapshot.ports = map
        $0.server?.connections = connections
      }, columns: columns)
  }

  @Test("A target that several outputs wait for, by an option and by the user's file, is named once")
  func sharedTarget() throws {
    let ids = ["violin-a", "violin-b"]
    let rules = ids.map { PatchRule(PatchOutput($0)!, [PatchTarget("desk")!]) }
    let patch = Patch([rules[0]], file: [rules[1]])
    let wants = patch.wants(of: ids, among: Patch.Inputs(all: [], physical: []))
    let map = PortMap(client: "canon", ids: ids, patch: patch, wants: wants, connected: [])
    #expect(map.waiting.map(\.target) == ["desk", "desk"])
    let context = try context(
      {
        $0.snapshot.ports = map
        $0.server?.connections = []
      }, columns: 80)
    let row = ServerRows(context: context).rows(2).last.map(text) ?? ""
    #expect(row.hasSuffix("waiting for \"desk\""), "\(row)")
  }

  @Test("What is waited for is beside the connections for as long as it is, and the names of ports give way")
  func waits() throws {
    func last(_ context: DrawingContext, _ rows: Int = 2) -> String {
      ServerRows(context: context).rows(rows).last.map(text) ?? ""
    }
    let context = try waiting(for: "desk", "hall", connections: ["system:playback_1"])
    #expect(last(context) == " → system:playback_1   waiting for \"desk\" and \"hall\"")
    #expect(last(context, 1) == last(context))
    let narrow = try waiting(for: "desk", "hall", columns: 40, connections: ["system:playback_1"])
    #expect(last(narrow) == " → system:playback_1   waiting")
    let both = try waiting(
      for: "desk", columns: 40, connections: ["system:playback_1", "system:playback_2"])
    #expect(last(both).hasSuffix("…   waiting"))
    let nothing = try waiting(for: "desk", connections: [])
    #expect(
      last(nothing) == " Nothing is connected: no one hears this.   waiting for \"desk\"")
  }

  // MARK: - Messages

  @Test func theNewestMessageStandsWholeIfItCan() throws {
    let context = try context { $0.messages = ["old", "a sentence of several words that needs two lines"] }
    let rows = MessageRows(context: context).rows(3)
    #expect(rows.map(text) == [" old", " a sentence of several words that needs", " two lines"])
    #expect(rows[0].spans.last?.role == .dim)
    #expect(rows[2].spans.last?.role == .normal)
  }

  @Test func ofAMessageThatIsTooLongTheBeginningStands() throws {
    let context = try context { $0.messages = ["a sentence of several words that needs two lines"] }
    #expect(MessageRows(context: context).rows(1).map(text) == [" a sentence of several words that need…"])
    #expect(MessageRows(context: context).rows(0).isEmpty)
  }

  @Test func longWordsAreBroken() {
    #expect(WrappedText.lines("abcdefgh ij", 4) == ["abcd", "efgh", "ij"])
    #expect(WrappedText.lines("長い名前 です", 5) == ["長い", "名前", "です"])
    #expect(WrappedText.lines("", 5) == [])
    #expect(WrappedText.lines("a", 0) == [])
  }

  @Test func japaneseFillsItsLinesAndNoLineBeginsWithAMark() {
    #expect(WrappedText.lines("三つの語、四つ", 8) == ["三つの", "語、四つ"])
    #expect(WrappedText.lines("位置を -1（左）から 1（右）まで", 14) == ["位置を -1", "（左）から 1", "（右）まで"])
    #expect(WrappedText.lines("次は violin-a です", 12) == ["次は", "violin-a で", "す"])
    #expect(WrappedText.lines("、、、", 4) == ["、、", "、"])
  }

  @Test("No line begins with a mark that belongs to the letter before it, or ends with one of the next")
  func marks() {
    for mark in "、。，．・：；！？）］｝」』】ーっゃゅょッャュョ々" {
      #expect(WrappedText.lines("三三三\(mark)四", 6) == ["三三", "三\(mark)四"], "\(mark)")
    }
    for mark in "（［｛「『【" {
      #expect(WrappedText.lines("三三\(mark)四", 6) == ["三三", "\(mark)四"], "\(mark)")
    }
  }

  // MARK: - The command line

  @Test("The cursor is always in sight", arguments: 0...60)
  func cursor(cursor: Int) throws {
    let command = CommandLineView(text: String(repeating: "gain ab長", count: 8), cursor: cursor)
    let row = CommandRow(context: try context(columns: 30), command: command).row()
    let before = row.spans.prefix { !$0.isReverse }.reduce(0) { $0 + DisplayWidth.width($1.text) }
    let cell = try #require(row.spans.first { $0.isReverse })
    #expect(before + DisplayWidth.width(cell.text) <= 30)
    let letters = Array(command.text)
    #expect(cell.text == (cursor < letters.count ? String(letters[cursor]) : " "))
  }

  @Test("The taken completion is always in sight", arguments: 0..<30)
  func completion(selected: Int) throws {
    let words = (0..<30).map { "violin-\($0)" }
    let command = CommandLineView(text: "v", cursor: 1, completions: words, selectedCompletion: selected)
    var row = CommandRow(context: try context(columns: 40), command: command).completions()
    row.fit(40)
    #expect(row.spans.filter(\.isReverse).map(\.text) == [words[selected]])
  }

  // MARK: - The picture of a loop

  @Test func aWaveformShowsTheLoudestOfEachPart() {
    func text(_ peaks: [Float], _ width: Int, head: Double? = nil, row: Int = 0, of count: Int = 1) -> String
    {
      var result = TextRow(.unicode)
      Waveform(peaks: peaks, playHead: head, sounds: true, width: width, glyphs: .unicode).add(
        to: &result, row: row, of: count)
      return result.spans.map(\.text).joined()
    }
    #expect(text([0, 0.25, 0.5, 1], 4) == "▁▂▃▆")
    #expect(text([0, 0.25, 0.5, 1], 2) == "▂▆")
    #expect(text([0, 1], 4) == "▁▁▆▆")
    #expect(text([0, 0, 0], 3) == "▁▁▁")
    #expect(text([], 3) == "   ")
    #expect(text([0.5, 1], 2, row: 0, of: 2) == " ▆")
    #expect(text([0.5, 1], 2, row: 1, of: 2) == "▇█")
  }

  @Test(
    "The play head stands in the picture from its first cell to its last",
    arguments: [
      (-1.0, 0), (0, 0), (0.25, 1), (0.999, 3), (1, 3), (7, 3), (.nan, 0),
    ])
  func playHead(place: Double, cell: Int) {
    var row = TextRow(.unicode)
    Waveform(peaks: [1, 1, 1, 1], playHead: place, sounds: true, width: 4, glyphs: .unicode).add(
      to: &row, row: 0, of: 1)
    let cells = row.spans.flatMap { span in span.text.map { _ in span.role } }
    #expect(cells.firstIndex(of: .playHead) == cell)
  }

  @Test func aStoppedStemHasNoPlayHead() throws {
    let lines = try Screen.lines(Stage.usual().view, size: ScreenSize(columns: 80, rows: 24))
    func picture(_ name: String) -> StyledLine { lines[lines.firstIndex { $0.text.contains(name) }! + 1] }
    #expect(picture("Cello").spans.contains { $0.role == .playHead })
    #expect(picture("Cello").spans.contains { $0.role == .waveformPassed })
    #expect(!picture("Violin B").spans.contains { $0.role == .waveformPassed })
    #expect(picture("Violin C").spans.contains { $0.role == .playHead })
    #expect(!picture("Violin D").spans.contains { $0.role == .playHead })
  }

  @Test func aStemOfAnotherLengthHasItsOwnPlayHead() throws {
    var view = try Stage.usual().view
    view.playHeads = [0]
    let lines = Screen.lines(view, size: ScreenSize(columns: 80, rows: 24))
    let row = try #require(lines.firstIndex { $0.text.contains("Cello") }) + 1
    let before = lines[row].spans.prefix { $0.role != .playHead }.reduce(0) { $0 + $1.text.count }
    #expect(before == 3)
  }

  // MARK: - What stands over the stems

  @Test("Every line of the help can be reached", arguments: [0, 5, 12, 100])
  func help(start: Int) throws {
    let context = try context { $0.overlayStart = start }
    let keys = (1...22).map { (key: "\($0)", text: "does a thing that fills the line") }
    let rows = OverlayBox(context: context, overlay: .keys(keys)).rows(12).map(text)
    let first = min(start, 12)
    #expect(rows[0].hasPrefix("┌─ Help \(first + 1)–\(first + 10) of 22 ─"))
    #expect(rows[1].hasPrefix("│ \(first + 1) "))
    #expect(rows[10].hasPrefix("│ \(first + 10) "))
  }

  @Test("The help goes on until its last line is seen, and no further", arguments: [8, 12, 24, 60])
  func lastHelp(rows: Int) throws {
    var view = try Stage.usual().view
    view.overlay = .keys((1...40).map { (key: "\($0)", text: "does \($0)") })
    for columns in [40, 80, 200] {
      let size = ScreenSize(columns: columns, rows: rows)
      let last = Screen.lastOverlayStart(view, size: size, style: ScreenStyle())
      view.overlayStart = last
      let shown = Screen.lines(view, size: size).map(\.text)
      #expect(shown.contains { $0.contains("does 40 ") }, "\(columns) by \(rows)")
      if last > 0 { #expect(shown.contains { $0.contains("\(last + 1)–40 of 40") }, "\(columns) by \(rows)") }
      view.overlayStart = max(0, last - 1)
      #expect(last == 0 || !Screen.lines(view, size: size).contains { $0.text.contains("does 40 ") })
    }
    view.overlay = nil
    let without = Screen.lastOverlayStart(
      view, size: ScreenSize(columns: 40, rows: rows), style: ScreenStyle())
    #expect(without == 0, "where no help is shown yet, it begins at its beginning")
  }

  @Test func theDoorsShowTheSelectedStem() throws {
    var view = try Stage.many(64).view
    view.selected = 50
    let context = DrawingContext(view, columns: 60, style: ScreenStyle())
    let rows = OverlayBox(context: context, overlay: .doors).rows(12).map(text)
    #expect(rows[0].hasPrefix("┌─ Doors 46–55 of 64 ─"))
    #expect(rows.contains { $0.contains("▌+ part-51") })
  }

  // MARK: - The server

  @Test func theServersFieldsGoFromTheRightWhenThereIsNoRoom() throws {
    let wide = try context(columns: 120)
    #expect(
      text(ServerRows(context: wide).rows(2)[0])
        == " JACK 1.9.21   48000 Hz   256 frames, 5.3 ms   load 3.1 %   no xruns   server \"default\"   "
        + "client \"canon\"")
    #expect(text(ServerRows(context: try context(columns: 30)).rows(2)[0]) == " JACK 1.9.21   48000 Hz")
  }

  @Test func aServerOfItsOwnSaysSo() throws {
    let context = try context({ $0.server = Stage.server(ownBackend: "the sound card hw:0") }, columns: 160)
    #expect(
      text(ServerRows(context: context).rows(1)[0]).hasSuffix("   started by canon on the sound card hw:0"))
  }
}
