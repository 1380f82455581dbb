/// The configuration of one stem: everything about it that stays the same during an edition.
public struct StemConfiguration: Sendable {
  /// The initial gain.
  public var gain: Gain
  /// The initial pan.
  public var pan: PanFactors
  /// The stem's own loop; nil for the set's.
  public var line: GridLine?
  /// The position of the stem's loop tops: this many frames after the origin, plus whole loops of its own. May be negative.
  public var offset: FrameCount
  public var entry: StemEntry
  public var intro: IntroPlacement
  /// The number of loops after which the stem stops by itself; 0 for no limit.
  public var repeats: Int32
  /// The number of the exclusive group: when one of its stems starts, the others stop. Negative for no group.
  public var group: Int32
  /// Whether the stem stays audible while others are soloed.
  public var isBase: Bool
  public var follow: FollowAction?
  /// The quanta of a press that names none.
  public var quanta: QuantumDefaults
  /// The gain of the send to each bus, in the buses' order; buses without one get nothing.
  public var sends: [Gain]

  public init(
    gain: Gain = .unity, pan: PanFactors = .centre, line: GridLine? = nil, offset: FrameCount = 0,
    entry: StemEntry = .phase,
    intro: IntroPlacement = .upbeat, repeats: Int32 = 0, group: Int32 = -1, isBase: Bool = false,
    follow: FollowAction? = nil, quanta: QuantumDefaults = .loop, sends: [Gain] = []
  ) {
    self.gain = gain
    self.pan = pan
    self.line = line
    self.offset = offset
    self.entry = entry
    self.intro = intro
    self.repeats = repeats
    self.group = group
    self.isBase = isBase
    self.follow = follow
    self.quanta = quanta
    self.sends = sends
  }
}

/// The position in its loop at which a stem begins.
public enum StemEntry: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// In phase with the origin: where the stem would be if it had played from the first downbeat.
  case phase
  /// At the top of its loop, on whichever boundary it starts; from then on it is in phase with that frame.
  case top
}

/// The position of a stem's intro.
public enum IntroPlacement: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Before a loop top that falls on the boundary: the stem is heard before its start.
  case upbeat
  /// From the boundary on; the loop top follows. (With ``StemEntry/phase`` the offset must include the intro's length.)
  case boundary
  /// Never played.
  case none
}

/// What follows by itself after a number of the stem's loops.
public struct FollowAction: Hashable, BitwiseCopyable, Sendable {
  public enum Action: Hashable, BitwiseCopyable, Sendable {
    case stop
    case mute
    /// Starts another stem.
    case start(StemIndex)
    /// Starts another silent stem of the group; without a group, any other silent stem that is not a base.
    case startAny
  }

  /// The number of whole loops after the stem's start; 1 or more.
  public let loops: Int32
  public let then: Action

  /// - Returns: nil unless `loops` is in 1 ... 1,000,000.
  public init?(loops: Int, then: Action) {
    guard (1...1_000_000).contains(loops) else { return nil }
    self.loops = Int32(loops)
    self.then = then
  }
}
