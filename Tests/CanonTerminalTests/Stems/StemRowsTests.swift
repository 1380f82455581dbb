import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// How the rows of stems look.
@Suite struct StemRowsTests {
  @Test func aSoloIsSaidBelowItsStem() throws {
    var stage = try Stage()
    stage.add("a", "A", .play, solo: .on)
    stage.add("b", "B", .play, solo: .alone)
    stage.add("c", "C", .playThenStop(Stage.asked(9)), solo: .alone)
    stage.add("d", "D")
    stage.stems[3].isCued = true
    let lines = Screen.lines(stage.view, size: ScreenSize(columns: 140, rows: 30)).map(\.text)
    #expect(lines.contains { $0.contains(" a ") && $0.contains("solo  ") })
    #expect(lines.contains { $0.contains(" b ") && $0.contains("solo, without the base") })
    #expect(lines.contains { $0.contains(" c ") && $0.contains("asked by input") })
    #expect(lines.contains { $0.contains(" d ") && $0.contains("on the cue bus") })
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

  @Test("Wider rows have more fields, from these widths on")
  func widths() {
    func columns(_ width: Int, beats: Int = 0) -> StemColumns {
      StemColumns(width: width, key: 1, bars: beats / 4, beats: beats)
    }
    #expect(columns(19).state == 1 && columns(20).state == StemColumns.stateWidth)
    #expect(columns(35).next == 0 && columns(36).next == 9 && columns(35).meter == 0)
    #expect(columns(63).gain == 0 && columns(64).gain == 6 && columns(64).next == 13)
    #expect(columns(129).wave == 0 && columns(130).wave > 0 && columns(130).next == 15)
    #expect(!columns(174).hasRuler && columns(175).hasRuler, "60 cells for the picture")
    #expect(columns(200, beats: 32).hasRuler && !columns(200, beats: 36).hasRuler, "two for each beat")
    #expect(columns(300).name == 40)
  }

  @Test("Stems stand side by side where each has 78 cells", arguments: [(155, 1), (156, 2), (234, 3)])
  func sideBySide(columns: Int, count: Int) throws {
    let view = try Stage.many(64).view
    #expect(StemList(DrawingContext(view, columns: columns), rows: 30).sideBySide == count)
  }

  @Test("A paused stem runs unheard: its picture has no part that was heard", arguments: [true, false])
  func pausedPicture(isHeld: Bool) throws {
    var view = try Stage.usual().view
    view.snapshot = moment(at: 576_000, .play, isHeld: isHeld)
    let lines = Screen.lines(view, size: ScreenSize(columns: 80, rows: 24))
    let row = try #require(lines.firstIndex { $0.text.contains("Violin A") }) + 1
    #expect(lines[row].spans.contains { $0.role == .playHead })
    #expect(lines[row].spans.contains { $0.role == .waveformPassed } == !isHeld)
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

  @Test func whoAskedStandsDimmedBelowTheState() throws {
    let lines = try Screen.lines(Stage.usual().view, size: ScreenSize(columns: 140, rows: 30))
    let asked = lines.flatMap(\.spans).filter { $0.text.contains("asked by") }
    #expect(!asked.isEmpty && asked.allSatisfy { $0.role == .dim })
  }

  @Test("The pictures of stems are as wide as the ruler of the loop's bars and beats")
  func widthOfPictures() throws {
    func columns(_ stage: Stage) -> StemColumns {
      StemList(DrawingContext(stage.view, columns: 240), rows: 30).columns
    }
    var stage = try Stage.usual()
    let bars = columns(stage)
    #expect(bars == StemColumns(width: 240, key: 1, bars: 8, beats: 32))
    #expect(bars.hasRuler)
    stage.hasTempo = false
    #expect(columns(stage) == StemColumns(width: 240, key: 1))
  }
}
