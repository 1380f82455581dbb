/// How one stem of a set behaves: everything that stays the same while the engine lives.
public struct StemConfiguration: Sendable {
  /// As the set wants it; so is the pan, in factors.
  public var gain: Gain
  public var pan: PanFactors
  /// The stem's own loop; nil for the set's.
  public var line: GridLine?
  /// Where the stem's loop tops lie: so many frames after the origin, plus whole loops of its own. May be negative.
  public var offset: FrameCount
  public var entry: StemEntry
  public var intro: IntroPlacement
  /// How often the loop is played before the stem stops by itself; 0 for ever.
  public var repeats: Int32
  /// Stems with the same number exclude each other: one starts, the other stops. Negative: in no group.
  public var group: Int32
  /// Whether it stays audible when others are soloed.
  public var isBase: Bool
  public var follow: FollowAction?
  /// When what a press asks for takes effect, if the press does not say.
  public var quanta: QuantumDefaults
  /// What goes to each bus, in their order; missing ones get nothing.
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

/// Where a stem comes in.
public enum StemEntry: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// In phase with the origin: where it would be, had it played from the first downbeat.
  case phase
  /// At the top of its loop, whenever it starts; from then on in phase with that frame.
  case top
}

/// Where a stem's intro lies.
public enum IntroPlacement: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Before a loop top, which falls on the boundary: the stem is heard before its start.
  case upbeat
  /// From the boundary on; the loop top follows it. (With ``StemEntry/phase`` the offset has to allow for that.)
  case boundary
  /// Never played.
  case none
}

/// What a stem does by itself after so many of its loops.
public struct FollowAction: Hashable, BitwiseCopyable, Sendable {
  public enum Action: Hashable, BitwiseCopyable, Sendable {
    case stop
    case mute
    /// Starts another stem.
    case start(StemIndex)
    /// Starts one of its group that is silent; without a group, any that is silent but the base.
    case startAny
  }

  /// Whole loops after its start; 1 or more.
  public let loops: Int32
  public let then: Action

  /// - Returns: nil unless `loops` is in 1 ... 1,000,000.
  public init?(loops: Int, then: Action) {
    guard (1...1_000_000).contains(loops) else { return nil }
    self.loops = Int32(loops)
    self.then = then
  }
}
