import CanonEngine
import Testing

/// The words that events, journals and documentation have for states and requests.
@Suite struct WordTests {
  @Test("Each state has its word")
  func states() {
    #expect(StemState.allCases.map(\.word) == ["stop", "wait", "play", "mute"])
  }

  @Test("Each request has its word")
  func requests() {
    #expect(StemRequest.allCases.map(\.word) == ["press", "start", "stop", "mute", "unmute", "cancel"])
  }
}
