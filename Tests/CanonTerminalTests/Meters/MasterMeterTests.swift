import CanonTestSupport
import Testing

@testable import CanonEngine
@testable import CanonSession
@testable import CanonTerminal

/// The master's meter when nobody delivers anything.
@Suite struct MasterMeterTests {
  private static let loud = MasterLevels(
    clips: 3, peakLeft: 0.5, peakRight: 0.25, powerLeft: 25, powerRight: 9, frames: 100)

  @Test func itFallsWhenTheServerIsGone() {
    var pictures = ScreenPictures()
    pictures.update([], Self.loud, seconds: 0.1)
    #expect(pictures.master.peak == StereoValue(0.5, 0.25))
    #expect(pictures.master.rms == StereoValue(0.5, 0.3))
    pictures.update([], nil, seconds: 0.1)
    #expect(pictures.master.rms == .zero)
    #expect(pictures.master.peak.left < 0.5 && pictures.master.peak.left > 0.4)
    for _ in 0..<100 { pictures.update([], nil, seconds: 0.1) }
    #expect(pictures.master.peak.left < 1e-3 && pictures.master.hold.left < 1e-3)
    #expect(pictures.master.clips == 3, "what was clipped stays so")
  }

  @Test func aStemsMeterFallsToo() {
    var pictures = ScreenPictures()
    var level = StemLevel()
    (level.peak, level.rms) = ((1, 0.75), (0.5, 0.25))
    pictures.update([level], nil, seconds: 0.1)
    #expect(pictures.stems.map(\.peak) == [StereoValue(1, 0.75)])
    #expect(pictures.stems.map(\.hold) == [StereoValue(1, 0.75)])
    #expect(pictures.stems.map(\.rms) == [StereoValue(0.5, 0.25)])
    pictures.update([StemLevel()], nil, seconds: 1)
    #expect(abs(pictures.stems[0].peak.left - 0.257) < 0.001, "11.8 dB a second")
  }
}

/// How a level is shown that changes faster than eyes.
@Suite struct LevelMeterTests {
  private func update(_ meter: inout LevelMeter, _ peak: Float, seconds: Double = 0.1) {
    meter.update(peak: (peak, peak / 2), rms: (peak / 4, peak / 8), seconds: seconds)
  }

  @Test func itRisesAtOnceAndFallsByElevenPointEightDecibelsASecond() {
    var meter = LevelMeter()
    update(&meter, 1)
    #expect(meter.reading(clips: 0).peak == StereoValue(1, 0.5))
    #expect(meter.reading(clips: 0).rms == StereoValue(0.25, 0.125))
    for _ in 0..<10 { update(&meter, 0) }
    #expect(abs(meter.reading(clips: 0).peak.left - 0.2570) < 0.001)
    #expect(abs(meter.reading(clips: 0).peak.right - 0.1285) < 0.001)
    #expect(meter.reading(clips: 0).rms == .zero, "the RMS value is what it is")
    update(&meter, 0.9)
    #expect(meter.reading(clips: 7).peak.left == 0.9)
    #expect(meter.reading(clips: 7).clips == 7)
  }

  @Test func aPeakIsHeldForOneAndAHalfSeconds() {
    var meter = LevelMeter()
    update(&meter, 1)
    for _ in 0..<14 { update(&meter, 0.01) }
    #expect(meter.reading(clips: 0).hold.left == 1)
    for _ in 0..<2 { update(&meter, 0.01) }
    #expect(meter.reading(clips: 0).hold.left < 0.2)
    update(&meter, 0.5)
    #expect(meter.reading(clips: 0).hold.left == 0.5, "a higher one at once")
    for _ in 0..<14 { update(&meter, 0.1) }
    update(&meter, 0.5)
    for _ in 0..<14 { update(&meter, 0.1) }
    #expect(meter.reading(clips: 0).hold.left == 0.5, "the same again is held anew")
  }

  @Test("A held peak never falls below the bar", arguments: 1...20)
  func hold(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var meter = LevelMeter()
    for _ in 0..<500 {
      update(
        &meter, random.next() % 3 == 0 ? Float.random(in: 0...1.5, using: &random) : 0,
        seconds: .random(in: 0.005...0.4, using: &random))
      let reading = meter.reading(clips: 0)
      #expect(reading.hold.left >= reading.peak.left && reading.hold.right >= reading.peak.right)
    }
  }

  @Test func whatIsTooSoftToBeSeenEnds() {
    var meter = LevelMeter()
    update(&meter, 1)
    for _ in 0..<80 { update(&meter, 0) }
    #expect(meter.reading(clips: 0).peak == .zero)
  }
}

/// The pictures of the loops, which cost more than a thirtieth of a second.
@Suite struct ScreenPicturesTests {
  private let start = ContinuousClock.now

  @Test func theyAreLookedAtEveryTwoSecondsAndOnlyWhereThereIsRoom() {
    var pictures = ScreenPictures()
    func looks(_ columns: Int, _ milliseconds: Int, isResting: Bool = false) -> Bool {
      pictures.needsShapes(
        ScreenSize(columns: columns, rows: 24), isResting: isResting, start + .milliseconds(milliseconds))
    }
    let first = (looks(59, 0), looks(60, 0))
    #expect(first == (false, true))
    let later = (looks(60, 1999), looks(60, 2000), looks(60, 3000))
    #expect(later == (false, true, false))
    let resting = (looks(60, 11_999, isResting: true), looks(60, 12_000, isResting: true))
    #expect(resting == (false, true), "every ten while nothing happens")
    pictures.update([[1, 0.5]])
    #expect(pictures.shapes == [[1, 0.5]])
  }

  @Test func theTimeSinceTheLastPictureIsASecondAtMost() {
    var pictures = ScreenPictures()
    let first = pictures.secondsSinceLast(start)
    let quarter = pictures.secondsSinceLast(start + .milliseconds(250))
    let late = pictures.secondsSinceLast(start + .seconds(9))
    #expect(first == 1.0 / 30)
    #expect(abs(quarter - 0.25) < 1e-9)
    #expect(late == 1)
  }
}
