import Testing

@testable import CanonTerminal

/// The meters' scale and bars.
@Suite struct MeterTests {
  @Test(
    "The scale is the original's: (80 - |dB|) / 80",
    arguments: [
      (0.0, 1.0), (-6, 0.925), (-18, 0.775), (-40, 0.5), (-79, 0.0125), (-80, 0), (-200, 0), (6, 1),
    ])
  func scale(decibels: Double, position: Double) {
    #expect(abs(MeterScale.position(decibels: decibels) - position) < 1e-12)
  }

  @Test func amplitudesBecomeDecibels() {
    #expect(MeterScale.position(1) == 1)
    #expect(abs(MeterScale.position(0.1) - 0.75) < 1e-6)
    #expect(MeterScale.position(2) == 1)
    for nothing: Float in [0, -1, .nan] { #expect(MeterScale.position(nothing) == 0) }
    #expect(MeterScale.text(0.1) == "-20.0 dB")
    #expect(MeterScale.text(1) == "0.0 dB")
    #expect(MeterScale.text(0) == "-inf dB")
    #expect(MeterScale.text(.infinity) == "inf dB")
    #expect(MeterScale.text(decibels: -0.04) == "0.0")
  }

  @Test("The numbers stand over their marks", arguments: [8, 18, 20, 33, 64])
  func heading(width: Int) {
    let letters = Array(MeterScale.heading(width))
    #expect(letters.count == width + 1)
    #expect(letters[width] == "0")
    #expect(letters[MeterScale.cell(-6, of: width)] == "6" || width < 20)
    #expect(letters[MeterScale.cell(-18, of: width)] == "8" || width < 18)
  }

  private func bar(_ reading: MeterReading, _ width: Int, row: Int = 0, of count: Int = 2) -> String {
    var text = TextRow(.unicode)
    MeterBar(reading: reading, width: width, glyphs: .unicode).add(to: &text, row: row, of: count)
    return text.spans.map(\.text).joined()
  }

  private func reading(peak: Float, hold: Float, rms: Float, right: Float = 0, clips: Int = 0) -> MeterReading
  {
    MeterReading(
      peak: StereoValue(peak, right), hold: StereoValue(hold, right), rms: StereoValue(rms, right),
      clips: clips)
  }

  @Test func aBarShowsRMSPeakAndHold() {
    // -60 dB, -40 dB and -20 dB on 20 cells of 4 dB.
    #expect(bar(reading(peak: 0.01, hold: 0.1, rms: 0.001), 20) == "▆▆▆▆▆▂▂▂▂▂    │┊  ┊ │")
    #expect(bar(reading(peak: 0, hold: 0, rms: 0), 20) == "               ┊  ┊ │")
    #expect(bar(reading(peak: 1, hold: 1, rms: 1), 20) == "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆│")
    #expect(bar(reading(peak: 1, hold: 1, rms: 1, clips: 1), 20) == "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆!")
  }

  @Test func eachChannelHasItsRow() {
    let left = reading(peak: 1, hold: 1, rms: 1)
    #expect(bar(left, 20, row: 0).hasPrefix("▆▆"))
    #expect(bar(left, 20, row: 1) == "               ┊  ┊ │")
    #expect(bar(left, 20, row: 1, of: 4).hasPrefix("██"))
    #expect(bar(left, 20, row: 2, of: 4) == "               ┊  ┊ │")
  }

  @Test func inOneRowTheChannelsAreHalves() {
    let left = reading(peak: 0.1, hold: 0.1, rms: 0.001, right: 0.001)
    #expect(bar(left, 20, of: 1) == "█████▀▀▀▀▀▀▀▀▀▀┊  ┊ │")
    let right = MeterReading(
      peak: StereoValue(0, 0.1), hold: .zero, rms: .zero, clips: 0)
    #expect(bar(right, 20, of: 1) == "▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄┊  ┊ │")
    #expect(
      bar(reading(peak: 0.001, hold: 0.1, rms: 0), 20, of: 1) == "▀▀▀▀▀         │┊  ┊ │",
      "the louder channel's peak is held")
  }

  @Test func theZonesBeginAtTheirMarks() {
    let roles = (0..<80).map { MeterScale.role(cell: $0, of: 80) }
    #expect(roles.firstIndex(of: .meterMid) == 62)
    #expect(roles.firstIndex(of: .meterHigh) == 74)
  }
}
