import CanonEngine

/// Where `seek` leads to.
public enum SeekPlace: Hashable, Sendable {
  /// A place in the music.
  case to(ScoreTime)
  /// So far forward from where the music is, or back.
  case by(TimeLength, isBack: Bool)

  /// The relocation on this clock.
  /// - Returns: nil if the set has no bars or beats, or the place is too far away.
  package func target(grid: Grid, sampleRate: SampleRate) -> SeekTarget? {
    switch self {
    case .to(let time): CommandTime.at(time).frame(grid: grid, sampleRate: sampleRate, now: 0).map { .to($0) }
    case .by(let length, let isBack):
      length.frames(grid: grid, sampleRate: sampleRate, longest: ScoreTime.largestFrame)
        .map { .by(isBack ? -$0 : $0) }
    }
  }
}

extension SeekPlace: CustomStringConvertible {
  public var description: String {
    switch self {
    case .to(let time): "\(time)"
    case .by(let length, let isBack): (isBack ? "-" : "+") + "\(length)"
    }
  }
}
