import CanonControl
import CanonFiles
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonControl
@testable import CanonSession
@testable import CanonStems

/// Problems of files in every language.
@Suite struct FileTextTests {
  @Test("Every advice has Japanese words of its own")
  func everyAdviceIsJapanese() {
    for advice in everyAdvice() {
      let (english, japanese) = (advice.words, Japanese().words(advice))
      let all = [japanese.found ?? "", japanese.expected, japanese.remedy].joined(separator: "、")
      #expect(JapaneseText.englishWords(in: all) == [], "\(all)")
      #expect(JapaneseText.isJapanese(japanese.expected), "\(advice)")
      #expect(JapaneseText.isJapanese(japanese.remedy) == !english.remedy.isEmpty, "\(advice)")
      #expect((japanese.found == nil) == (english.found == nil), "\(advice)")
      #expect(english.remedy.isEmpty || japanese.remedy.hasSuffix("。"), "\(advice)")
    }
  }

  @Test("A value without a text of its own is named in Japanese", arguments: FoundKind.allCases)
  func kinds(kind: FoundKind) {
    let problem = FileProblem(file: "a.toml", found: kind.rawValue, ScheduleAdvice.doors)
    #expect(!problem.text(.japanese).contains(kind.rawValue))
    #expect(problem.text(.english).contains("found \(kind.rawValue), "))
  }

  static let sentences: [(problem: FileProblem, english: String, japanese: String)] = [
    (
      FileProblem(
        file: "a.toml", line: 3, field: "time_zone", found: "\"Mars\"", ScheduleAdvice.zone),
      "a.toml:3: time_zone: found \"Mars\", expected the zone of the dates, as \"Europe/Berlin\", or \"local\" for "
        + "this machine's. Write for example time_zone = \"Europe/Berlin\" above the doors.",
      "a.toml:3：time_zone：\"Mars\"（必要なもの：日付のタイムゾーン（例：\"Europe/Berlin\"、この機械のものなら \"local\"））。"
        + "例えば time_zone = \"Europe/Berlin\" と扉より上に書いてください。"
    ),
    (
      FileProblem(
        file: "set.toml", line: 9, field: "stem \"cello\": file",
        SoundAdvice(cause: .missing(nearest: "cello.wav"), file: "celo.wav", isNamed: true)),
      "set.toml:9: stem \"cello\": file: found \"celo.wav\": no such file, expected a sound file (WAV, AIFF, CAF, FLAC, "
        + "Ogg or MP3; with ffmpeg also AAC and others). Did you mean \"cello.wav\"?",
      "set.toml:9：stem \"cello\": file：「celo.wav」：ファイルがありません（必要なもの：音声ファイル（WAV、AIFF、CAF、FLAC、Ogg、MP3。ffmpeg があれば AAC なども））。"
        + "「cello.wav」のことですか。"
    ),
    (
      FileProblem(
        file: "set.toml", line: 2, field: "stem \"b\": id", SetAdvice.sameID(.stem, "cello", line: 4)),
      "set.toml:2: stem \"b\": id: found \"cello\" (line 4 has it too), expected an id that no other stem has (large and "
        + "small letters count as the same). Rename one of the two.",
      "set.toml:2：stem \"b\": id：「cello」（4行目にもあります）（必要なもの：ほかのステムにない id（大文字と小文字は区別しません））。"
        + "どちらかの名前を変えてください。"
    ),
    (
      FileProblem(file: "a.toml", line: 1, field: "column 8", found: "= 80", TOMLAdvice.leadingZero),
      "a.toml:1: column 8: found = 80, expected a number without leading zeros. Remove the zeros, or put quotes around "
        + "a text.",
      "a.toml:1：8桁目：= 80（必要なもの：0 で始まらない数）。0 を削除するか、テキストなら引用符で囲んでください。"
    ),
    (
      FileProblem(file: "a.toml", field: "set", ScheduleAdvice.set, severity: .warning),
      "a.toml: warning: set: expected the set's folder, as seen from the schedule's folder. "
        + "Write for example set = \"../Stems/pachelbel-canon\".",
      "a.toml：警告：set：スケジュールのフォルダーから見たセットのフォルダーが必要です。"
        + "例えば set = \"../Stems/pachelbel-canon\" と書いてください。"
    ),
    (
      FileProblem(
        file: "a.toml", line: 4, field: "door \"a\": opens", found: "\"13-40\"",
        ScheduleAdvice.noSuchDayOfYear(month: 13, day: 40)),
      "a.toml:4: door \"a\": opens: found \"13-40\", expected a month from 01 to 12, then the day. Correct the month.",
      "a.toml:4：door \"a\": opens：\"13-40\"（必要なもの：01から12の月、次に日）。月を直してください。"
    ),
    (
      StateProblem.busy(folder: "/state").fileProblem,
      "/state: found another canon that holds the folder, expected it to be free within a moment. "
        + "Let that canon go on, or end it. Until then what this canon sees of the doors is forgotten when it ends.",
      "/state：ほかの canon がフォルダーを使用中（必要なもの：すぐに使えるフォルダー）。"
        + "その canon を続けさせるか、終了してください。それまでに見た扉の様子は、この canon の終了とともに失われます。"
    ),
  ]

  @Test("A problem is one line in each language", arguments: sentences)
  func wordForWord(problem: FileProblem, english: String, japanese: String) {
    #expect(problem.text(.english) == english)
    #expect(problem.text(.japanese) == japanese)
  }

  @Test func whatHasNoWordsInALanguageIsTheSameInAll() {
    let problem = FileProblem(file: "a", expected: "b", remedy: "C.")
    #expect(problem.text(.english) == "a: expected b. C.")
    #expect(problem.text(.japanese) == "a：bが必要です。C.")
  }
}
