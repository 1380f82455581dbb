import CanonControl
import CanonEngine
import CanonFiles
import CanonSession
import Testing

/// Commands with their times, as text.
@Suite struct ScoreTests {
  private static let grid = Grid(
    loop: GridLine(numerator: 96_000, denominator: 1)!, barsPerLoop: 2, beatsPerLoop: 8)!

  /// The score as `frame command` lines, in the order in which they are received.
  private func timed(_ text: String) throws -> [String] {
    try Score.parse(path: "test.score", text: text).timed(grid: Self.grid, sampleRate: .studio)
      .map { "\($0.at) \($0.line.command)" }
  }

  @Test(
    "Every form of a time has its frame",
    arguments: [
      ("@0 quit", 0), ("@1152000 quit", 1_152_000), ("@2251799813685248 quit", 1 << 51),
      ("loop 1: quit", 0), ("loop 3: quit", 192_000), ("bar 1: quit", 0), ("bar 4:quit", 144_000),
      ("0 s: quit", 0), ("12.5 s: quit", 600_000), ("1e1 s:quit", 480_000), ("0.00001 s: quit", 0),
      ("0.000011 s: quit", 1),
      ("  loop  2 :  quit  ", 96_000), ("\t@7\tquit", 7),
    ] as [(String, FramePosition)])
  func times(line: String, frame: FramePosition) throws {
    #expect(try timed(line) == ["\(frame) quit"])
  }

  @Test func aLoopOfAFractionOfFramesIsStillExact() throws {
    let third = Grid(loop: GridLine(numerator: 100, denominator: 3)!)!
    let score = try Score.parse(path: "", text: "loop 2: quit\nloop 3: quit\nloop 4: quit")
    #expect(score.timed(grid: third, sampleRate: .studio).map(\.at) == [33, 67, 100])
  }

  @Test func commentsAndEmptyLinesArePassedOverButCounted() throws {
    let score = try Score.parse(
      path: "", text: "# a comment: with a colon\n\n   \n  # another\n@1 start violin-a\r\n\r\n@2 quit")
    #expect(score.lines.map(\.number) == [5, 7])
    #expect(score.lines.map(\.command.description) == ["start violin-a", "quit"])
    #expect(score.header == nil)
  }

  @Test func aQuantumAndItsColonBelongToTheCommand() throws {
    #expect(try timed("loop 3: start violin-a bar:2") == ["192000 start violin-a bar:2"])
    #expect(try timed("@3 start violin-a bar:2") == ["3 start violin-a bar:2"])
  }

  @Test func commandsComeInTheOrderOfTheirFramesAndThenOfTheirLines() throws {
    #expect(
      try timed("loop 2: stop a\n@0 start c\n2 s: start b\nbar 3: mute b\n@0 start a\n@95999 press c")
        == ["0 start c", "0 start a", "95999 press c", "96000 stop a", "96000 start b", "96000 mute b"])
  }

  /// A disk that filled, a crash, a power cut: at any byte.
  @Test func ofAJournalThatWasCutShortEveryWholeLineIsRead() throws {
    let head = "# canon journal 1\n# source: small\n# sample rate: 48000\n# loop: 100\n"
    let lines = [
      "@100 start violin-a now\n", "# clock: 4608000 1796256000.5\n", "@27000 stop violin-a\n",
      "@30000 quit\n",
    ]
    let whole = try Score.parse(path: "e.journal", text: head + lines.joined())
    #expect(whole.tornLine == nil)
    #expect(whole.lines.count == 3)
    for (count, line) in lines.enumerated() {
      let before = head + lines[..<count].joined()
      for size in 1..<line.count {
        let score = try Score.parse(path: "e.journal", text: before + line.prefix(size))
        #expect(score.lines == Array(whole.lines.prefix(count == 0 ? 0 : count == 1 ? 1 : count - 1)))
        #expect(score.header?.marks.count == (count < 2 ? 0 : 1))
        #expect(score.tornLine == 5 + count)
      }
    }
    #expect(
      try Score.parse(path: "e.journal", text: head + "@27").torn(.english)
        == "e.journal:5: the journal's last line has no end and was left out: canon or the disk was stopped while it "
        + "was written. End the line if it is whole.")
  }

  @Test func theLastLineOfAScoreNeedsNoEnd() throws {
    let score = try Score.parse(path: "test.score", text: "@0 start a\n@7 quit")
    #expect(score.lines.count == 2)
    #expect(score.torn(.english) == nil)
  }

  @Test func barsMeanNothingToASetThatHasNone() throws {
    let score = try Score.parse(
      path: "test.score", text: "loop 2: start a\nbar 3: start a\n1 s: start a\n@4 start a\nbar 5: quit")
    let free = Grid(loop: GridLine(numerator: 96_000, denominator: 1)!)!
    #expect(
      score.problems(on: free).map(\.message)
        == [(2, 3), (5, 5)].map { line, bar in
          "test.score:\(line): time: found bar \(bar), expected a set with bars. Give the set a tempo and a loop of "
            + "whole bars, or write \"loop N:\", \"SECONDS s:\" or @FRAME."
        })
    #expect(score.problems(on: Self.grid).isEmpty)
  }

  // MARK: - What is wrong

  private static let expected =
    "expected a time (@FRAME, \"loop N:\", \"bar N:\" or \"SECONDS s:\") and a command."

  @Test(
    "A line without a time is answered with the forms of a time",
    arguments: ["start violin-a", "quit", "0 quit"])
  func noTime(line: String) {
    #expect(
      problems(line)
        == ["test.score:1: found \"\(line)\", \(Self.expected) Write e.g. \"loop 3: start violin-a\"."])
  }

  @Test(
    "What is no time is told what a time is",
    arguments: [
      ("@-1 quit", "@-1"), ("@1.5 quit", "@1.5"), ("@ quit", "@"),
      ("@9999999999999999 quit", "@9999999999999999"), ("@2251799813685249 quit", "@2251799813685249"),
      ("loop 0: quit", "loop 0:"), ("bar -1: quit", "bar -1:"), ("loop 1.5: quit", "loop 1.5:"),
      ("loop: quit", "loop:"), ("beat 3: quit", "beat 3:"), ("loop 1000000001: quit", "loop 1000000001:"),
      ("-1 s: quit", "-1 s:"), ("nan s: quit", "nan s:"), ("inf s: quit", "inf s:"), ("1 m: quit", "1 m:"),
      ("start violin-a bar:2", "start violin-a bar:"),
    ])
  func notATime(line: String, found: String) {
    #expect(
      problems(line) == [
        "test.score:1: time: found \"\(found)\", \(Self.expected) "
          + "Loops and bars count from 1, frames and seconds from 0."
      ])
  }

  @Test func everyBrokenLineIsReportedWithItsNumber() {
    #expect(
      problems("@0 start a\n@1 stat b\nnext: quit\n# fine\n@2 gain a 30\n@3") == [
        "test.score:2: command: expected a command of the vocabulary. unknown word \"stat\". "
          + "Did you mean \"start\"? Type \"help\" for the words.",
        "test.score:3: time: found \"next:\", \(Self.expected) "
          + "Loops and bars count from 1, frames and seconds from 0.",
        "test.score:5: command: expected a command of the vocabulary. "
          + "gain: \"30\" is not a number of decibels from -120 to 24, e.g. gain cello -6.",
        "test.score:6: command: expected a command of the vocabulary. unknown word \"\". "
          + "Type \"help\" for the words.",
      ])
  }

  @Test func aFileThatIsNotThereIsSaidByItsName() {
    let problems = #expect(throws: FileProblems.self) { try Score.load("/nonexistent/evening.score") }
    #expect(
      problems?.message == "/nonexistent/evening.score: found no such file, expected a score (a text file). "
        + "Check the name and the folder.")
  }

  private func problems(_ text: String) -> [String] {
    do throws(FileProblems) {
      _ = try Score.parse(path: "test.score", text: text)
      return []
    } catch {
      return error.problems.map(\.message)
    }
  }

  @Test func aJournalWithoutAnEndEndsWhereItIsKnownToHaveCome() throws {
    func lines(_ text: String) throws -> [String] {
      let head = "# canon journal 3\n# source: x\n# sample rate: 48000\n# loop: 100\n"
      let score = try Score.parse(path: "e.journal", text: head + text)
      #expect(score.torn(.english) != nil || text.contains("quit"))
      return score.lines.map { "\($0.time) \($0.command)" }
    }
    #expect(try lines("@5 panic\n# reached: 10\n# reached: 500\n") == ["@5 panic", "@500 quit"])
    #expect(
      try lines("@5 panic\n# reached: 10\n@27 panic\n") == ["@5 panic", "@27 panic", "@27 quit"],
      "a command tells that it was reached")
    #expect(try lines("@5 panic\n# reached: 10\n@12 quit\n") == ["@5 panic", "@12 quit"])
    #expect(try lines("@5 panic\n# reached: 10\n@12 qu") == ["@5 panic", "@10 quit"])
  }
}
