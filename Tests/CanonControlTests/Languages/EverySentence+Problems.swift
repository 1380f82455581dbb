import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

/// Every problem of commands and of the command line.
extension EverySentence {
  /// One of each; the switch tells which are missing.
  func problems() throws -> [CommandProblem] {
    let gain = try #require(Vocabulary.word("gain")).asUsed
    let kinds: [ParameterKind] = [
      .stems(orMaster: true), .stem, .number(.decibels), .number(.pan), .number(.frames), .frame,
      .choice(["on"]),
      .scene, .file, .recording, .port, .quantum, .length, .word, .time, .place(orWay: true),
      .place(orWay: false),
    ]
    let problem = FileProblem(file: "a.wav", found: "", expected: "", remedy: "")
    let simple: [CommandProblem] = [
      .unknownWord("gian", .lines), .unknownStem("x", known: ["a"]), .unknownStem("cell", known: ["cello"]),
      .noneMeant(["all"]), .openQuote("a"), .unknownScene("x", known: ["verse"]),
      .unknownScene("x", known: []), .unknownMark(3, known: []), .unknownMark(3, known: [1, 2]),
      .tooManyMarks(most: 999), .unknownBus("x", known: ["cue"]), .unknownBus("hal", known: ["hall", "cue"]),
      .noClick(isCountIn: false), .noClick(isCountIn: true),
      .noSection(SectionSpan(from: .bar(3), until: .bar(12))!, bars: 8, seconds: 24),
      .noSection(SectionSpan(from: .seconds(3), until: .seconds(2))!, bars: 0, seconds: 24),
      .unknownSection("x", known: ["verse"]), .unknownSection("x", known: []),
      .noOtherSection(.next, from: "verse"), .noOtherSection(.previous, from: "verse"),
      .noOtherSection(.next, from: nil), .noOtherSection(.previous, from: nil), .noSectionHere,
      .severalDestinations("verse", ["section 1", "mark 1"]), .unknownVariant("x", known: ["verse"]),
      .unknownVariant("x", known: []),
      .otherPlayback, .notCaptured(.notOriginal), .notCaptured(.otherPlayback(stem: "x")),
      .noMoreScenes(after: nil), .noMoreScenes(after: "finale"), .noEarlierScene(before: nil),
      .noEarlierScene(before: "verse"), .noProgramme, .unknownPiece(3, count: 2),
      .pieceGone("set.toml", count: 2),
      .noMorePieces,
      .noEarlierPiece, .pieceNotPlayable(2, FileProblems([problem])), .pieceEnded, .superseded,
      .nothingToUndo,
      .overridden("gain violin-a -6", [Overriding("violin-a", by: "door")]),
      .notOfAScene(.stem), .oneStem("all"), .noSuchFade(.bars(2)), .tooFar(stem: "a", .cycle),
      .unexpected("x", gain),
      .tooLong(1001), .noGrid(.bar), .noGrid(.beat), .needEnded(stem: "a"), .busy, .noLearner, .noPairing,
      .notPaired(3), .tooMany(2000),
      .ended,
      .notLoaded(stem: "a", FileProblems([problem])), .notReloaded(FileProblems([problem])), .outOfDate,
      .noPort("a"), .noEdition(2), .cannotWait("quit"), .noSuchTime(.at(.bar(9))),
      .noSuchPlace(.to(.bar(9))), .longPast(.at(.loop(1)), seconds: 4000), .tooManyWaiting(9),
      .notWaiting(3, waiting: []), .notWaiting(3, waiting: [1, 2]),
    ]
    let record: [RecordProblem] = [
      .format("take"), .cannotWrite(SoundProblem("a.wav", .system(ENOSPC))), .underWay("a.wav"),
      .nothingUnderWay, .noServer, .noPorts, .noOutputs,
      .memory(outputs: 30, needed: 1 << 30, available: 1 << 20),
    ]
    let capture: [CaptureProblem] = [
      .id("a b"), .taken("a"), .twoLengths, .underWay(stem: "a"), .nothingUnderWay, .noServer, .standing,
      .noAnswer,
      .input(.noPort("a")), .input(.unknownSource("x", known: ["a"])), .input(.noSource),
      .tooShort(seconds: 0.01, least: 0.043), .tooLong, .memory(needed: 1 << 30, available: 1 << 20),
      .notPlaying(stem: "a"), .notALoop(stem: "a"), .otherLength(stem: "a", seconds: 2, own: 1),
      .notCaptured(stem: "a"), .reloading, .guarded(stem: "a"), .noSetFile(stem: "a"), .cannotAdd(problem),
      .cannotKeep(problem),
    ]
    return simple + record.map { .notRecorded($0) } + capture.map { .notCaptured($0) }
      + kinds.flatMap { [.missing($0, gain), .invalid("x", $0, gain)] }
      + Place.allCases.map { .notHere("gain x", gain, $0) } + refusals().map { .locked($0) }
  }

  var commandLine: [CommandLineProblem] {
    [
      .otherRate(journal: "a", played: 48_000, asked: 44_100), .otherLoop(journal: "a", set: "b"),
      .noFolder("a", DiskError(code: ENOSPC)), .writtenTwice(output: "a", stem: "b"), .overwritesInput("a"),
      .unknownSubcommand("rendr", known: ["render"]), .unknownSubcommand("x", known: ["render"]), .noSource,
      .noDoors("a"), .noOpenings("a"), .notACalendar("a"), .notAPlot("a"), .folderNotEmpty("a"),
      .uneditableSet("a"), .fewFiles(9, least: 32),
      .littleMemory(9, least: 512, forStems: false), .littleMemory(9, least: 1024, forStems: true), .noWord,
      .unreadableAnswer("a"), .alreadyThere("a"), .nothingForDoors("a"), .planExists("a"),
      .nothingToSave("a"),
    ] + options.map { .option($0) }
  }

  private var options: [OptionProblem] {
    [
      .both("--json", "--ics"), .alarmWithoutCalendar, .alarm("x"), .emptyOutput, .plot("x"),
      .outside(option: "--loops", value: 0, 1...9, nil),
      .outside(option: "--period", value: 0, 1...9, .frames),
      .outside(option: "--rate", value: 0, 1...9, .hertz), .seconds(0, most: 9), .name("x"),
      .privateName("x"), .recordFormat("take"), .webAddress("x"), .connection("x"),
      .unknownOutput("celo", known: ["cello"]),
      .unknownOutput("x", known: ["cello"]),
    ]
  }
}
