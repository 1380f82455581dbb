import CanonEngine
import CanonSession

/// How much of a performance is rendered.
public enum RenderLength: Hashable, Sendable {
  /// This number of loops, 1 or more.
  case loops(Int)
  /// This number of seconds, more than 0.
  case seconds(Double)
  /// Up to the score's `quit`; without one, to the end of the loop of the last command, and one more loop.
  case score

  /// The end of a rendering of `score`.
  func end(
    score: [(at: FramePosition, line: Score.Line)], grid: Grid, sampleRate: SampleRate
  ) -> RenderEnd {
    switch self {
    case .loops(let count): return RenderEnd(grid.loop.position(of: Int64(count)), .afterFrames)
    case .seconds(let seconds):
      return RenderEnd(FramePosition((seconds * Double(sampleRate.hertz)).rounded()), .afterFrames)
    case .score:
      if let quit = score.first(where: { $0.line.command == .quit }) { return RenderEnd(quit.at, .onFrame) }
      let last = score.map { $0.line.receipt(givenAt: $0.at, grid: grid, sampleRate: sampleRate) }.max()
      return RenderEnd(RenderEnd.afterLoop(of: last ?? -1, grid.loop), .afterLoop(grid.loop))
    }
  }

  /// The number of frames, if every skip of the score is carried out.
  public func frames(
    score: [(at: FramePosition, line: Score.Line)], grid: Grid, sampleRate: SampleRate
  ) -> FrameCount {
    var end = end(score: score, grid: grid, sampleRate: sampleRate)
    var position: FramePosition = 0
    var skipped: FrameCount = 0
    for line in score {
      position = max(position, line.at)
      guard position < end.position, case .skip(let frames) = line.line.command else { continue }
      position += frames
      skipped += frames
      end.skip(frames, to: position)
    }
    return max(0, end.position - skipped)
  }
}

/// The first position that is no longer rendered. Skipped frames are not delivered.
struct RenderEnd {
  enum Kind {
    /// At the position that the score names.
    case onFrame
    /// After a number of delivered frames: a skip postpones it.
    case afterFrames
    /// One loop after the loop of the last command, or of the target of a skip.
    case afterLoop(GridLine)
  }

  private(set) var position: FramePosition
  private let kind: Kind

  init(_ position: FramePosition, _ kind: Kind) { (self.position, self.kind) = (position, kind) }

  /// The clock skipped `frames` frames and is now at `frame`.
  mutating func skip(_ frames: FrameCount, to frame: FramePosition) {
    guard frames > 0 else { return }
    switch kind {
    case .onFrame: break
    case .afterFrames: position += frames
    case .afterLoop(let loop): position = max(position, Self.afterLoop(of: frame, loop))
    }
  }

  static func afterLoop(of frame: FramePosition, _ loop: GridLine) -> FramePosition {
    loop.position(of: loop.index(containing: frame) + 2)
  }
}
