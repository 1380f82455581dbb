import CanonControl
import CanonEngine
import CanonFiles
import CanonSchedule
import Glibc

@testable import CanonControl
@testable import CanonSession
@testable import CanonStems

/// One advice of each kind that a language has words for; some in each of their forms.
func everyAdvice() -> [any FileAdvice] {
  var all: [any FileAdvice] = []
  all += schedules()
  all += sounds()
  all += seams()
  all += loops()
  all += states()
  all += evenings()
  all += sources()
  all += setLists()
  all += dated()
  all += scores()
  all += loadings()
  all += sets()
  all += patches()
  all += stems()
  all += playings()
  all += timings()
  all += textFiles()
  all += tables()
  all += syntax()
  return all
}

private func states() -> [StateAdvice] {
  let full = DiskError(code: ENOSPC), forbidden = DiskError(code: EACCES)
  let damage = AnyAdvice(StateAdvice.version)
  return [
    .version, .instant, .latest, .schedule("/a.toml"), .setAside(damage, aside: "/b"),
    .leftDamaged(damage, full), .newer(damage), .unreadable(forbidden), .unreadable(full),
    .unwritable(forbidden), .unwritable(full), .unwritable(DiskError(code: EROFS)), .busy,
  ]
}

private func evenings() -> [EveningAdvice] {
  [.version, .line, .end, .missing, .owner(.init(source: "/a.toml", name: "canon"))]
}

private func sources() -> [SourceAdvice] {
  [
    .unknownDoor("celo", known: ["cello"]), .unknownNeed("x", known: ["cello"]),
    .doorOfBase(setFile: "set.toml"), .doorOfBase(setFile: nil), .namesakes(["1_a.wav", "2_a.wav"]),
    .neverTogether("a", "b"), .rivals(["a"], isOnlyWay: true),
    .rivals(["a", "b"], isOnlyWay: false), .sharedFile("a.wav", other: "b", .loop),
    .sharedFile("a.wav", other: "b", .intro), .sharedFile("a.wav", other: "b", .release),
  ]
}

private func setLists() -> [SetListAdvice] {
  [
    .title, .pieces, .tooMany(1001), .source, .fromFolder, .unclean, .itself, .otherProgramme, .loops, .scene,
    .unknownScene(known: []), .unknownScene(known: ["coda"]), .gap, .notHere,
  ]
}

private func dated() -> [DatedAdvice] {
  [
    .form, .sameID("alto", as: nil), .sameID("alto", as: "2026-12-06_alto.wav"),
    .otherYear(day: "2062-12-06", year: 2026), .betweenSeasons(day: "2026-07-01", next: "2026-11-29"),
    .sameBytes(as: "cello"), .inOneLine,
  ]
}

private func scores() -> [ScoreAdvice] {
  [
    .noTime("x"), .notATime("x"), .command(.busy), .unknownVersion("9"), .noBars(1),
    .sceneCommand("quit", .busy),
  ]
}

private func loadings() -> [LoadingAdvice] {
  let info = SoundInfo(sampleRate: .studio, channelCount: 1, frameCount: 48_000)
  return [
    .path("", .empty), .path("/a", .absolute), .path("../a", .outside),
    .regionBegins("1 s ..", 48_000, file: info), .regionEnds(".. 2 s", 96_000, file: info),
    .regionReversed("1 .. 0", from: 1, to: 0, file: info), .tooShort(1, file: info, at: .studio),
  ]
}

private func textFiles() -> [TextFileAdvice] {
  let causes: [TextFileAdvice.Cause] = [
    .missing, .notPermitted, .system(EIO), .folder, .notRegular, .tooLarge(9, limit: 1 << 20),
    .tooLarge(nil, limit: 1 << 20), .notText,
  ]
  return causes.map { TextFileAdvice(cause: $0, kind: FileKind.score.rawValue) }
    + FileKind.allCases.map { TextFileAdvice(cause: .missing, kind: $0.rawValue) }
}

private func tables() -> [TableAdvice] {
  [
    .unknownKey("gian", known: ["gain"]), .unknownKey("x", known: ["gain"]),
    .meant("top", AnyAdvice(PlayingAdvice.entry)), .array(0, AnyAdvice(SetAdvice.commands)),
  ]
}

private func sets() -> [SetAdvice] {
  [
    .title, .tempo, .meter, .loop, .quantum, .secondPress, .seed, .milliseconds("ramp = \"5 ms\""),
    .ofSchedule(key: "doors", known: ["title"]), .ofSchedule(key: "year", known: ["title"]), .noStem,
    .reservedID, .busOfStem("a", line: 3), .busOfStem("a", line: nil), .sceneQuantum, .click, .commands,
  ]
    + SetTableKind.allCases.flatMap { kind -> [SetAdvice] in
      [
        .tables(kind), .tooMany(kind, 9, most: 8), .id(kind), .sameID(kind, "a", line: 3),
        .sameID(kind, "a", line: nil),
      ]
    }
}

private func patches() -> [PatchAdvice] {
  [
    .table, .output, .unknownOutput("celo", known: ["cello"]), .unknownOutput("x", known: ["cello"]),
    .targets,
    .target,
  ]
}

private func stems() -> [StemAdvice] {
  [
    .file, .channels, .base, .gain, .pan, .key, .sameKey("1", line: 3), .sameKey("1", line: nil), .group,
    .groupOfBases("a", base: "cello"), .groupOfBases("a", base: nil), .sends, .send,
    .unknownBus("hal", known: ["hall"]), .unknownBus("x", known: ["hall"]),
  ]
}

private func playings() -> [PlayingAdvice] {
  [
    .region, .reversedRegion, .intro, .offset, .entry, .mode, .repeats, .repeatOnce, .freeLength, .follow,
    .followLoops, .followThen, .followsItself, .followTooLate(4), .unknownStem("celo", known: ["cello"]),
    .unknownStem("x", known: ["cello"]),
  ]
}

private func timings() -> [TimingAdvice] {
  let loop = UnevenLoop(tempo: Tempo(80)!, seconds: "24.100", frames: 9, beats: "32.13", wholeBeats: 32)
  var file = loop
  (file.file, file.wholeFrames) = ("a.wav", 8)
  let tempo = UnfittingTempo(
    tempo: Tempo(80)!, loop: "8 bars", seconds: "24.000", file: "a.wav", fileSeconds: "20.000",
    tempos: [Tempo(96)!, Tempo(48)!], otherLoop: "6 bars")
  return [
    .needsTempo("loop"), .quantumNeedsTempo, .quantumNeedsWholeBars(beats: 9, meter: .common), .loopNeedsBase,
    .loopUnknown, .loopTooLong, .loopTooShort(.studio), .unevenLoop(loop), .unevenLoop(file),
    .unfittingTempo(tempo), .bars(8, beats: 32, meter: .common, seconds: "24.000"),
    .bars(0, beats: 1, meter: .common, seconds: "1.000"),
  ]
}

private func syntax() -> [TOMLAdvice] {
  [
    .key, .equals, .value, .date, .endOfLine, .control, .escape, .closingQuote, .unclosedText, .unclosed,
    .lastComma, .inlineTableInLines, .tooDeep(most: 64), .leadingZero, .tooLarge, .curlyQuotes,
    .comma("]"), .boolean("true"), .point("1.5"), .text("x"), .header("a", isArray: true),
    .twice(first: 3),
  ]
}

private func schedules() -> [ScheduleAdvice] {
  let zones = ["Berlin", "local", "x"].compactMap { name -> ScheduleAdvice? in
    do throws(ZoneProblem) {
      _ = try Zone(name)
      return nil
    } catch {
      return .unknownZone(error)
    }
  }
  return zones + [
    .set, .setFromFolder, .setUnclean, .title, .watch, .zone, .year, .yearForRule, .seasonEnds,
    .seasonOfOneYear,
    .seasonEndsAmongDoors("cello"), .opensAtSeasonEnd, .doors, .stemID, .opening, .missingOpening, .days,
    .hours, .noHours, .delay, .needs, .needsItself, .needsCircle(["a", "b", "a"]), .conditions("any"),
    .tooDeep(8), .neverOpens, .ritual, .ritualWithoutJoin, .fraction, .join, .headBelowDoors,
    .untilNotLater("2026-12-06"), .untilBeyondSeason(.candlemas), .mixedYearly,
    .dayMissing(from: .fixed(2026)), .dayMissing(from: .every), .noSuchSunday, .advent(meant: 1),
    .quotedDate("2026-12-06"), .dayOfYearForm, .noSuchDayOfYear(month: 24, day: 12),
    .noSuchDayOfYear(month: 13, day: 40), .noSuchDayOfYear(month: 2, day: 30), .asOf, .noDate(.form),
    .noDate(.year(1)), .noDate(.month(13)), .noDate(.day(year: 2026, month: 2)), .noDate(.time),
    .noDate(.offset), .ruleWithoutQuotes, .secondsMissing, .dateOtherwise, .curlyQuotes,
    .doorAboveDoors(known: ["set"]),
  ]
}

private func seams() -> [SeamAdvice] {
  [
    .click(file: "a.wav", step: "0.195", times: 48), .offset(file: "a.wav", percent: "-2.1"),
    .clipped(file: "a.wav", places: 1, firstFrame: 7), .clipped(file: "a.wav", places: 2, firstFrame: 7),
  ]
}

private func loops() -> [LoopAdvice] {
  let info = SoundInfo(sampleRate: .studio, channelCount: 1, frameCount: 9, loop: 2..<7)
  let all = LoopPoints.Source.allCases.map { LoopPoints(start: 2, end: 7, $0) }
  return all.map { .used($0, of: "a.wav", file: info) } + [
    .ignored(all[0], of: "a.wav", file: info),
    .overridden(all[0], of: "a.wav", file: info, region: "1 .."),
  ]
}

private func sounds() -> [SoundAdvice] {
  let ratio = LoopRatio(numerator: 1, denominator: 2)
  let causes: [SoundProblem.Cause] = [
    .missing(nearest: "a.wav"), .missing(nearest: nil), .otherEncoding([0xf6]), .notPermitted, .folder,
    .notRegular, .system(28),
    .unrecognised, .noFFmpeg, .damaged, .sampleBits(32), .endMissing, .sampleRate(1), .channels(3),
    .channels(33), .noChannel(4, of: 2), .empty,
    .tooLarge(9),
    .truncated(read: 1, announced: 2), .notFinite(count: 1, firstFrame: 0), .tooLoud(count: 1, firstFrame: 0),
    .length(9, expected: 10, rate: .studio, .whole), .length(11, expected: 10, rate: .studio, ratio),
    .length(9, expected: 10, rate: .studio, .whole, isNamedByFile: true),
    .replacement(9, expected: 10, rate: .studio),
    .replacement(9, expected: 10, rate: .studio, isNamedByFile: true), .resampling("a"), .unwritable,
    .outputTooLong(most: 9),
  ]
  return causes.flatMap { cause in
    [true, false].map { SoundAdvice(cause: cause, file: "a b.wav", isNamed: $0) }
  }
}
