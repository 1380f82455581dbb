/// The parts of a stem's samples, in their order in memory: an intro that is played once, the loop, and a
/// release that rings out after a stop.
public struct StemLayout: Hashable, BitwiseCopyable, Sendable {
  /// Frames before the loop; 0 or more.
  public let intro: FrameCount
  /// Frames of the loop; 1 or more.
  public let loop: FrameCount
  /// Frames after the loop; 0 or more.
  public let release: FrameCount

  /// The most frames that a stem may have: more than four days at the highest rate.
  public static let longest: FrameCount = 1 << 37

  /// - Returns: nil when a length is out of range.
  public init?(intro: FrameCount = 0, loop: FrameCount, release: FrameCount = 0) {
    let range = 0...Self.longest
    guard loop >= 1, range.contains(intro), range.contains(loop), range.contains(release),
      intro + loop + release <= Self.longest
    else { return nil }
    self.intro = intro
    self.loop = loop
    self.release = release
  }

  public var frameCount: FrameCount { @_noLocks get { intro &+ loop &+ release } }
}
