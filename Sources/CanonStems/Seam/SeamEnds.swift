/// One channel's last and first samples of a loop, in the order in which they are heard when it turns.
public struct SeamEnds: Hashable, Sendable {
  /// The last samples of the loop, at most a millisecond.
  public let last: [Float]
  /// The first ones.
  public let first: [Float]
}
