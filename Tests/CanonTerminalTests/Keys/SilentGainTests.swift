import CanonEngine
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// Silence is below the range of the gain: one step up leads to the range's lower end, and there is no step down.
@Suite struct SilentGainTests {
  @Test(
    "A step from silence",
    arguments: [
      (KeyAction.gainUp, "gain violin-a -120.0"), (.gainDown, nil), (.masterUp, "gain master -120.0"),
      (.masterDown, nil),
    ] as [(KeyAction, String?)])
  func step(action: KeyAction, line: String?) {
    let mix = RequestedMix(id: "violin-a", gain: .silence, pan: .centre, master: .silence)
    #expect(ActionCommands.command(for: action, of: mix)?.description == line)
  }
}
