import CanonEngine

/// An engine on the bench: small stems, no server, no files; commands arrive on the frame that the test
/// names.
public struct Bench: ~Copyable {
  public var engine: Engine
  public var handle: EngineHandle
  public private(set) var position: FramePosition = 0
  /// Every event so far.
  public private(set) var events: [EngineEvent] = []
  /// What each stem may be given to play (``RandomPerformance/Action/samples(_:_:)``).
  public var sounds: [[StemBuffer]] = []
  /// What ``perform(_:_:)`` has asked, with the tickets.
  public private(set) var asked: [(ticket: CommandTicket, stem: Int, action: RandomPerformance.Action)] = []
  /// Whether anybody wants the ports, and the buses; what nobody wants stays NaN.
  public var hasPorts = true
  public var hasBuses = true

  /// - Parameters:
  ///   - stems: The samples of each stem, mono, one loop long.
  ///   - loop: The loop; by default as long as the first stem.
  ///   - pans: One for each stem; by default all leave the samples as they are.
  ///   - rampMilliseconds: 0, so that samples stay countable, unless the test is about ramps.
  public static func make(
    stems: [[Float]], loop: GridLine? = nil, bars: Int = 1, beats: Int = 4, pans: [PanFactors]? = nil,
    sampleRate: SampleRate = .studio, rampMilliseconds: Double = 0, rolling: Bool = true
  ) -> Bench {
    let line = loop ?? GridLine(numerator: Int64(stems[0].count), denominator: 1)!
    let configuration = EngineConfiguration(
      grid: Grid(loop: line, barsPerLoop: bars, beatsPerLoop: beats)!, sampleRate: sampleRate,
      stems: (pans ?? stems.map { _ in .centre }).map { StemConfiguration(pan: $0) },
      rampMilliseconds: rampMilliseconds)
    return make(configuration, sounds: stems.map { StemBuffer($0) }, rolling: rolling)
  }

  /// - Parameter sounds: What each stem plays; nil leaves it without samples.
  public static func make(
    _ configuration: EngineConfiguration, sounds: [StemBuffer?] = [], rolling: Bool = true
  ) -> Bench {
    let parts = EngineParts(configuration)
    var bench = Bench(engine: parts.engine, handle: parts.handle)
    for (index, buffer) in sounds.enumerated() {
      if let buffer { bench.handle.setSamples(buffer, of: StemIndex(index), by: .clock) }
    }
    if rolling { _ = bench.handle.roll(by: .clock) }
    return bench
  }

  private init(engine: consuming Engine, handle: consuming EngineHandle) {
    self.engine = engine
    self.handle = handle
  }

  public var busCount: Int { engine.busCount }

  /// Sends what was asked, delivers `frames` frames in periods of the given lengths, and reads the events.
  @discardableResult
  public mutating func run(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    send()
    let output = deliver(frames, periods: periods)
    readEvents()
    return output
  }

  public mutating func send() {
    let sent = handle.send()
    precondition(sent)
  }

  /// What the audio thread does of ``run(_:periods:)``, alone: control sleeps.
  @discardableResult
  public mutating func deliver(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    var periods = periods
    let (stems, buses) = (handle.stemCount, busCount)
    let channels = 2 * (1 + stems + buses)
    // NaN, so that a frame that nobody writes is found.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, channels * frames))
    memory.initialize(repeating: .nan, count: channels * frames)
    defer { memory.deallocate() }
    let pairs = UnsafeMutablePointer<OutputPair?>.allocate(capacity: channels / 2)
    defer { pairs.deallocate() }
    var done = 0
    while done < frames {
      let length = min(frames - done, periods.next())
      for k in 0..<(channels / 2) {
        pairs[k] = OutputPair(
          left: memory + 2 * k * frames + done, right: memory + (2 * k + 1) * frames + done)
      }
      engine.process(
        frames: Int32(length), master: pairs[0]!, ports: hasPorts ? pairs + 1 : nil,
        buses: hasBuses ? pairs + 1 + stems : nil)
      done += length
    }
    position += FramePosition(frames)
    func channel(_ k: Int) -> [Float] {
      Array(UnsafeBufferPointer(start: memory + k * frames, count: frames))
    }
    var output = Output(stems: stems, buses: buses)
    output.master = channel(0)
    output.right = channel(1)
    output.ports = (0..<stems).map { channel(2 + 2 * $0) }
    output.portsRight = (0..<stems).map { channel(3 + 2 * $0) }
    output.buses = (0..<(2 * buses)).map { channel(2 + 2 * stems + $0) }
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

  mutating func note(_ ticket: CommandTicket, _ stem: Int, _ action: RandomPerformance.Action) {
    asked.append((ticket, stem, action))
  }
}
