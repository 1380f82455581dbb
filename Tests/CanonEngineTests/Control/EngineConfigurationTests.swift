import CanonEngine
import CanonTestSupport
import Testing

/// What an engine is made from is brought within its limits.
@Suite struct EngineConfigurationTests {
  @Test(
    "Ramps and grace last from nothing to a second",
    arguments: [(-1, 0), (0, 0), (5, 5), (1000, 1000), (1001, 1000), (.infinity, 1000)] as [(Double, Double)])
  func lengths(asked: Double, given: Double) {
    let configuration = EngineConfiguration(
      grid: Self.small.grid, sampleRate: .studio, stems: [], rampMilliseconds: asked,
      graceMilliseconds: asked)
    #expect(configuration.rampMilliseconds == given)
    #expect(configuration.graceMilliseconds == given)
  }

  @Test("A negative number of buses counts as 0", arguments: [(-1, 0), (0, 0), (3, 3)])
  func buses(asked: Int, given: Int) {
    let configuration = EngineConfiguration(
      grid: Self.small.grid, sampleRate: .studio, stems: [], busCount: asked)
    #expect(configuration.busCount == given)
  }

  private static let small = EngineConfiguration.small()
}
