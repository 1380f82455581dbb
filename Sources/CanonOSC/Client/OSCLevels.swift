import CanonControl
import CanonEngine
import CanonSession

/// The largest magnitudes of a while; 1 is full scale.
struct OSCLevels: Sendable {
  let master: Float
  /// Up to when the master was read; nil without one.
  let until: ContinuousClock.Instant?
  /// Of each stem, by its id.
  let stems: [(id: String, peak: Float)]

  init(_ desk: Desk, over seconds: Double, after last: OSCLevels? = nil) async {
    let master = await desk.masterLevels(since: last?.until)
    until = master?.until
    self.master = master.map { max($0.levels.peak.left, $0.levels.peak.right) } ?? 0
    stems = await desk.levels(over: seconds).map {
      (id: $0.id, peak: max($0.level.peak.left, $0.level.peak.right))
    }
  }
}
