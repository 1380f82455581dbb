import CanonMixing

/// Everything an engine is made from.
public struct EngineConfiguration: Sendable {
  public var grid: Grid
  public var sampleRate: SampleRate
  /// One for each stem, in order.
  public var stems: [StemConfiguration]
  /// The number of buses besides the master.
  public var busCount: Int
  /// The number of the bus that the player alone hears; nil for none. Pre-listening and the click are heard there.
  public var cueBus: Int?
  /// The sounds of the click; nil for none.
  public var click: ClickSounds?
  /// The length of the usual ramp, with which the gain changes in the middle of a signal, in milliseconds: 0 ... 1000.
  public var rampMilliseconds: Double
  /// How late after a boundary a command still counts for it, in milliseconds: 0 ... 1000.
  public var graceMilliseconds: Double
  public var secondPress: SecondPress
  /// The seed for the choices of ``FollowAction/Action/startAny``: the same seed gives the same choices.
  public var seed: UInt64
  /// The instructions with which the stems are mixed: by default the best that this processor has, and never any that it has not.
  public var instructions = InstructionSet.best {
    didSet { if !instructions.isAvailable { instructions = .baseline } }
  }

  public init(
    grid: Grid, sampleRate: SampleRate, stems: [StemConfiguration], busCount: Int = 0,
    cueBus: Int? = nil, click: ClickSounds? = nil,
    rampMilliseconds: Double = 5, graceMilliseconds: Double = 0, secondPress: SecondPress = .cancel,
    seed: UInt64 = 0
  ) {
    self.grid = grid
    self.sampleRate = sampleRate
    self.stems = stems
    self.busCount = max(0, busCount)
    (self.cueBus, self.click) = (cueBus, click)
    self.rampMilliseconds = min(max(rampMilliseconds, 0), 1000)
    self.graceMilliseconds = min(max(graceMilliseconds, 0), 1000)
    self.secondPress = secondPress
    self.seed = seed
  }

  /// ``rampMilliseconds`` in frames: the nearest number, halves rounded up.
  public var ramp: FrameCount { FrameCount(rampMilliseconds * Double(sampleRate.hertz) / 1000 + 0.5) }

  /// ``graceMilliseconds`` in frames: the nearest number, halves rounded up.
  public var grace: FrameCount { FrameCount(graceMilliseconds * Double(sampleRate.hertz) / 1000 + 0.5) }
}

/// What a press does while a change is pending.
public enum SecondPress: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Cancels the change.
  case cancel
  /// Makes the change take effect at once.
  case now
}
