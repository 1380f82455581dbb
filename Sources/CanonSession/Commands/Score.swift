import CanonEngine
import CanonFiles

/// Commands with their times, for `canon render --score`. A journal is a score that canon wrote itself.
///
/// One command per line, `TIME COMMAND`. The time is `@FRAME`, `loop N:`, `bar N:` (both counted from 1, as
/// musicians do) or `SECONDS s:`. Empty lines and lines that begin with `#` are skipped, except for a journal's
/// header (``JournalHeader``).
public struct Score: Sendable {
  public struct Line: Hashable, Sendable {
    /// Counted from 1.
    public let number: Int
    public let time: ScoreTime
    public let command: ControlCommand

    package init(number: Int, time: ScoreTime, command: ControlCommand) {
      (self.number, self.time, self.command) = (number, time, command)
    }

    /// The frame on which its command counts as received: later than that of the line if the command waits.
    package func receipt(givenAt frame: FramePosition, grid: Grid, sampleRate: SampleRate) -> FramePosition {
      guard case .wait(let time, _) = command else { return frame }
      return max(frame, time.frame(grid: grid, sampleRate: sampleRate, now: frame) ?? frame)
    }
  }

  public let path: String
  public let header: JournalHeader?
  public let lines: [Line]
  /// The number of a journal's last line if it was omitted because its end is missing: the writer was interrupted.
  public let tornLine: Int?

  /// The text of a score.
  /// - Parameter path: A file or a pipe; "-" is standard input.
  package static func text(of path: String) throws(FileProblems) -> String {
    do {
      return try TextFile.read(path, kind: FileKind.score.rawValue, largestSize: 1 << 28, takesPipe: true)
    } catch {
      throw FileProblems([error])
    }
  }

  /// - Parameter reached: The last frame that the performance of a journal is known to have reached. If nothing says where it has ended,
  ///   it ends there, or with the last command that came later.
  package init(
    path: String, header: JournalHeader?, lines: [Line], tornLine: Int?, reached: FramePosition? = nil
  ) {
    (self.path, self.header, self.tornLine) = (path, header, tornLine)
    hasEnd = lines.contains { $0.command == .quit }
    var lines = lines
    var last: FramePosition = 0
    for case .frame(let frame) in lines.map(\.time) { last = max(last, frame) }
    if !hasEnd, let reached {
      lines.append(Line(number: lines.last?.number ?? 0, time: .frame(max(reached, last)), command: .quit))
    }
    self.lines = lines
  }

  private let hasEnd: Bool

  /// Whether this is a journal that does not say where the performance ended.
  package var isEndless: Bool {
    tornLine == nil && header != nil && !hasEnd
  }

  /// The commands in the order of their frames; those of one frame stay in the order of their lines.
  public func timed(grid: Grid, sampleRate: SampleRate) -> [(at: FramePosition, line: Line)] {
    lines.map { ($0.time.position(grid: grid, sampleRate: sampleRate), $0) }
      .enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map { (at: $0.element.0, line: $0.element.1) }
  }
}
