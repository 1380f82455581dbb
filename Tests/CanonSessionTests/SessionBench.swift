import CanonControl
import CanonEngine
import CanonSchedule
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// A session with its engine on the bench: commands as text, frames by request, no server and no driver.
struct SessionBench: ~Copyable {
  let session: Performance
  /// The number of outputs for stems: by default that of the first set's stems.
  private let stems: Int
  private var engine: Engine
  /// What comes in: noise.
  private var input = SplitMix64(seed: 1)
  /// What the next period's clock does.
  var nextClock = PeriodClock.free

  /// Makes the session's engine, the first or the next, and starts its clock.
  /// - Parameters:
  ///   - frames: The frames to deliver at once.
  ///   - ports: The number of outputs for stems.
  init(
    _ session: Performance, at rate: SampleRate = .studio, after frames: Int = 0, ports: Int? = nil
  ) async throws {
    self.session = session
    stems = await ports ?? session.set.stems.count
    engine = try await session.makeEngine(at: rate)
    await session.beLive()
    await session.roll()
    await run(0)
    if frames > 0 { await run(frames) }
  }

  /// A bench with a performance of the small set.
  init(after frames: Int = 0) async throws { try await self.init(SmallSet().session(), after: frames) }

  /// Says a line as a person at the keyboard would; it is received with the next ``run(_:periods:)``.
  /// - Returns: Why it was not done, or nothing.
  @discardableResult
  func say(_ line: String, at place: Place = .scores) async throws -> [String] {
    await session.perform(try CommandParser.parse(line, at: place), by: .input).map(\.message)
  }

  /// Gives a stem another file, starts it, and expects nothing but that file on its port after the ramp.
  /// - Parameter level: Every sample of the file.
  mutating func play(_ id: String, _ file: String, at level: Float) async throws {
    let stem = try #require(session.set.index(of: id)).int
    for line in ["replace \(id) \(CommandWords.quote(file)) now", "start \(id) now"] {
      let problems = try await say(line)
      #expect(problems == [])
    }
    let heard = await run(1000).ports[stem]
    #expect(heard.dropFirst(480).allSatisfy { $0 == level })
  }

  /// Says a line, and delivers so many frames.
  mutating func say(_ line: String, then frames: Int) async throws {
    try await say(line)
    await run(frames)
  }

  /// Delivers so many frames: the master, the stems' ports, and the cue bus.
  @discardableResult
  mutating func run(_ frames: Int, periods: Periods = .constant(1024)) async -> Output {
    let output = deliver(frames, periods: periods)
    await session.pump()
    return output
  }

  /// As ``run(_:periods:)``, but control sleeps: nothing is read of what the engine has to say.
  @discardableResult
  mutating func deliver(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    var (left, periods) = (frames, periods)
    var output = Output(stems: stems, buses: 1)
    repeat {
      let length = min(left, periods.next())
      output += period(length)
      left -= length
    } while left > 0
    return output
  }

  /// As in a rendering: control looks, and what doors ask for is received on this very frame, until no more follows.
  mutating func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
    for _ in 0...(2 * session.set.stems.count) {
      guard await session.settle().hasSent else { return }
      deliver(0)
    }
    #expect(await !session.settle().hasSent, "doors come to rest", sourceLocation: sourceLocation)
  }

  /// Ends the performance once doors have said what they want.
  /// - Returns: The last frame.
  mutating func end() async -> Output {
    _ = await session.settle()
    let output = deliver(1)
    await session.finish()
    return output
  }

  /// Moves the clock on as a driver does, and waits until the session has asked again for what was pending.
  /// - Parameter refused: How much of that the gate will refuse.
  mutating func skip(_ frames: FrameCount, refused: Int = 0) async throws {
    engine.skip(frames)
    let asked = await session.again.count - refused
    await session.pump()
    while await session.unanswered < asked {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Gives the engine a trigger, so many frames after the beginning of the next period, as a driver does.
  mutating func take(_ trigger: Trigger, after frames: Int32) {
    let isTaken = engine.take(trigger, after: frames)
    #expect(isTaken)
  }

  /// Whether the engine takes a trigger for this frame of the next period.
  mutating func offer(_ trigger: Trigger, after frames: Int32 = 0) -> Bool {
    engine.take(trigger, after: frames)
  }

  /// Moves the clock on, and nobody looks.
  mutating func jump(_ frames: FrameCount) { engine.skip(frames) }

  private mutating func period(_ frames: Int) -> Output {
    let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * (stems + 2) * frames + 1)
    defer { memory.deallocate() }
    memory.initialize(repeating: .nan)
    let base = memory.baseAddress!
    var pairs: [OutputPair?] = (0...stems).map {
      OutputPair(left: base + 2 * $0 * frames, right: base + (2 * $0 + 1) * frames)
    }
    pairs += Array(repeating: nil, count: StemSet.cuePlace)
    pairs.append(
      OutputPair(left: base + 2 * (stems + 1) * frames, right: base + (2 * stems + 3) * frames))
    pairs.withUnsafeBufferPointer {
      engine.process(
        frames: Int32(frames), following: nextClock, master: $0[0]!,
        ports: OutputPairs($0.baseAddress! + 1, count: stems),
        buses: OutputPairs($0.baseAddress! + 1 + stems, count: StemSet.cuePlace + 1))
    }
    if frames > 0 { nextClock = .free }
    listen(frames)
    var output = Output(stems: stems, buses: 1)
    output.buses = (0...1).map {
      Array(memory[((2 * (stems + 1) + $0) * frames)..<((2 * (stems + 1) + $0 + 1) * frames)])
    }
    output.master = Array(memory[0..<frames])
    output.right = Array(memory[frames..<(2 * frames)])
    output.ports = (1...stems).map { Array(memory[(2 * $0 * frames)..<((2 * $0 + 1) * frames)]) }
    output.portsRight = (1...stems).map { Array(memory[((2 * $0 + 1) * frames)..<((2 * $0 + 2) * frames)]) }
    return output
  }
}

/// What comes in while frames are delivered.
extension SessionBench {
  /// Gives a capture what came in with this period, as a driver does.
  private mutating func listen(_ frames: Int) {
    let slot = session.recorder.slot
    _ = slot.memory.pointee.enter()
    defer { slot.memory.pointee.leave() }
    guard frames > 0, let tap = slot.memory.pointee.capturing, let end = engine.rollingPosition else {
      return
    }
    let left = (0..<frames).map { _ in input.sample() }
    tap.pointee.capture(
      Int32(frames), from: end - Int64(frames), origin: engine.firstDownbeat, left, left.map { -$0 })
  }

  /// Says as a driver that the inputs are there, when that is asked for.
  func offerInputs(latency: FrameCount) async {
    guard await session.isAwaitingInputs, let order = await session.inputs else { return }
    await session.offers(
      InputOffer(number: order.number, .success(Inputs(sources: ["signal:out_1"], latency: latency))))
  }
}

extension Performance {
  /// Does what is due of the capture that is under way.
  func stepCapture() async { if let capture { await step(capture) } }

  /// Frames are delivered as time passes.
  func beLive() {
    deck.isLive = true
    bePatient()
  }

  /// What it waits for may be slow, beside many other tests.
  func bePatient() {
    (longestPreparation, longestSound, longestLead) = (.seconds(600), .seconds(600), .seconds(600))
  }

  /// The samples that the engine was given for a stem.
  func buffer(_ stem: StemIndex) -> StemBuffer? { deck.buffer(of: stem) }

  /// Whether the engine was given the samples of the stem.
  func holdsSamples(of id: String) -> Bool {
    set.index(of: id).map { deck.buffer(of: $0) != nil } ?? false
  }

  /// Where a halt leads that has not happened yet.
  var placeOfDueHalt: FramePosition? { if case .due(let place, _) = deck.halt { place } else { nil } }

  /// What a view would be shown of one stem.
  func stem(_ id: String) -> Snapshot.Stem { snapshot().stems.first { $0.id == id }! }

  /// Every event of the performance, which this ends.
  func allEvents() async -> [PerformanceEvent] {
    bePatient()
    await finish(patience: .seconds(600))
    var all: [PerformanceEvent] = []
    for await event in events { all.append(event) }
    return all
  }
}

extension Snapshot.Stem {
  /// Everything that a command could change, as text.
  var summary: String {
    "\(id) \(status) \(gain.value) dB \(pan.value)" + (solo == .off ? "" : " solo \(solo.word)")
  }
}
