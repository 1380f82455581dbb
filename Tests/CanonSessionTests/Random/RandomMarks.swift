import CanonTestSupport

/// Somebody who marks places while a rehearsal goes on, returns to them, and repeats sections.
struct RandomMarks {
  private var random: SplitMix64?

  /// - Parameter isStill: Whether nobody does: in the cases that are always there for another reason.
  init(seed: UInt64, isStill: Bool) { random = isStill ? nil : SplitMix64(seed: seed ^ 0x3A_4B5) }

  /// May mark a place, or return to one, or try to.
  mutating func mayMark(_ bench: inout SessionBench) async throws {
    guard random?.one(in: 10) == true, var random else { return }
    let line = random.pick([
      "mark here", "mark here", "mark bar 3", "goto mark 1", "goto mark 2", "mark off 1",
      "section bar 1 .. bar 2", "section bar 2 .. bar 3", "section 0.1 s .. 0.2 s", "section off",
      "section off",
    ])
    self.random = random
    try await bench.say(line, at: .lines)
  }
}
