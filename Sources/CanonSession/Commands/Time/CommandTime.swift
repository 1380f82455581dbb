import CanonEngine

/// When a command counts as received that waits.
public enum CommandTime: Hashable, Sendable {
  /// Counted from the first downbeat, as in scores.
  case at(ScoreTime)
  /// This length after the frame on which canon takes the command up.
  case later(TimeLength)

  /// The frame.
  /// - Parameters:
  ///   - now: The frame on which canon takes the command up.
  ///   - counted: The frame of bar 1 and of loop 1.
  /// - Returns: nil if the set has no bars or beats, or the frame is too far in the future.
  package func frame(grid: Grid, sampleRate: SampleRate, now: FramePosition, counted: FramePosition = 0)
    -> FramePosition?
  {
    switch self {
    case .at(.bar(let number)):
      grid.barsPerLoop > 0 ? grid.bar.frame(ofBoundary: number - 1).map { $0 + counted } : nil
    case .at(.loop(let number)): grid.loop.frame(ofBoundary: number - 1).map { $0 + counted }
    case .at(let time): time.position(grid: grid, sampleRate: sampleRate)
    case .later(let length):
      length.frames(grid: grid, sampleRate: sampleRate, longest: ScoreTime.largestFrame - now).map {
        now + $0
      }
    }
  }
}

extension GridLine {
  /// The frame of a boundary, 0 or later; nil if it lies after ``ScoreTime/largestFrame``.
  func frame(ofBoundary number: Int64) -> FramePosition? {
    number <= ScoreTime.largestFrame / longestDistance ? position(of: number) : nil
  }
}

extension CommandTime: CustomStringConvertible {
  /// As it is written before a command.
  public var description: String {
    switch self {
    case .at(let time): "at \(time)"
    case .later(let length): "in \(length)"
    }
  }
}
