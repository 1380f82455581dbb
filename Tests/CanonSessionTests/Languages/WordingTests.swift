import CanonEngine
import CanonFiles
import Testing

@testable import CanonSchedule
@testable import CanonSession

/// Every sentence about doors and refusals is there in every language.
@Suite struct WordingTests {
  /// What stays as it is in every language: ids, words of the vocabulary, units, zones, files.
  private static let kept: Set<String> = {
    var words: Set = [
      "cello", "violin", "a", "b", "x", "Asia", "Tokyo", "verse", "s", "toml", "as", "of", "T", "take",
      "flac",
      "scene", "from", "over", "out", "wav", "cell", "gian", "Escape",
    ]
    for word in Vocabulary.words {
      for text in word.usages + [word.example] { words.formUnion(letters(of: text)) }
    }
    words.formUnion(FadeLength.units + Quantum.Unit.allCases.map(\.word))
    words.formUnion(StemState.allCases.map(\.word))
    return words
  }()

  private static func letters(of text: String) -> [String] {
    text.split { !($0.isASCII && $0.isLetter) }.map(String.init)
  }

  private let zone: Zone
  private let now: Instant

  init() throws {
    zone = try Zone("Asia/Tokyo")
    now = try AsOf.parse("2026-11-27T21:00", zone: zone)
  }

  private var statuses: [DoorStatus] {
    [
      .none, .open(since: now, until: now + 9), .open(since: nil, until: nil), .locked(opens: now + 90_000),
      .locked(opens: now), .waiting(for: ["a"], opens: nil), .waiting(for: ["a", "b"], opens: now + 60),
      .unstarted(.days(4)), .unstarted(.seconds(90)), .clockWrong, .over(since: now), .over(since: nil),
    ]
  }

  private func refusals() -> [Refusal] {
    statuses.flatMap { status in
      [nil, "b"].compactMap { Refusal(stemID: "a", owner: $0, status: status, zone: zone, now: now) }
    }
  }

  /// One of each; the switch tells which are missing.
  private func problems() throws -> [CommandProblem] {
    let gain = try #require(Vocabulary.word("gain"))
    let kinds: [Parameter.Kind] = [
      .stems(orMaster: true), .stem, .number(.decibels), .number(.pan), .number(.frames), .frame,
      .choice(["on"]),
      .scene, .file, .quantum, .length, .word,
    ]
    let problem = FileProblem(file: "a.wav", found: "", expected: "", remedy: "")
    let simple: [CommandProblem] = [
      .unknownWord("gian", .lines), .unknownStem("x", known: ["a"]), .unknownStem("cell", known: ["cello"]),
      .noneMeant(["all"]), .openQuote("a"), .unknownScene("x", known: ["verse"]),
      .unknownScene("x", known: []),
      .noMoreScenes(after: nil), .noMoreScenes(after: "finale"), .noEarlierScene(before: nil),
      .noEarlierScene(before: "verse"), .nothingToUndo, .overridden("gain violin-a -6", [Overriding("violin-a", by: "door")]),
      .notOfAScene(.stem), .oneStem("all"), .noSuchFade(.bars(2)), .tooFar(stem: "a", .cycle),
      .unexpected("x", gain),
      .tooLong(1001), .noGrid(.bar), .noGrid(.beat), .needEnded(stem: "a"), .busy, .tooMany,
      .notLoaded(stem: "a", FileProblems([problem])),
    ]
    return simple + kinds.flatMap { [.missing($0, gain), .invalid("x", $0, gain)] }
      + Place.allCases.map { .notHere("gain x", gain, $0) } + refusals().map { .locked($0) }
  }

  private func sentences(_ language: Language) throws -> [String] {
    let wording = language.wording
    let text = DoorText(language, zone: zone, now: now)
    let notes: [Note] = [.clockWrong(now, zone), .clockRight(now, zone), .notKeptInTime]
    let conditions: [DoorCondition] = [
      .after(.seconds(60)), .needs(["a", "b"]),
      .all([.needs(["a"]), .any([.needs(["b"]), .after(.days(1))])]),
    ]
    return statuses.flatMap { status in
      [text.text(status), text.sentence(status)] + wording.shortDoor(status, text)
    }
      + (try problems()).map { wording.refused($0.text(language)) }
      + refusals().map { $0.text(language) } + notes.map { $0.text(language) }
      + conditions.map { $0.text(in: zone, language) }
      + [wording.noDoor, wording.base, wording.doorOpens("a", "x"), wording.doorShuts("a", "x")]
      + StemState.allCases.map(wording.notPermitted)
      + [wording.today("2026-11-27", zone: "Asia/Tokyo", isPreview: true)]
      + [wording.today("2026-11-27", zone: "Asia/Tokyo", isPreview: false)]
      + [wording.openCount(1, of: 2), wording.openCount(2, of: 2), wording.next("a", "2026-11-27", "9")]
      + wording.nextDoor(["a", "b"], now, text) + wording.clockIsWrong
      + [wording.allDoorsAreOpen, wording.noDoorOpensByItself, wording.shortCount(1, of: 2)]
      + wording.announcement(titles: ["a", "b"], ids: ["a", "b"]) + [wording.preview("2026-11-27")]
      + [wording.greeting("2026-11-27", isPreview: true, locked: ["a"]), wording.noProblems]
      + [
        wording.greeting("2026-11-27", isPreview: false, locked: []), wording.problems(1),
        wording.problems(2),
      ]
      + [wording.renderedWithoutRefused("out.wav"), wording.judgedAsOf("2026-11-27")]
      + [wording.journalOfTheFuture("out.wav", "2026-11-27"), wording.lineWasCut(1000)]
  }

  @Test("No sentence is empty, and none is the same in two languages", arguments: Language.allCases)
  func allThere(language: Language) throws {
    let own = try sentences(language)
    #expect(own.allSatisfy { !$0.isEmpty })
    guard language != .english else { return }
    let alike = zip(own, try sentences(.english)).filter { $0 == $1 && $0.contains { $0.isLetter } }.map(\.0)
    #expect(alike.allSatisfy { Self.letters(of: $0).allSatisfy(Self.kept.contains) }, "\(alike)")
  }

  @Test("Japanese holds no English words but ids, words of the vocabulary and units")
  func japaneseIsJapanese() throws {
    // The problems of a file are told as `canon check` tells them.
    for sentence in try sentences(.japanese) where !sentence.contains("鳴らせません") {
      let english = Self.letters(of: sentence).filter { !Self.kept.contains($0) }
      #expect(english == [], "\(sentence)")
    }
  }

  @Test func whatIsToldToPeopleIsAPoliteSentence() throws {
    for problem in try problems() {
      let sentence = problem.text(.japanese)
      #expect(sentence.hasSuffix("。") || sentence.contains("鳴らせません"), "\(sentence)")
    }
  }

  @Test("A code is the same in every language, and each problem has its own")
  func codes() throws {
    let codes = Set(try problems().map(\.code))
    #expect(codes.count == 24)
    #expect(codes.allSatisfy { $0.allSatisfy { $0 == "-" || ($0.isASCII && $0.isLowercase) } })
  }

  @Test(
    "What people meet most, word for word",
    arguments: [
      ("locked", "「violin-b」は 2026-12-06 (Asia/Tokyo) まで開きません。あと8日3時間です。"),
      ("unknown", "「prss」という語はありません。「press」のことですか。「help」で語の一覧を表示します。"),
      (
        "number",
        "gain：「loud」は-120 から 24 までの数ではありません。使い方：gain STEM… DECIBELS [QUANTUM] [over LENGTH]（例：gain violin-a -12 over 2 bars）。"
      ),
      ("stem", "「celo」というステムはありません。「cello」のことですか。あるのはcello、violin-aです。"),
    ])
  func wordForWord(name: String, sentence: String) throws {
    let gain = try #require(Vocabulary.word("gain"))
    let opens = try AsOf.parse("2026-12-06", zone: zone)
    let refusal = try #require(
      Refusal(stemID: "violin-b", status: .locked(opens: opens), zone: zone, now: now))
    let problems: [String: CommandProblem] = [
      "locked": .locked(refusal), "unknown": .unknownWord("prss", .lines),
      "number": .invalid("loud", .number(.decibels), gain),
      "stem": .unknownStem("celo", known: ["cello", "violin-a"]),
    ]
    #expect(problems[name]?.text(.japanese) == sentence)
  }
}
