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
