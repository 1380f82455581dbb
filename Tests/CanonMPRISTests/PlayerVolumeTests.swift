import CanonEngine
import Testing

@testable import CanonMPRIS

/// A slider's volume and the master's gain.
@Suite struct PlayerVolumeTests {
  @Test("1 is 0 dB, half the way 18 dB less, the lower end silence")
  func places() throws {
    #expect(PlayerVolume(1)?.decibels == Decibels(0))
    #expect(PlayerVolume(0.5)?.decibels == Decibels(-18.1))
    #expect(PlayerVolume(0)?.decibels == .silence)
    #expect(PlayerVolume(.silence).value == 0)
    #expect(try PlayerVolume(#require(Decibels(0))).value == 1)
  }

  @Test("Every gain in tenths of a decibel comes back as it was")
  func roundTrip() throws {
    for tenths in -1200...240 {
      let gain = try #require(Decibels(Double(tenths) / 10))
      #expect(PlayerVolume(PlayerVolume(gain).value)?.decibels == gain)
    }
  }

  @Test("What no slider sends is as loud or as quiet as the master can be, or nothing")
  func outside() {
    #expect(PlayerVolume(1000)?.decibels == Decibels(24))
    #expect(PlayerVolume(-1)?.decibels == .silence)
    #expect(PlayerVolume(1e-300)?.decibels == .silence)
    #expect(PlayerVolume(.nan) == nil)
    #expect(PlayerVolume(.infinity) == nil)
  }
}
