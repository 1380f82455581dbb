import CanonControl
import CanonSession

/// What all subscribers of a server see: one snapshot serves those who look at about the same time.
actor OSCSight {
  private let desk: Desk
  private var last: (snapshot: Snapshot, at: ContinuousClock.Instant)?
  private var made: (space: OSCAddressSpace, at: ContinuousClock.Instant)?

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

  /// The peaks of the last `seconds`; the master's go on where those before ended.
  func levels(over seconds: Double, after last: OSCLevels? = nil) async -> OSCLevels {
    // Levels come from the profiles of the samples, which somebody has to make.
    await desk.makeProfiles()
    return await OSCLevels(desk, over: seconds, after: last)
  }

  /// What there is now: one description serves all who ask at about the same time.
  var space: OSCAddressSpace {
    get async {
      let (snapshot, levels) = (await snapshot, await OSCLevels(desk, over: 0.1))
      if let made, ContinuousClock.now - made.at < Self.spaceAge { return made.space }
      let space = OSCAddressSpace(snapshot, levels: levels)
      made = (space, .now)
      return space
    }
  }

  private static let spaceAge = Duration.milliseconds(50)
}
