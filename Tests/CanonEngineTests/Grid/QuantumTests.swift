import CanonEngine
import Testing

/// The words for boundaries.
@Suite struct QuantumTests {
  @Test(
    "Every quantum is written as it is read",
    arguments: [
      ("now", Quantum.now), ("beat", .beat), ("bar", .bar), ("loop", .loop),
      ("bar:4", Quantum(.bar, count: 4)!),
      ("beat:3", Quantum(.beat, count: 3)!), ("loop:1000000", Quantum(.loop, count: 1_000_000)!),
    ])
  func words(text: String, quantum: Quantum) {
    #expect(Quantum(text) == quantum)
    #expect(quantum.description == text)
  }

  @Test("A count of one is accepted, and not shown", arguments: ["loop:1", "bar:01", "now:1"])
  func one(text: String) {
    #expect(Quantum(text)?.count == 1)
    #expect(Quantum(text)?.description == text.split(separator: ":").first.map(String.init))
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", ":", "loop:", ":2", "loop:0", "loop:-1", "loop:+2", "loop:1000001", "loop:2.5", "loop:2:2",
      "loop: 2",
      " loop", "Loop", "loops", "loop:٣", "loop:0x2", "loop:99999999999999999999", "now:2", "stop",
    ])
  func refused(text: String) {
    #expect(Quantum(text) == nil)
  }

  @Test("A count is in 1 ... 1000000, and now has none", arguments: Quantum.Unit.allCases)
  func counts(unit: Quantum.Unit) {
    #expect(Quantum(unit)?.count == 1)
    #expect(Quantum(unit, count: 0) == nil)
    #expect(Quantum(unit, count: -1) == nil)
    #expect(Quantum(unit, count: 1_000_001) == nil)
    #expect((Quantum(unit, count: 1_000_000) == nil) == (unit == .now))
    #expect((Quantum(unit, count: 2) == nil) == (unit == .now))
  }
}
