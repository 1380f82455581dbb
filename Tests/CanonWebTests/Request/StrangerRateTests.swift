import Testing

@testable import CanonWeb

@Suite struct StrangerRateTests {
  @Test("Fifty requests of an address come within a second; another address has as many of its own")
  func rate() {
    let (rate, start) = (StrangerRate(), ContinuousClock.now)
    for _ in 1...StrangerRate.most { #expect(rate.take("192.168.1.20", at: start)) }
    #expect(!rate.take("192.168.1.20", at: start + .milliseconds(999)))
    #expect(rate.take("192.168.1.21", at: start + .milliseconds(999)))
    #expect(rate.take("192.168.1.20", at: start + .seconds(1)))
  }
}
