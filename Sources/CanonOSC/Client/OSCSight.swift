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

  /// The peaks of the last `seconds`.
  func levels(over seconds: Double) async -> OSCLevels {
    // Levels come from the profiles of the samples, which somebody has to make.
    await desk.makeProfiles()
    let stems = await desk.levels(over: seconds)
    let master = await desk.masterLevels(over: seconds)?.peak ?? (left: 0, right: 0)
    return OSCLevels(
      master: max(master.left, master.right),
      stems: stems.map { (id: $0.id, peak: max($0.level.peak.left, $0.level.peak.right)) })
  }
}

/// The largest magnitudes of a while; 1 is full scale.
struct OSCLevels: Sendable {
  let master: Float
  /// Of each stem, by its id.
  let stems: [(id: String, peak: Float)]
}
