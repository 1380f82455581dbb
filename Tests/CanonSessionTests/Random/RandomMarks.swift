import CanonTestSupport

/// Somebody who marks places while a rehearsal goes on, returns to them, repeats sections, and listens to what only the player hears.
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
      "section off", "cue violin-a", "cue violin-b", "cue all", "cue violin-b off", "cue all off", "click on",
      "click off", "count-in 1 bar", "count-in off", "count-in off", "send violin-a cue",
      "send violin-c cue -6", "send violin-a cue off",
    ])
    self.random = random
    try await bench.say(line, at: .lines)
  }
}
