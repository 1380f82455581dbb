import Testing

@testable import CanonFiles

@Suite struct SuggestionTests {
  @Test func nearWordIsSuggested() {
    #expect(Suggestion.nearest(to: "gian", among: ["id", "gain", "pan"]) == "gain")
  }

  /// What was cut short is meant, though another word is fewer letters away.
  @Test func aWordThatIsTheBeginningOfAnotherMeansThat() {
    #expect(Suggestion.nearest(to: "stat", among: ["start", "status", "stop"]) == "status")
    #expect(Suggestion.nearest(to: "star", among: ["start", "status", "stop"]) == "start")
    #expect(Suggestion.nearest(to: "violin", among: ["violin-aa", "violin-b", "viola"]) == "violin-b")
    #expect(Suggestion.nearest(to: "st", among: ["status"]) == nil)
  }

  @Test func farWordIsNot() {
    #expect(Suggestion.nearest(to: "reverb", among: ["id", "gain", "pan"]) == nil)
  }

  @Test(
    "What counts as one slip of the fingers",
    arguments: [
      ("gain", "gain", 0), ("gain", "gian", 1), ("gain", "gai", 1), ("gain", "gains", 1), ("gain", "gait", 1),
      ("agin", "gain", 1), ("gain", "gnia", 2), ("ab", "ba", 1), ("abc", "cab", 2), ("", "abc", 3),
      ("abc", "", 3), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
  func distances(a: String, b: String, distance: Int) {
    #expect(Suggestion.editDistance(a, b) == distance)
    #expect(Suggestion.editDistance(b, a) == distance)
  }

  @Test(
    "A third of the letters may differ, one of a short word",
    arguments: [
      ("x", ["a"], "a"), ("x", ["ab"], nil), ("pan", ["pen"], "pen"), ("pan", ["pot"], nil),
      ("pxnyu", ["panau"], nil), ("violyn", ["viola"], "viola"), ("vixlyn", ["viola"], nil),
      ("mastrxqzy", ["mastering"], nil), ("mastrinqz", ["mastering"], "mastering"), ("", ["a"], "a"),
    ] as [(String, [String], String?)])
  func limits(word: String, candidates: [String], nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: candidates) == nearest)
  }

  @Test("The nearest of several, the first of equally near ones, without regard to case")
  func choices() {
    #expect(Suggestion.nearest(to: "celo", among: ["cola", "cello", "cel"]) == "cello")
    #expect(Suggestion.nearest(to: "bat", among: ["cat", "hat"]) == "cat")
    #expect(Suggestion.nearest(to: "CELO", among: ["Cello"]) == "Cello")
    #expect(Suggestion.nearest(to: "VIO", among: ["Violin"]) == "Violin")
    #expect(Suggestion.nearest(to: "gain", among: [String]()) == nil)
  }

  @Test("The sentence for a suggestion, or nothing")
  func sentences() {
    #expect(Suggestion.sentence(for: "gian", among: ["gain"]) == " Did you mean \"gain\"?")
    #expect(Suggestion.sentence(for: "reverb", among: ["gain"]) == "")
  }

  @Test("More than forty names are shortened to twenty")
  func lists() {
    let names = (1...41).map { "n\($0)" }
    #expect(Suggestion.list([]) == "")
    #expect(Suggestion.list(["a"]) == "a")
    #expect(Suggestion.list(Array(names.prefix(40))) == names.prefix(40).joined(separator: ", "))
    #expect(Suggestion.list(names) == names.prefix(20).joined(separator: ", ") + " and 21 more")
  }
}
