import CanonEngine
import CanonSession
import Dispatch

/// How often the screen is drawn. Events and keys draw it at once in any case.
enum PicturePace: Hashable {
  /// The user plays: the highest rate.
  case played
  /// There was no input for a while, and nothing is about to change: sufficient for meters and clocks.
  case watched
  /// Nothing moves but the beat and the time of day: the next picture is due after this time.
  case resting(Duration)

  /// The time until the next picture.
  var pause: Duration {
    switch self {
    case .played: .milliseconds(33)
    case .watched: .milliseconds(100)
    case .resting(let pause): pause
    }
  }

  /// The same for a timer.
  var interval: DispatchTimeInterval { .milliseconds(Int(pause / .milliseconds(1))) }

  var isResting: Bool { if case .resting = self { true } else { false } }

  /// The time after the last key at which the frame rate drops.
  private static let untilWatched = Duration.seconds(5)
  /// The time after the last event at which the screen may rest.
  private static let untilResting = Duration.seconds(1)

  /// - Parameters:
  ///   - view: What is shown.
  ///   - sinceTouch: The time since the last input.
  ///   - sinceNews: The time since the last event.
  init(showing view: ScreenView, sinceTouch: Duration, sinceNews: Duration) {
    // What waits for a boundary is counted down and blinks on the beat.
    if sinceTouch < Self.untilWatched || view.snapshot.isAboutToChange {
      self = .played
    } else if sinceNews < Self.untilResting || view.moves {
      self = .watched
    } else {
      self = .resting(view.snapshot.untilNextBeat)
    }
  }
}

extension ScreenView {
  /// Whether meters, levels or numbers move, or may move without an event.
  fileprivate var moves: Bool {
    snapshot.isHeard && !snapshot.isFrozen && !snapshot.isAway || !master.isStill
      || !levels.allSatisfy(\.isStill) || snapshot.loading != nil
      || snapshot.capture != nil || snapshot.nextMaster != nil
      || snapshot.stems.contains { $0.nextGain != nil || $0.nextPan != nil || $0.isCued }
  }
}

extension MeterReading {
  /// Less than any scale shows.
  private static let least: Float = 1e-4

  /// Whether its bar and the mark of its peak are at the bottom.
  fileprivate var isStill: Bool {
    [peak, hold, rms].allSatisfy { max($0.left, $0.right) < Self.least }
  }
}

extension Snapshot {
  /// Whether some stem waits for a boundary.
  var isAboutToChange: Bool { stems.contains { $0.status.pending != nil } }

  /// The time until the next beat can be seen, which is at most a second away: the time of day is shown in seconds. Of beats that are
  /// close to each other not every one is drawn.
  fileprivate var untilNextBeat: Duration {
    let (longest, shortest) = (1.0, 0.4)
    guard let grid, let sampleRate, grid.beatsPerLoop > 0, !isFrozen, !isAway else {
      return .seconds(longest)
    }
    let from = place + FrameCount(shortest * Double(sampleRate.hertz))
    let beat = grid.beat.boundary(atOrAfter: from, every: 1)
    // The place is known from period to period.
    let frames = beat - place + FrameCount(health?.period ?? 0)
    return .seconds(min(longest, sampleRate.seconds(frames)))
  }
}
