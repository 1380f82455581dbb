import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import CanonTerminal
import Testing

@testable import CanonSession

/// The screens as they look, letter by letter.
@Suite struct ScreenGoldenTests {
  @Test func everythingAboutSixStemsFitsInto80By24() throws {
    try expectScreen(Stage.usual().view, 80, 24, "usual-80x24")
  }

  @Test(
    "Everything about six stems fits in other sizes",
    arguments: [(200, 60), (100, 30), (40, 10), (60, 15), (132, 43), (20, 5)])
  func otherSizes(columns: Int, rows: Int) throws {
    try expectScreen(Stage.usual().view, columns, rows, "usual-\(columns)x\(rows)")
  }

  @Test func asciiHasNoBlocksAndLines() throws {
    try expectScreen(Stage.usual().view, 80, 24, "ascii-80x24", ascii: true)
    try expectScreen(Stage.usual().view, 40, 10, "ascii-40x10", ascii: true)
  }

  @Test("Every reason for a shut door", arguments: [(80, 24), (80, 18), (132, 43), (40, 10)])
  func doors(columns: Int, rows: Int) throws {
    try expectScreen(Stage.behindDoors().view, columns, rows, "doors-\(columns)x\(rows)")
  }

  @Test func aWrongClockIsSaidWhereTheNextDoorWouldStand() throws {
    var stage = try Stage(now: "1970-01-01T09:01:00")
    stage.add("cello", "Cello", .play, isBase: true)
    stage.add("violin-a", "Violin A", door: .clockWrong)
    stage.add("violin-b", "Violin B", .play, door: .open(since: nil, until: nil))
    try expectScreen(stage.view, 80, 24, "clock-wrong-80x24")
  }

  @Test("A lost server is said at every size", arguments: [(80, 24), (40, 10)])
  func serverLost(columns: Int, rows: Int) throws {
    var stage = try Stage.usual()
    stage.isAway = true
    var view = stage.view
    view.messages.append(
      "The JACK server has ended. Waiting for a server; the music goes on when there is one.")
    try expectScreen(view, columns, rows, "server-lost-\(columns)x\(rows)")
  }

  @Test("A missing connection is shown at every size", arguments: [(80, 24), (40, 10)])
  func nothingConnected(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(connections: [], xruns: 3, load: 91.4)
    try expectScreen(view, columns, rows, "not-connected-\(columns)x\(rows)")
  }

  @Test func beforeTheFirstServerThereIsNoLoop() throws {
    var stage = try Stage.usual()
    stage.rate = nil
    stage.stems = stage.stems.map(\.atRest)
    var view = stage.view
    (view.server, view.messages) = (nil, [])
    try expectScreen(view, 80, 24, "no-server-yet-80x24")
  }

  @Test func withoutATempoSecondsAreCounted() throws {
    var stage = try Stage.usual()
    stage.hasTempo = false
    try expectScreen(stage.view, 80, 24, "no-tempo-80x24")
  }

  @Test("Wide letters keep the columns", arguments: [false, true])
  func japanese(ascii: Bool) throws {
    let view = try Stage.japanese().view
    try expectScreen(view, 80, 24, ascii ? "japanese-ascii-80x24" : "japanese-80x24", ascii: ascii)
    if !ascii { try expectScreen(view, 40, 10, "japanese-40x10") }
  }

  @Test("Doors in Japanese", arguments: [(80, 24), (40, 10)])
  func doorsInJapanese(columns: Int, rows: Int) throws {
    var view = try Stage.behindDoors().view
    view.language = .japanese
    try expectScreen(view, columns, rows, "doors-japanese-\(columns)x\(rows)")
  }

  @Test(
    "Every label is Japanese but the words of the vocabulary", arguments: [(80, 24), (132, 43), (40, 10)])
  func labelsInJapanese(columns: Int, rows: Int) throws {
    var stage = try Stage.japanese()
    stage.stems[1].nextGain = Snapshot.Next(value: Decibels(-12)!, at: stage.position + 4 * Stage.beat)
    var view = stage.view
    view.language = .japanese
    view.hints = KeyTable.usual.hints(.japanese)
    view.messages = ["ループは8小節、24.0秒です。"]
    try expectScreen(view, columns, rows, "labels-japanese-\(columns)x\(rows)")
    (view.overlay, view.snapshot) = (
      .text(.status, StatusText.status(stage.snapshot, .japanese)), stage.snapshot
    )
    try expectScreen(view, columns, rows, "status-japanese-\(columns)x\(rows)")
  }

  @Test("Keys and words are explained in Japanese", arguments: [(80, 24), (132, 43)])
  func helpInJapanese(columns: Int, rows: Int) throws {
    var view = try Stage.japanese().view
    (view.language, view.hints) = (.japanese, KeyTable.usual.hints(.japanese))
    view.overlay = .keys(KeyTable.usual.help(.japanese).map { (key: $0.keys, text: $0.text) })
    try expectScreen(view, columns, rows, "help-japanese-\(columns)x\(rows)")
    view.overlay = .text(.help(at: .screen), HelpText.words(at: .screen, .japanese))
    try expectScreen(view, columns, rows, "words-japanese-\(columns)x\(rows)")
  }

  @Test("A preview says so at every size", arguments: [(80, 24), (40, 10)])
  func preview(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.preview = "2026-12-20 12:00"
    try expectScreen(view, columns, rows, "preview-\(columns)x\(rows)")
  }

  @Test("The help stands over the stems", arguments: [(80, 24), (40, 10), (160, 24)])
  func help(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.overlay = .keys(Stage.keys)
    try expectScreen(view, columns, rows, "help-\(columns)x\(rows)")
  }

  @Test("The words stand over the stems", arguments: [(80, 24), (40, 10), (200, 60)])
  func words(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.overlay = .text(.help(at: .screen), HelpText.words(at: .screen))
    try expectScreen(view, columns, rows, "words-\(columns)x\(rows)")
  }

  @Test func aWordWithItsParametersStandsOverTheStems() throws {
    var view = try Stage.usual().view
    let word = try #require(Vocabulary.word("gain"))
    view.overlay = .text(.help(word, at: .screen), HelpText.word(word))
    try expectScreen(view, 80, 24, "word-80x24")
  }

  @Test("The status stands over the stems", arguments: [(80, 24), (40, 10)])
  func status(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.overlay = .text(.status, StatusText.status(view.snapshot))
    try expectScreen(view, columns, rows, "status-\(columns)x\(rows)")
  }

  @Test("The doors stand over the stems", arguments: [(80, 24), (40, 10)])
  func doorsOverlay(columns: Int, rows: Int) throws {
    var view = try Stage.behindDoors().view
    view.overlay = .doors
    try expectScreen(view, columns, rows, "doors-overlay-\(columns)x\(rows)")
  }

  @Test("Where there is room the calendar stands below the stems", arguments: [(200, 60), (80, 50)])
  func calendar(columns: Int, rows: Int) throws {
    try expectScreen(Stage.behindDoors().view, columns, rows, "calendar-\(columns)x\(rows)")
  }

  @Test("A door that opens is announced", arguments: [(80, 24), (40, 10)])
  func opened(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.opened = [4]
    try expectScreen(view, columns, rows, "opened-\(columns)x\(rows)")
  }

  @Test func aNewRefusalIsReadToItsEndOnASmallScreen() throws {
    var view = try Stage.usual().view
    view.messages = ["Refused: \"violin-e\" is locked until 2026-12-24 (Asia/Tokyo), in 3 days 11 hours."]
    view.isMessageNew = true
    try expectScreen(view, 40, 10, "refused-40x10")
  }

  @Test func aCommandIsTypedWithCompletions() throws {
    var view = try Stage.usual().view
    view.commandLine = CommandLineView(
      text: "gain violin-a", cursor: 13,
      completions: ["violin-a", "violin-b", "violin-c", "violin-d", "violin-e"],
      selectedCompletion: 0)
    try expectScreen(view, 80, 24, "command-80x24")
    try expectScreen(view, 40, 10, "command-40x10")
  }

  @Test("Many stems scroll, or stand side by side", arguments: [(80, 24), (200, 60), (40, 10)])
  func manyStems(columns: Int, rows: Int) throws {
    var view = try Stage.many(64).view
    view.selected = 40
    try expectScreen(view, columns, rows, "many-\(columns)x\(rows)")
  }

  @Test func soloEndsAndClips() throws {
    var stage = try Stage()
    stage.master = -3
    stage.add("cello", "Cello", .play, isBase: true)
    stage.add("violin-a", "Violin A", .play, gain: 6, solo: .on)
    stage.add(
      "violin-b", "Violin B", .playThenStop(Stage.asked(stage.position + 1)), pan: -1, end: 3 * Stage.loop)
    stage.add("violin-c", "Violin C", .play, gain: -120, pan: 1, end: 4 * Stage.loop)
    stage.add("violin-d", "Violin D", .muteThenStop(Stage.asked(3 * Stage.loop)), solo: .alone)
    var view = stage.view
    view.levels[1] = Stage.reading(1.2, 0.9, clips: 12)
    view.master = Stage.reading(1.5, 1.1, clips: 1234)
    try expectScreen(view, 80, 24, "solo-clips-80x24")
    try expectScreen(view, 132, 30, "solo-clips-132x30")
  }

  @Test("Two pending changes are shown where there is room", arguments: [(80, 24), (40, 10), (132, 43)])
  func twoChanges(columns: Int, rows: Int) throws {
    var stage = try Stage.usual()
    let beat = Stage.beat, now = stage.position
    stage.stems[0].nextGain = Snapshot.Next(value: Decibels(-12)!, at: now + 4 * beat)
    stage.stems[1].nextPan = Snapshot.Next(value: Pan(0.5)!, at: now + 2 * beat)
    stage.stems[1].nextGain = Snapshot.Next(value: Decibels(-30)!, at: now + 20 * beat)
    stage.stems[3].nextSolo = Snapshot.Next(value: .on, at: nil)
    stage.stems[4].requested = .play
    stage.stems[4].nextFile = Snapshot.Next(value: "take-2.flac", at: nil)
    try expectScreen(stage.view, columns, rows, "two-changes-\(columns)x\(rows)")
  }

  @Test(
    "A piece of a programme has its line where there is room for it",
    arguments: [(80, 24), (40, 10), (200, 60)])
  func piece(columns: Int, rows: Int) throws {
    try expectScreen(Stage.inAProgramme().view, columns, rows, "piece-\(columns)x\(rows)")
  }

  @Test("A piece of a programme in Japanese", arguments: [(80, 24), (40, 10), (200, 60)])
  func pieceInJapanese(columns: Int, rows: Int) throws {
    var view = try Stage.inAProgramme().view
    (view.language, view.hints) = (.japanese, KeyTable.usual.hints(.japanese))
    try expectScreen(view, columns, rows, "piece-japanese-\(columns)x\(rows)")
  }

  @Test func theEndOfAPieceThatSomebodyEndsIsNotKnown() throws {
    var stage = try Stage.inAProgramme()
    stage.piece = Stage.piece(remaining: nil, programmeRemaining: nil)
    try expectScreen(stage.view, 80, 24, "piece-by-hand-80x24")
  }

  @Test func quittingIsAskedInTheBottomLine() throws {
    var view = try Stage.usual().view
    view.asksToQuit = true
    try expectScreen(view, 40, 10, "quit-40x10")
  }
}

extension Snapshot.Stem {
  /// As before the clock starts.
  fileprivate var atRest: Snapshot.Stem {
    Snapshot.Stem(
      id: id, title: title, file: file, isBase: isBase, status: .stop, gain: gain, pan: pan, solo: .off,
      end: nil,
      follow: nil,
      door: door)
  }
}
