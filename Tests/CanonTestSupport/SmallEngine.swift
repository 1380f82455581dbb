import CanonEngine

extension EngineConfiguration {
  /// A set with a loop of a few frames, and without ramps unless the test is about them.
  public static func small(
    loop: Int64 = 4, beats: Int = 1, _ stems: [StemConfiguration] = [StemConfiguration()], buses: Int = 0,
    cueBus: Int? = nil, click: ClickSounds? = nil, rampFrames: Int = 0, graceFrames: Int = 0,
    secondPress: SecondPress = .cancel, seed: UInt64 = 0
  ) -> EngineConfiguration {
    EngineConfiguration(
      grid: Grid(loop: GridLine(numerator: loop, denominator: 1)!, barsPerLoop: 1, beatsPerLoop: beats)!,
      sampleRate: SampleRate(hertz: 8000)!, stems: stems, busCount: buses, cueBus: cueBus, click: click,
      rampMilliseconds: Double(rampFrames) / 8, graceMilliseconds: Double(graceFrames) / 8,
      secondPress: secondPress, seed: seed)
  }
}

extension StemConfiguration {
  /// A stem with its own loop.
  public init(
    frames: Int64, parts: Int64 = 1, offset: FrameCount = 0, entry: StemEntry = .phase,
    intro: IntroPlacement = .upbeat
  ) {
    self.init(
      line: GridLine(numerator: frames, denominator: parts)!, offset: offset, entry: entry, intro: intro)
  }
}

extension StemBuffer {
  /// Samples that count: a loop of 1, 2, 3, …
  public static func counting(_ frames: Int) -> StemBuffer { StemBuffer((1...frames).map(Float.init)) }

  /// Samples that are all equal.
  public static func flat(_ value: Float, _ frames: Int) -> StemBuffer {
    StemBuffer([Float](repeating: value, count: frames))
  }
}

/// Samples drawn as text with one column per frame: the digit that is heard, `-` for silence.
public func drawn(_ samples: [Float]) -> String {
  samples.map { $0 == 0 ? "-" : String(Int($0)) }.joined()
}

extension Bench {
  /// Delivers frames and draws the master.
  public mutating func draw(_ frames: Int, periods: Periods = .constant(3)) -> String {
    drawn(run(frames, periods: periods).master)
  }

  /// Delivers frames and draws each port.
  public mutating func drawPorts(_ frames: Int, periods: Periods = .constant(3)) -> [String] {
    run(frames, periods: periods).ports.map(drawn)
  }
}
