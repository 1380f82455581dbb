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
      let text = try TextFile.read(path, kind: "a score", largestSize: 1 << 28, takesPipe: true)
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
          problems.append(ScoreProblem.unknownVersion(version).at(path: path, line: index + 1))
        }
        continue
      }
      do throws(ScoreProblem) {
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

  /// A sentence about a journal that ends early; nil if it does not.
  public var tornMessage: String? {
    if tornLine == nil, header != nil, !lines.contains(where: { $0.command == .quit }) {
      return
        "\(path): the journal does not say where the performance ended: canon or the disk was stopped before. "
        + "What came after its last line is missing."
    }
    return tornLine.map {
      "\(path):\($0): the journal's last line has no end and was left out: canon or the disk was stopped while it was "
        + "written. End the line if it is whole."
    }
  }

  /// The problems of lines on this grid: bars of a set that has none.
  public func problems(on grid: Grid) -> [FileProblem] {
    lines.compactMap { line in
      guard case .bar(let number) = line.time, grid.barsPerLoop == 0 else { return nil }
      return FileProblem(
        file: path, line: line.number, field: "time", found: "bar \(number)", expected: "a set with bars",
        remedy:
          "Give the set a tempo and a loop of whole bars, or write \"loop N:\", \"SECONDS s:\" or @FRAME.")
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

/// The problem of one line of a score.
enum ScoreProblem: Error {
  case noTime(String)
  case notATime(String)
  case command(CommandProblem)
  case unknownVersion(String)

  func at(path: String, line: Int) -> FileProblem {
    let times = "a time (@FRAME, \"loop N:\", \"bar N:\" or \"SECONDS s:\") and a command"
    switch self {
    case .noTime(let text):
      return FileProblem(
        file: path, line: line, found: CleanText.quote(text), expected: times,
        remedy: "Write e.g. \"loop 3: start violin-a\".")
    case .notATime(let text):
      return FileProblem(
        file: path, line: line, field: "time", found: CleanText.quote(text), expected: times,
        remedy: "Loops and bars count from 1, frames and seconds from 0.")
    case .unknownVersion(let version):
      return FileProblem(
        file: path, line: line, field: "version", found: CleanText.quote(version),
        expected: "a journal of version 1 to \(JournalHeader.version)", remedy: "Use a newer canon.")
    case .command(let problem):
      return FileProblem(
        file: path, line: line, field: "command", found: nil, expected: "a command of the vocabulary",
        remedy: problem.message)
    }
  }
}
