import CanonEngine
import Testing

@testable import CanonSession

/// The levels that fades have reached.
@Suite struct LevelMotionTests {
  @Test("A gain that is told in tenths of a decibel has no minus before its zero")
  func zero() {
    let gain = Ramp(constant: 0.9999).decibels(at: 0)
    #expect(gain.value == 0 && gain.value.sign == .plus)
  }
}
