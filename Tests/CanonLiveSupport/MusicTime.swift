import Foundation

/// How far the music of a running canon had come, and between which two moments.
///
/// A loaded machine may report late. Then the moments lie far apart, but they never say that the music is wrong when it is not.
public struct MusicTime: Sendable {
  /// Seconds since frame 0.
  public let music: Double
  /// When it was asked, and when the answer was read.
  public let between: ClosedRange<ContinuousClock.Instant>

  public init(_ music: Double, between: ClosedRange<ContinuousClock.Instant>) {
    (self.music, self.between) = (music, between)
  }

  /// How much further the music has come since another time than it should have, in seconds: the value nearest to 0 that the
  /// moments leave possible.
  public func lead(since other: MusicTime) -> Double {
    let shortest = other.between.upperBound.duration(to: between.lowerBound) / .seconds(1)
    let longest = other.between.lowerBound.duration(to: between.upperBound) / .seconds(1)
    let passed = music - other.music
    return passed - min(max(passed, shortest), longest)
  }
}

extension CanonProcess {
  /// Sets the cello's gain to the value that it has, to learn on which frame that happens. The output is JSON.
  /// - Parameter rate: The server's sample rate in hertz.
  public func musicTime(rate: Double = 48_000) throws -> MusicTime {
    let (start, asked) = (output.count, ContinuousClock.now)
    say("gain cello 0")
    let event = try waitForEvent("level", stem: "cello", from: start)
    guard let frame = event["frame"] as? Int else { throw TimedOut(description: "a level without a frame") }
    return MusicTime(Double(frame) / rate, between: asked...ContinuousClock.now)
  }
}
