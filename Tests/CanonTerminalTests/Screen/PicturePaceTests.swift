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

  @Test("Thirty pictures a second are a timer's 33 ms, ten are 100 ms, and a rest is as long as it is")
  func interval() {
    #expect(PicturePace.played.interval == .milliseconds(33))
    #expect(PicturePace.watched.interval == .milliseconds(100))
    for milliseconds in [1, 412, 1000, 1234] {
      let resting = PicturePace.resting(.milliseconds(milliseconds) + .microseconds(400))
      #expect(resting.interval == .milliseconds(milliseconds))
    }
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

  @Test("What may move by itself is drawn ten times a second, in silence too; what is frozen rests")
  func silentChanges() throws {
    var stage = try Stage()
    for id in ["a", "b"] { stage.add(id, id) }
    var still = stage.view
    (still.master, still.levels) = (.silence, still.levels.map { _ in .silence })
    func isWatched(_ change: (inout ScreenView) -> Void) -> Bool {
      var view = still
      change(&view)
      return PicturePace(showing: view, sinceTouch: Self.long, sinceNews: Self.long) == .watched
    }
    #expect(!isWatched { _ in })
    #expect(isWatched { $0.snapshot.loading = .init(done: 1, files: 3, seconds: 2, slow: nil) })
    func isWatchedStage(_ change: (inout Stage) -> Void) -> Bool {
      var other = stage
      change(&other)
      return isWatched { $0.snapshot = other.snapshot }
    }
    #expect(!isWatchedStage { _ in })
    #expect(isWatchedStage { $0.nextMaster = Snapshot.Next(value: Decibels(-3)!, at: nil) })
    #expect(isWatchedStage { $0.stems[1].nextGain = Snapshot.Next(value: Decibels(-3)!, at: nil) })
    #expect(isWatchedStage { $0.stems[1].nextPan = Snapshot.Next(value: Pan(1)!, at: nil) })
    #expect(isWatchedStage { $0.stems[1].isCued = true })
    for side in [\StereoValue.left, \.right] {
      for value in [\MeterReading.peak, \.hold, \.rms] {
        #expect(isWatched { $0.levels[1][keyPath: value][keyPath: side] = 1.1e-4 })
        #expect(isWatched { $0.master[keyPath: value][keyPath: side] = 1.1e-4 })
        #expect(!isWatched { $0.master[keyPath: value][keyPath: side] = 0.9e-4 })
      }
    }
    stage.add("c", "C", .play)
    var playing = stage.view
    (playing.master, playing.levels) = (.silence, playing.levels.map { _ in .silence })
    let isHeard = PicturePace(showing: playing, sinceTouch: Self.long, sinceNews: Self.long)
    playing.snapshot.isFrozen = true
    let frozen = PicturePace(showing: playing, sinceTouch: Self.long, sinceNews: Self.long)
    #expect(isHeard == .watched && frozen == .resting(.seconds(1)))
  }

  @Test("The next beat is seen a period later, because the place is known from period to period")
  func period() throws {
    var stage = try Stage()
    stage.add("a", "A")
    var view = stage.view
    (view.master, view.levels) = (.silence, [.silence])
    view.snapshot.health = ServerHealth(load: 1, period: 480, connections: [])
    #expect(
      PicturePace(showing: view, sinceTouch: Self.long, sinceNews: Self.long)
        == .resting(.seconds(Double(Stage.beat - 9000 + 480) / 48_000)))
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
