import CanonEngine
import CanonStems
import Testing

@Suite struct LevelTests {
  private func level(_ decibels: Double, _ pan: Double) -> Level {
    Level(gain: Decibels(decibels)!, pan: Pan(pan)!)
  }

  @Test func noDecibelsAreExactlyOne() {
    #expect(Gain(Decibels(0)!) == .unity)
    #expect(level(0, 0) == .unity)
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
    #expect(level(0, 1) == Level(left: .silence, right: .unity))
    #expect(level(0, -1) == Level(left: .unity, right: .silence))
    #expect(level(-20, -1).left == 0.1)
  }

  @Test func theNearSideKeepsItsLevel() {
    for pan in stride(from: 0.0, through: 1, by: 0.125) {
      #expect(level(0, pan).right == 1)
      #expect(level(0, -pan).left == 1)
    }
  }

  @Test func theFarSideFallsAlongACosine() {
    #expect(abs(level(0, 0.5).left - 0.70710678) < 1e-6)
    #expect(abs(level(0, -1.0 / 3).right - 0.8660254) < 1e-6)
    #expect(level(0, 0.3).left == level(0, -0.3).right)
  }
}
