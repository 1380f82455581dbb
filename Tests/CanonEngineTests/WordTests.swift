import CanonEngine
import Testing

/// The words that events, journals and documentation have for states, requests and who asked.
@Suite struct WordTests {
  @Test("Each state has its word")
  func states() {
    #expect(StemState.allCases.map(\.word) == ["stop", "wait", "play", "mute"])
  }

  @Test("Each request has its word")
  func requests() {
    #expect(StemRequest.allCases.map(\.word) == ["press", "start", "stop", "mute", "unmute", "cancel"])
  }

  @Test("Whoever asks for a change has a word")
  func sources() {
    let words = ["clock", "input", "score", "recovery", "group", "follow", "end", "door"]
    #expect(CommandSource.allCases.map(\.word) == words)
  }
}
