import CanonControlSupport
import CanonEngine
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// How often the screen is drawn: as often as something moves.
@Suite struct PicturePaceTests {
  private static let long = Duration.seconds(3600)

  /// - Parameter change: What is different from six stems that stand still.
  private func pace(
    sinceTouch: Duration = Self.long, sinceNews: Duration = Self.long, hasMeters: Bool = true,
    _ change: (inout Stage) -> Void = { _ in }
  ) throws -> PicturePace {
    var stage = try Stage()
    for id in ["a", "b", "c"] { stage.add(id, id) }
    change(&stage)
    var view = stage.view
    if !hasMeters { (view.master, view.levels) = (.silence, view.levels.map { _ in .silence }) }
    return PicturePace(showing: view, sinceTouch: sinceTouch, sinceNews: sinceNews)
  }

  @Test func thirtyAfterAKeyAndBeforeAChange() throws {
    #expect(try pace(sinceTouch: .zero) == .played)
    #expect(try pace(sinceTouch: .milliseconds(4999)) == .played)
    #expect(try pace { $0.add("d", "D", .wait(Stage.asked(9_000_000))) } == .played)
  }

  @Test func tenWhileMusicPlaysOrMetersFallOrSomethingHasHappened() throws {
    #expect(try pace(hasMeters: false) { $0.add("d", "D", .play) } == .watched)
    #expect(try pace(hasMeters: true) == .watched, "the master's meter has not fallen yet")
    #expect(try pace(sinceNews: .milliseconds(999), hasMeters: false) == .watched)
  }

  @Test func oneOnEachBeatInSilence() throws {
    // A quarter of the second beat of bar 5 has passed; a beat is 36,000 frames.
    let (beat, rate) = (Stage.beat, 48_000.0)
    #expect(try pace(hasMeters: false) == .resting(.seconds(Double(beat - 9000) / rate)))
    // The next beat would come too soon: the one after it is shown.
    let late = try pace(hasMeters: false) { $0.position += 20_000 }
    #expect(late == .resting(.seconds(Double(2 * beat - 29_000) / rate)))
    #expect(try pace(hasMeters: false) { $0.position += 7_800 } == .resting(.seconds(0.4)))
  }

  @Test func oneASecondWhereNoBeatIsCounted() throws {
    #expect(try pace(hasMeters: false) { $0.hasTempo = false } == .resting(.seconds(1)))
    #expect(try pace(hasMeters: false) { $0.rate = nil } == .resting(.seconds(1)))
    #expect(try pace(hasMeters: false) { $0.isAway = true } == .resting(.seconds(1)))
  }

  @Test func whatPlaysWithoutAServerStandsStill() throws {
    let away = try pace(hasMeters: false) { stage in
      stage.isAway = true
      stage.add("d", "D", .play)
    }
    #expect(away == .resting(.seconds(1)))
  }

  @Test func aPictureIsNeverMoreThanASecondAway() throws {
    for offset in stride(from: FramePosition(0), to: 2 * Stage.beat, by: 1234) {
      guard case .resting(let pause) = try pace(hasMeters: false, { $0.position += offset }) else {
        Issue.record("\(offset): it does not rest")
        continue
      }
      #expect(pause >= .milliseconds(400) && pause <= .seconds(1), "\(offset)")
    }
  }
}
