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
  }

  public let path: String
  public let header: JournalHeader?
  public let lines: [Line]
  /// The number of a journal's last line if it was omitted because its end is missing: the writer was interrupted.
  public let tornLine: Int?

  /// - Parameter path: A file or a pipe; "-" is standard input.
  public static func load(_ path: String) throws(FileProblems) -> Score {
    do {
      let text = try TextFile.read(path, kind: FileKind.score.rawValue, largestSize: 1 << 28, takesPipe: true)
      return try parse(path: path == "-" ? TextFile.input : path, text: text)
    } catch let problem as FileProblem {
      throw FileProblems([problem])
    } catch let problems as FileProblems {
      throw problems
    } catch {
      fatalError("unreachable: \(error)")
    }
  }

  /// Parses `text` as the content of the file `path`; reports all problems.
  public static func parse(path: String, text: String) throws(FileProblems) -> Score {
    var lines: [Line] = []
    var header = JournalHeader.Fields()
    var problems: [FileProblem] = []
    var tornLine: Int?
    let raws = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, raw) in raws.enumerated() {
      let line = raw.drop(while: \.isWhitespace)
      if line.isEmpty { continue }
      // The line is omitted even if it can be parsed, because its end may be missing.
      if header.isJournal, index == raws.count - 1 {
        tornLine = index + 1
        continue
      }
      if line.first == "#" {
        let known = header.unknownVersion
        header.read(line)
        if known == nil, let version = header.unknownVersion {
          problems.append(ScoreAdvice.unknownVersion(version).at(path: path, line: index + 1))
        }
        continue
      }
      do throws(ScoreAdvice) {
        let (time, rest) = try ScoreTime.split(line)
        do throws(CommandProblem) {
          let command = try CommandParser.parse(String(rest), at: header.tellsDoors ? .journals : .scores)
          lines.append(Line(number: index + 1, time: time, command: command))
        } catch {
          throw .command(error)
        }
      } catch {
        problems.append(error.at(path: path, line: index + 1))
      }
    }
    if !problems.isEmpty { throw FileProblems(problems) }
    return Score(path: path, header: header.complete, lines: lines, tornLine: tornLine)
  }

  /// Whether this is a journal that does not say where the performance ended.
  var isEndless: Bool {
    tornLine == nil && header != nil && !lines.contains { $0.command == .quit }
  }

  /// The problems of lines on this grid: bars of a set that has none.
  public func problems(on grid: Grid) -> [FileProblem] {
    lines.compactMap { line in
      guard case .bar(let number) = line.time, grid.barsPerLoop == 0 else { return nil }
      return ScoreAdvice.noBars(Int64(number)).at(path: path, line: line.number)
    }
  }

  /// The commands in the order of their frames; those of one frame stay in the order of their lines.
  public func timed(grid: Grid, sampleRate: SampleRate) -> [(at: FramePosition, line: Line)] {
    lines.map { ($0.time.position(grid: grid, sampleRate: sampleRate), $0) }
      .enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map { (at: $0.element.0, line: $0.element.1) }
  }
}
