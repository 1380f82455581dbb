import CanonTestSupport

/// Somebody who changes tempo and key while a rehearsal goes on.
struct RandomPlayback {
  private var random: SplitMix64?

  /// - Parameter isStill: Whether nobody does: in the cases that are always there for another reason.
  init(seed: UInt64, isStill: Bool) { random = isStill ? nil : SplitMix64(seed: seed ^ 0x7E3B_0) }

  /// May ask for another tempo or key, as quickly as they come: some are asked for before the last one plays.
  mutating func mayChange(_ bench: inout SessionBench) async throws {
    guard random?.one(in: 15) == true, var random else { return }
    let what = random.pick([
      "tempo \(random.pick(["50 %", "66.667 %", "115 %", "400 %", "original"]))",
      "key \(random.pick(["+2", "-30 cents", "original"]))",
    ])
    let quantum = random.pick(["", " now", " beat", " bar", " loop:2"])
    self.random = random
    try await bench.say(what + quantum, at: .lines)
  }
}
