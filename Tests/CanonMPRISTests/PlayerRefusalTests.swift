import CanonFiles
import CanonSession
import Testing

@testable import CanonMPRIS

/// What callers are told.
@Suite struct PlayerRefusalTests {
  @Test("Each refusal has its D-Bus error, and a sentence in every language", arguments: Language.allCases)
  func sentences(language: Language) {
    let refusals: [PlayerRefusal] = [
      .unknownMethod("a.b"), .unknownProperty("a.b"), .readOnly("Rate"), .busy,
      .refused([.unknownStem("x", known: [])]),
    ]
    #expect(Set(refusals.map(\.name)).count == refusals.count)
    for refusal in refusals {
      let text = refusal.text(language)
      #expect(text.last == (language == .japanese ? "。" : "."), "\(text)")
    }
    #expect(PlayerRefusal.readOnly("Rate").text(language).contains("Rate"))
  }
}
