import CanonEngine

/// An engine on the bench: small stems, no server, no files; commands arrive on the frame that the test
/// names.
public struct Bench: ~Copyable {
  public var engine: Engine
  public var handle: EngineHandle
  public private(set) var position: FramePosition = 0
  /// Every event so far.
  public private(set) var events: [EngineEvent] = []

  /// - Parameters:
  ///   - stems: The samples of each stem, mono, one loop long.
  ///   - loop: The loop; by default as long as the first stem.
  ///   - levels: One for each stem; by default all leave the samples as they are.
  ///   - rampMilliseconds: 0, so that samples stay countable, unless the test is about ramps.
  public static func make(
    stems: [[Float]], loop: GridLine? = nil, bars: Int = 1, beats: Int = 4, levels: [Level]? = nil,
    sampleRate: SampleRate = .studio, rampMilliseconds: Double = 0, rolling: Bool = true
  ) -> Bench {
    let line = loop ?? GridLine(numerator: Int64(stems[0].count), denominator: 1)!
    let configuration = EngineConfiguration(
      grid: Grid(loop: line, barsPerLoop: bars, beatsPerLoop: beats)!, sampleRate: sampleRate,
      levels: levels ?? stems.map { _ in .unity }, rampMilliseconds: rampMilliseconds)
    let parts = EngineParts(configuration)
    var bench = Bench(engine: parts.engine, handle: parts.handle)
    for (index, samples) in stems.enumerated() {
      let buffer = StemBuffer(frameCount: samples.count, channelCount: 1) { memory in
        for k in samples.indices { memory[k] = samples[k] }
      }
      bench.handle.setSamples(buffer, of: StemIndex(index), by: .clock)
    }
    if rolling { _ = bench.handle.roll(by: .clock) }
    return bench
  }

  private init(engine: consuming Engine, handle: consuming EngineHandle) {
    self.engine = engine
    self.handle = handle
  }

  /// Asks for something, received on the first frame of the next ``run(_:period:)``.
  public mutating func ask(
    _ request: StemRequest, _ stem: Int = 0, quantum: Quantum = .loop, permitted: Bool = true
  ) {
    let index = StemIndex(stem)
    switch request {
    case .start: _ = handle.start(testPermit(index), quantum: quantum, by: .input)
    case .unmute: _ = handle.unmute(testPermit(index), quantum: quantum, by: .input)
    case .press where permitted: _ = handle.press(testPermit(index), quantum: quantum, by: .input)
    case .press: _ = handle.pressTowardsSilence(index, quantum: quantum, by: .input)
    case .stop: _ = handle.stop(index, quantum: quantum, by: .input)
    case .mute: _ = handle.mute(index, quantum: quantum, by: .input)
    case .cancel: _ = handle.cancel(index, by: .input)
    }
  }

  /// Sends what was asked, delivers `frames` frames in periods of the given lengths, and reads the events.
  @discardableResult
  public mutating func run(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    let sent = handle.send()
    precondition(sent)
    let output = deliver(frames, periods: periods)
    readEvents()
    return output
  }

  /// What the audio thread does of ``run(_:periods:)``, alone: control sleeps.
  @discardableResult
  public mutating func deliver(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    var periods = periods
    var output = Output(stems: stemCount)
    var left = frames
    while left > 0 {
      let length = min(left, periods.next())
      let blocks = (0..<(2 + 2 * stemCount)).map { _ in [Float](repeating: .nan, count: length) }
      var memory = blocks.flatMap(\.self)
      memory.withUnsafeMutableBufferPointer { memory in
        let pairs = (0...stemCount).map { k in
          OutputPair(
            left: memory.baseAddress! + 2 * k * length, right: memory.baseAddress! + (2 * k + 1) * length)
        }
        pairs.withUnsafeBufferPointer { pairs in
          engine.process(frames: Int32(length), master: pairs[0], ports: pairs.baseAddress! + 1)
        }
      }
      output.master += memory[0..<length]
      output.right += memory[length..<(2 * length)]
      for k in 0..<stemCount {
        output.ports[k] += memory[(2 * (k + 1) * length)..<(2 * (k + 1) * length + length)]
      }
      left -= length
    }
    position += FramePosition(frames)
    return output
  }

  /// A period of no frames: the engine receives what was sent, and delivers nothing.
  public mutating func idle() {
    var unused: [Float] = [.nan, .nan]
    unused.withUnsafeMutableBufferPointer { unused in
      let master = OutputPair(left: unused.baseAddress!, right: unused.baseAddress! + 1)
      engine.process(frames: 0, master: master, ports: nil)
    }
    precondition(unused.allSatisfy(\.isNaN))
  }

  public mutating func readEvents() {
    while let event = handle.nextEvent() { events.append(event) }
  }

  /// Moves the clock on, as a driver does after an xrun.
  public mutating func skip(_ frames: FrameCount) {
    engine.skip(frames)
    position += frames
    readEvents()
  }

  private var stemCount: Int { handle.stemCount }
}

/// What a run delivered: the master's two channels, and the left channel of each stem's port.
public struct Output: Sendable {
  public var master: [Float] = []
  public var right: [Float] = []
  public var ports: [[Float]]

  public init(stems: Int) { ports = Array(repeating: [], count: stems) }

  public static func += (a: inout Output, b: Output) {
    a.master += b.master
    a.right += b.right
    for k in a.ports.indices { a.ports[k] += b.ports[k] }
  }

  /// Everything as bit patterns: 0 and -0 differ, and a NaN that nobody wrote over is found.
  public var bits: [[UInt32]] { ([master, right] + ports).map { $0.map(\.bitPattern) } }
}

/// A sequence of period lengths: always the same, or a seeded mixture.
public struct Periods: Sendable, CustomStringConvertible {
  private var generator: SplitMix64?
  private let length: Int
  private let seed: UInt64?

  public static func constant(_ length: Int) -> Periods { Periods(generator: nil, length: length, seed: nil) }
  public static func mixed(seed: UInt64) -> Periods {
    Periods(generator: SplitMix64(seed: seed), length: 1024, seed: seed)
  }

  /// The lengths that every period-independence test goes through.
  public static let all: [Periods] =
    [1, 2, 3, 4, 63, 64, 1024].map(constant) + (1...5).map { .mixed(seed: $0) }

  public mutating func next() -> Int {
    guard var generator else { return length }
    // Small lengths are where boundaries hide: half of the periods are shorter than 9 frames.
    let length =
      generator.next() % 2 == 0
      ? Int.random(in: 1...8, using: &generator) : Int.random(in: 1...1024, using: &generator)
    self.generator = generator
    return length
  }

  public var description: String { seed.map { "mixed, seed \($0)" } ?? "\(length)" }
}

/// Steele, Lea and Flood's SplitMix64: small, seedable, good enough to choose test cases.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64
  public init(seed: UInt64) { state = seed }
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
