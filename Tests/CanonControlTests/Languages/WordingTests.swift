import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import Testing

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

/// Every sentence is there in every language.
@Suite struct WordingTests {
  /// What stays as it is in every language: ids, words of the vocabulary, units, zones, files.
  private static let kept: Set<String> = {
    var words: Set = [
      "cello", "violin", "a", "b", "x", "Asia", "Tokyo", "verse", "s", "toml", "as", "of", "T", "take",
      "flac",
      "scene", "from", "over", "out", "wav", "cell", "gian", "Escape", "JACK", "Hz", "dB", "dBFS", "canon",
      "T",
      "ctl", "original", "cents", "variant", "tempo", "key", "keep", "name", "ulimit", "l", "score",
      "journal", "rate", "example", "xrun",
      "alsa", "dummy", "Stems",
      "pachelbel", "set", "RMS", "Enter", "Tab", "Esc", "y", "n", "json", "ics", "alarm", "loops", "period",
      "seconds", "output", "off", "rendr", "render", "Schedules", "advent", "MiB", "systemd", "LimitNOFILE",
      "LimitAS", "v", "unlimited", "infinity", "inf", "connect", "physical", "celo", "help", "status", "id",
      "ms", "plain", "headless", "before", "device", "loss", "doctor", "follow", "XDG", "STATE", "HOME",
      "PIPEWIRE", "LATENCY", "save", "dBTP", "LUFS", "DC", "ch", "plot", "svg", "html", "check", "fix",
      "stem", "new", "MIDI", "control", "OSC", "UDP", "TCP", "web", "address", "ssh", "L", "http",
      "midi", "note", "home", "ada", "hal", "hall", "meter", "evening", "programme", "source",
    ]
    for word in Vocabulary.words {
      for text in word.usages + [word.example] { words.formUnion(letters(of: text)) }
    }
    words.formUnion(TimeLength.units + Quantum.Unit.allCases.map(\.word))
    words.formUnion(StemState.allCases.map(\.word))
    return words
  }()

  private static func letters(of text: String) -> [String] {
    text.split { !($0.isASCII && $0.isLetter) }.map(String.init)
  }

  private let every: EverySentence

  init() throws { every = try EverySentence() }

  @Test("No sentence is empty, and none is the same in two languages", arguments: Language.allCases)
  func allThere(language: Language) throws {
    let own = try every.sentences(language)
    #expect(own.allSatisfy { !$0.isEmpty })
    guard language != .english else { return }
    let alike = zip(own, try every.sentences(.english)).filter { $0 == $1 && $0.contains { $0.isLetter } }
      .map(\.0)
    #expect(alike.allSatisfy { Self.letters(of: $0).allSatisfy(Self.kept.contains) }, "\(alike)")
  }

  @Test("Japanese holds no English words but ids, words of the vocabulary and units")
  func japaneseIsJapanese() throws {
    // The problems of a file are told as `canon check` tells them.
    for sentence in try every.sentences(.japanese) where !sentence.contains("鳴らせません") {
      let english = Self.letters(of: sentence).filter { !Self.kept.contains($0) }
      #expect(english == [], "\(sentence)")
    }
  }

  @Test func whatIsToldToPeopleIsAPoliteSentence() throws {
    for problem in try every.problems() {
      let sentence = problem.text(.japanese)
      #expect(sentence.hasSuffix("。") || sentence.contains("鳴らせません"), "\(sentence)")
    }
  }

  @Test("A code is the same in every language, and each problem and each note has its own")
  func codes() throws {
    let codes = Set(
      try every.problems().map(\.code) + every.notes.map(\.code) + ServerLoss.allCases.map(\.rawValue))
    #expect(codes.count == 90 + 80 + 3)
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
    let gain = try #require(Vocabulary.word("gain")).asUsed
    let opens = try AsOf.parse("2026-12-06", zone: every.zone)
    let refusal = try #require(
      Refusal(stemID: "violin-b", status: .locked(opens: opens), zone: every.zone, now: every.now))
    let problems: [String: CommandProblem] = [
      "locked": .locked(refusal), "unknown": .unknownWord("prss", .lines),
      "number": .invalid("loud", .number(.decibels), gain),
      "stem": .unknownStem("celo", known: ["cello", "violin-a"]),
    ]
    #expect(problems[name]?.text(.japanese) == sentence)
  }
}
