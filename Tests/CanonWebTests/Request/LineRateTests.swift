import Testing

@testable import CanonWeb

@Suite struct LineRateTests {
  @Test("A hundred lines come within a second, and a panic always does")
  func rate() {
    let (rate, start) = (LineRate(), ContinuousClock.now)
    for _ in 1...LineRate.most { #expect(rate.take("press a", at: start)) }
    #expect(!rate.take("press a", at: start + .milliseconds(999)))
    #expect(rate.take("panic", at: start + .milliseconds(999)))
    #expect(rate.take("press a", at: start + .seconds(1)))
  }
}
