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

  /// The first position that is no longer rendered.
  public func end(
    score: [(at: FramePosition, line: Score.Line)], grid: Grid, sampleRate: SampleRate
  ) -> FramePosition {
    switch self {
    case .loops(let count): return grid.loop.position(of: Int64(count))
    case .seconds(let seconds): return FramePosition((seconds * Double(sampleRate.hertz)).rounded())
    case .score:
      if let quit = score.first(where: { $0.line.command == .quit }) { return quit.at }
      let last = score.last?.at ?? -1
      return grid.loop.position(of: grid.loop.index(containing: last) + 2)
    }
  }
}
