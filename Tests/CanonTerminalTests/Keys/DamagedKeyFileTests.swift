import CanonControlSupport
import CanonTerminal
import CanonTestSupport
import Testing

/// Thousands of damaged files of keys: each is read or refused with places, and none ends canon.
@Suite struct DamagedKeyFileTests {
  static let file = """
    confirm_quit = true
    [keys]
    press = ["enter", "space"]
    solo = ["f2", "alt-s"]
    mute = []
    [stems]
    keys = "12345"
    now = "!@#$%"
    """

  @Test(
    .timeLimit(.minutes(LongCampaign.minutes)), arguments: 0..<UInt64(LongCampaign.count(1, long: 10)))
  func everyDamagedFileOfKeysIsReadOrRefused(seed: UInt64) {
    let unplaced = TextMutants.unplaced([Self.file], seed: seed) {
      try KeyTable.parse(path: "keys.toml", text: $0)
    }
    #expect(unplaced == [])
  }
}
