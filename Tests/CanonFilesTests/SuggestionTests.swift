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
}
