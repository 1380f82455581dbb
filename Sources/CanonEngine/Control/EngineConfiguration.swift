/// What an engine is made from.
public struct EngineConfiguration: Sendable {
  public var grid: Grid
  public var sampleRate: SampleRate
  /// One for each stem, in order.
  public var stems: [StemConfiguration]
  /// How many buses there are besides the master.
  public var busCount: Int
  /// Length of a change of gain in the middle of a signal, in milliseconds: 0 ... 1000.
  public var rampMilliseconds: Double
  /// How late after a boundary a command still counts for it, in milliseconds: 0 ... 1000.
  public var graceMilliseconds: Double
  public var secondPress: SecondPress
  /// What the choices of ``FollowAction/Action/startAny`` are drawn from: the same seed, the same choices.
  public var seed: UInt64

  public init(
    grid: Grid, sampleRate: SampleRate, stems: [StemConfiguration], busCount: Int = 0,
    rampMilliseconds: Double = 5, graceMilliseconds: Double = 0, secondPress: SecondPress = .cancel,
    seed: UInt64 = 0
  ) {
    self.grid = grid
    self.sampleRate = sampleRate
    self.stems = stems
    self.busCount = max(0, busCount)
    self.rampMilliseconds = min(max(rampMilliseconds, 0), 1000)
    self.graceMilliseconds = min(max(graceMilliseconds, 0), 1000)
    self.secondPress = secondPress
    self.seed = seed
  }

  /// ``rampMilliseconds`` in frames: the nearest number, a half upwards. What falls silent is so after that at the latest.
  public var ramp: FrameCount { FrameCount(rampMilliseconds * Double(sampleRate.hertz) / 1000 + 0.5) }

  /// ``graceMilliseconds`` in frames: the nearest number, a half upwards.
  public var grace: FrameCount { FrameCount(graceMilliseconds * Double(sampleRate.hertz) / 1000 + 0.5) }
}

/// What a press does while a change is pending.
public enum SecondPress: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Takes it back.
  case cancel
  /// Lets it take effect at once.
  case now
}
