import CanonEngine
import CanonSession

/// How much of a performance is rendered.
public enum RenderLength: Hashable, Sendable {
  /// So many loops, 1 or more.
  case loops(Int)
  /// So many seconds, more than 0.
  case seconds(Double)
  /// Up to the score's `quit`; without one, to the end of the loop that the last command lies in and one loop more.
  case score

  /// How far a rendering of `score` goes.
  func end(
    score: [(at: FramePosition, line: Score.Line)], grid: Grid, sampleRate: SampleRate
  ) -> RenderEnd {
    switch self {
    case .loops(let count): return RenderEnd(grid.loop.position(of: Int64(count)), .afterFrames)
    case .seconds(let seconds):
      return RenderEnd(FramePosition((seconds * Double(sampleRate.hertz)).rounded()), .afterFrames)
    case .score:
      if let quit = score.first(where: { $0.line.command == .quit }) { return RenderEnd(quit.at, .onFrame) }
      return RenderEnd(RenderEnd.afterLoop(of: score.last?.at ?? -1, grid.loop), .afterLoop(grid.loop))
    }
  }

  /// How many frames that will be, if every skip of the score is carried out.
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

/// The first position that is no longer rendered. What a skip passes over is not delivered.
struct RenderEnd {
  enum Kind {
    /// Where the score says.
    case onFrame
    /// Once so many frames were delivered: a skip puts it off.
    case afterFrames
    /// One loop after the one that the last command lies in, or that a skip leads to.
    case afterLoop(GridLine)
  }

  private(set) var position: FramePosition
  private let kind: Kind

  init(_ position: FramePosition, _ kind: Kind) { (self.position, self.kind) = (position, kind) }

  /// The clock has moved on by `frames` that nobody heard, to `frame`.
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
