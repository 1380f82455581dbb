import CanonEngine
import CanonFiles
import CanonSession

extension Score {
  /// - Parameter path: A file or a pipe; "-" is standard input.
  public static func load(_ path: String) throws(FileProblems) -> Score {
    try parse(path: path == "-" ? TextFile.input : path, text: text(of: path))
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
    return Score(
      path: path, header: header.complete, lines: lines, tornLine: tornLine, reached: header.reached)
  }

  /// The problems of lines on this grid: bars of a set that has none.
  public func problems(on grid: Grid) -> [FileProblem] {
    lines.compactMap { line in
      guard case .bar(let number) = line.time, grid.barsPerLoop == 0 else { return nil }
      return ScoreAdvice.noBars(Int64(number)).at(path: path, line: line.number)
    }
  }
}
