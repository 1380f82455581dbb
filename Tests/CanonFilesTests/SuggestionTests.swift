import Testing

@testable import CanonFiles

@Suite struct SuggestionTests {
  @Test func nearWordIsSuggested() {
    #expect(Suggestion.nearest(to: "gian", among: ["id", "gain", "pan"]) == "gain")
  }

  @Test func farWordIsNot() {
    #expect(Suggestion.nearest(to: "reverb", among: ["id", "gain", "pan"]) == nil)
  }
}
