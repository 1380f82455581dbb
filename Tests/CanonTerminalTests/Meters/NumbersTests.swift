import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// Levels, gains and the ruler, where they are small.
@Suite struct NumbersTests {
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
    #expect(shownText(row) == "●┤")
  }
}
