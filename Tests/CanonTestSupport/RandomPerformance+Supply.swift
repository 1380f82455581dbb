import CanonEngine

extension RandomPerformance {
  /// The same performance with stems that wait for their samples, as a journal says it.
  ///
  /// It draws from a generator of its own, so that nothing else of a seed's case changes.
  public func withSupplies(seed: UInt64, set: TestSet) -> RandomPerformance {
    var random = SplitMix64(seed: seed ^ 0x5A3B)
    guard random.one(in: 2) else { return self }
    var performance = self
    for _ in 0..<random.number(1...8) {
      let place = Int(random.number(0...Int64(performance.steps.count - 1)))
      let stem = Int(random.number(0...Int64(set.sounds.count - 1)))
      var action = Action.supply(random.pick([.starved, .starved, .cut, .fed, .fed, .fed]))
      if random.one(in: 4) { action = .later(random.number(0...60), action) }
      performance.steps.insert(
        Step(frame: performance.steps[place].frame, stem: stem, action), at: place)
    }
    return performance
  }
}
