import CanonEngine

extension RandomPerformance {
  /// The same performance beside a driver that reads pads at any time: before the clock runs, for stems that have left, with triggers
  /// that are old or ended, and with more at once than a period takes.
  ///
  /// It draws from a generator of its own, so that nothing else of a seed's case changes.
  public func withDriver(seed: UInt64, set: TestSet) -> RandomPerformance {
    var random = SplitMix64(seed: seed ^ 0x9AD5)
    var performance = self
    for _ in 0..<random.number(0...4) {
      let place = Int(random.number(0...Int64(performance.steps.count - 1)))
      let action: Action =
        switch random.number(0...9) {
        case 0, 1: .endTriggers
        case 2, 3, 4: .triggerAgain(random.number(0...40))
        default: Self.trigger(&random)
        }
      let stem = Int(random.number(0...Int64(set.sounds.count - 1)))
      let step = Step(frame: performance.steps[place].frame, stem: stem, action)
      performance.steps.insert(contentsOf: repeatElement(step, count: random.one(in: 20) ? 70 : 1), at: place)
    }
    return performance
  }
}
