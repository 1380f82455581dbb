import Testing

@testable import CanonFiles

/// Advice as data: codes for programs, and words for each language.
@Suite struct AdviceTests {
  enum Kind: TranslatedAdvice {
    case plain
    case ofTwoWords(Int)
    case withLabel(name: String)

    var code: String? { Self.code("topic", self) }
    var words: Advice { Advice(found: "nothing", expected: "english", remedy: "R.") }
    var japanese: Advice { Advice(expected: "日本語", remedy: "Ｒ。") }
  }

  @Test(
    "A code is the topic and the case's name in small letters, without its values",
    arguments: [
      (.plain, "topic.plain"), (.ofTwoWords(3), "topic.of-two-words"),
      (.withLabel(name: "X"), "topic.with-label"),
    ] as [(Kind, String)])
  func codes(kind: Kind, code: String) {
    #expect(kind.code == code)
    #expect(AnyAdvice(kind).code == code)
  }

  @Test("Each language has words of its own")
  func languages() {
    #expect(Kind.plain.words(.english) == Kind.plain.words)
    #expect(Kind.plain.words(.japanese).expected == "日本語")
  }

  @Test("Words alone are an advice without a code")
  func plain() {
    let advice = Advice(expected: "e", remedy: "R.")
    #expect(advice.words == advice && advice.code == nil)
  }

  @Test("A value that was found goes before the advice's own words for it")
  func sentences() {
    #expect(Kind.plain.sentence(found: nil) == "found nothing, expected english. R.")
    #expect(Kind.plain.sentence(found: "3") == "found 3, expected english. R.")
    #expect(Advice(expected: "e", remedy: "R.").sentence(found: nil) == "expected e. R.")
  }

  @Test(
    "Any advice is one in one wrapping, however often it is wrapped, and equal to another of the same words")
  func wrapped() {
    let once = AnyAdvice(Kind.plain)
    let twice = AnyAdvice(once)
    #expect(twice.base is Kind)
    #expect(once == twice && Set([once, twice]).count == 1)
    #expect(once == AnyAdvice(Kind.plain.words), "in English they are the same")
    #expect(once != AnyAdvice(Advice(expected: "e", remedy: "R.")))
  }

  @Test(
    "Why a text file cannot be read: the cause, the kind of file, and the remedy",
    arguments: [
      (.missing, "no such file", "Check the name and the folder.", "text.missing"),
      (
        .notPermitted, "a file that may not be read", "Change its permissions, e.g. with chmod u+r.",
        "text.not-permitted"
      ),
      (.system(5), "Input/output error", "Check the name and the folder.", "text.system"),
      (.folder, "a folder", "Name the file itself.", "text.folder"),
      (.notRegular, "something that is not a regular file", "Name the file itself.", "text.not-regular"),
      (
        .tooLarge(2_000_000, limit: 1 << 20), "2000000 bytes", "Such files are small; 1 MiB is the limit.",
        "text.too-large"
      ),
      (
        .tooLarge(nil, limit: 1 << 20), "more than 1048576 bytes",
        "Such files are small; 1 MiB is the limit.",
        "text.too-large"
      ),
      (.notText, "bytes that are not UTF-8 text", "Save the file as UTF-8.", "text.not-text"),
    ] as [(TextFileAdvice.Cause, String, String, String)])
  func textFiles(cause: TextFileAdvice.Cause, found: String, remedy: String, code: String) {
    let advice = TextFileAdvice(cause: cause, kind: FileKind.set.rawValue)
    #expect(advice.sentence(found: nil) == "found \(found), expected a set file (a text file). \(remedy)")
    #expect(advice.code == code)
  }
}
