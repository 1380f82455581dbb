import CanonEngine

/// The frames of its sound file that a stem sounds.
public struct SoundingFrames: Hashable, Sendable {
  /// The part of the file that loops.
  public let loop: Range<FrameCount>
  /// The part before the loop; empty if the stem never plays it.
  public let intro: Range<FrameCount>
  /// The part after the loop.
  public let release: Range<FrameCount>

  /// A part of a file, by what a stem uses it for.
  public enum Part: Hashable, Sendable, CaseIterable {
    case loop, intro, release
  }

  /// All possible frames are the loop.
  static let all = SoundingFrames(loop: 0..<StemLayout.longest, intro: 0..<0, release: 0..<0)

  private init(loop: Range<FrameCount>, intro: Range<FrameCount>, release: Range<FrameCount>) {
    (self.loop, self.intro, self.release) = (loop, intro, release)
  }

  init(_ bounds: LoopBounds, intro: IntroPlacement) {
    self.init(
      loop: bounds.start..<bounds.end, intro: intro == .none ? 0..<0 : 0..<bounds.start,
      release: bounds.end..<bounds.info.frameCount)
  }

  /// The first of loop, intro and release in which the stem sounds one of some frames; nil if it sounds none of them.
  public func part(with frames: Range<FrameCount>) -> Part? {
    if loop.overlaps(frames) { return .loop }
    if intro.overlaps(frames) { return .intro }
    return release.overlaps(frames) ? .release : nil
  }
}
