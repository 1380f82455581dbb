import CanonControl
import CanonSession

/// What all subscribers of a server see: one snapshot serves those who look at about the same time.
actor OSCSight {
  private let desk: Desk
  private var last: (snapshot: Snapshot, at: ContinuousClock.Instant)?

  /// Its greatest age: no subscriber can ask more often.
  private static let longest = Duration.milliseconds(OSCRequest.intervals.lowerBound)

  init(_ desk: Desk) { self.desk = desk }

  var snapshot: Snapshot {
    get async {
      if let last, ContinuousClock.now - last.at < Self.longest { return last.snapshot }
      let snapshot = await desk.snapshot()
      last = (snapshot, .now)
      return snapshot
    }
  }

  /// The level of every stem over the last `seconds`, by its id.
  func levels(over seconds: Double) async -> [(id: String, level: StemLevel)] {
    // Levels come from the profiles of the samples, which somebody has to make.
    while await desk.makeProfile() {}
    return await desk.levels(over: seconds)
  }
}
