import CanonEngine
import CanonStems
import Testing

@Suite struct GainAndPanTests {
  private func factors(_ pan: Double) -> PanFactors { PanFactors(Pan(pan)!) }

  @Test func noDecibelsAreExactlyOne() {
    #expect(Gain(Decibels(0)!) == .unity)
    #expect(factors(0) == .centre)
  }

  @Test func theOriginalsGain() {
    #expect(abs(Gain(Decibels(-1.938)!).linear - 0.8) < 1e-4)
    #expect(Gain(Decibels(20)!).linear == 10)
    #expect(Gain(Decibels(-20)!).linear == 0.1)
  }

  @Test func theEndsOfTheRange() {
    #expect(abs(Gain(Decibels(24)!).linear - 15.8489) < 1e-3)
    #expect(Gain(Decibels(-120)!).linear == 1e-6)
  }

  @Test func theFarSideIsExactlySilent() {
    #expect(factors(1) == PanFactors(left: .silence, right: .unity))
    #expect(factors(-1) == PanFactors(left: .unity, right: .silence))
  }

  @Test func theNearSideKeepsItsLevel() {
    for pan in stride(from: 0.0, through: 1, by: 0.125) {
      #expect(factors(pan).right == 1)
      #expect(factors(-pan).left == 1)
    }
  }

  @Test func theFarSideFallsAlongACosine() {
    #expect(abs(factors(0.5).left - 0.70710678) < 1e-6)
    #expect(abs(factors(-1.0 / 3).right - 0.8660254) < 1e-6)
    #expect(factors(0.3).left == factors(-0.3).right)
  }
}
