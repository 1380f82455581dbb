import CRealtime
import CanonEngine
import CanonSession

/// Calls the engine as fast as possible, without a server. It is the second driver, against which the first is tested: a
/// journal rendered here gives bit for bit what JACK was given.
///
/// The engine receives a command of the score exactly on its frame, because the driver cuts the period there; the output does not
/// depend on the periods. If nothing changes for longer than the loops' common cycle, the driver mixes that cycle once and
/// delivers it again (``Recording``), so the cost of a rendering depends on its changes, not on its length.
public enum OfflineDriver {
  /// Receives samples, left and right interleaved.
  public protocol Sink: ~Copyable {
    /// - Parameters:
    ///   - pair: 0 for the master, then one for each stem's ports, then one for each bus.
    ///   - samples: `2 * frames` samples.
    mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) throws
    /// Whether the sink wants the stems' ports and the buses too.
    var wantsStems: Bool { get }
  }

  public struct Report: Sendable {
    /// Frames delivered to the sink.
    public var frames: FrameCount = 0
    /// The frames among them that were repeated instead of mixed.
    public var repeatedFrames: FrameCount = 0
    /// The refused commands, with their lines in the score.
    public var refused: [(line: Int, problem: CommandProblem)] = []
  }

  /// Renders a performance.
  /// - Parameters:
  ///   - seat: The seat at a new performance.
  ///   - period: Frames of one process cycle, 1 ... 1,048,576.
  ///   - mayRepeat: false mixes everything; the result has the same bits.
  /// - Throws: The reason why the stems cannot be loaded, or an error of `sink`.
  public static func render<S: Sink & ~Copyable>(
    _ seat: Seat, score: Score?, at sampleRate: SampleRate, length: RenderLength, period: Int,
    mayRepeat: Bool = true, into sink: inout S
  ) async throws -> Report {
    let session = seat.performance
    var engine = try await seat.engine(at: sampleRate)
    guard let grid = session.timing.grid(at: sampleRate), let clock = await session.clock else {
      return Report()
    }
    let lines = score?.timed(grid: grid, sampleRate: sampleRate) ?? []
    var report = Report()
    func perform(_ line: Score.Line) async -> [(line: Int, problem: CommandProblem)] {
      await session.perform(line.command, by: .score, isRecorded: score?.header != nil)
        .map { (line.number, $0) }
    }
    // A performance was restored before its clock started.
    var next = lines.firstIndex { $0.line.command == .begin }.map { $0 + 1 } ?? 0
    for line in lines[..<next] { report.refused += await perform(line.line) }
    await seat.roll()
    var end = length.end(score: lines, grid: grid, sampleRate: sampleRate)
    let names = session.outputNames(for: score)
    var memory = PeriodMemory(
      stems: names.stems.count, buses: names.buses.count, frames: max(1, min(period, 1 << 20)))
    memory.adopt(await seat.outputs.plan, names)
    let pairCount = sink.wantsStems ? memory.pairCount : 1
    var recording = Recording(pairs: pairCount)
    // The frames in which the driver was leaving the graph, according to the journal.
    var leaving: (fade: FadeOut, end: FramePosition)?
    process(&engine, frames: 0, memory, stems: false)
    var outlook = await settle(session, &engine, &memory, names, &recording)
    while clock.position < end.position {
      while next < lines.count, lines[next].at <= clock.position {
        report.refused += await perform(lines[next].line)
        if case .left(let frames) = lines[next].line.command {
          leaving = (FadeOut(sampleRate: Int64(sampleRate.hertz)), clock.position + frames)
          recording.forget()
        }
        next += 1
        // The commands are received at once, because a skip among them moves the clock to which the next line refers.
        let position = clock.position
        process(&engine, frames: 0, memory, stems: false)
        end.skip(clock.position - position, to: clock.position)
        outlook = await settle(session, &engine, &memory, names, &recording)
      }
      if await session.giveWaiting() {
        process(&engine, frames: 0, memory, stems: false)
        outlook = await settle(session, &engine, &memory, names, &recording)
      }
      let position = clock.position
      var stop = next < lines.count ? min(end.position, lines[next].at) : end.position
      guard stop > position else { continue }
      if let end = leaving?.end {
        if end > position { stop = min(stop, end) } else { leaving = nil }
      }
      // Up to here no event needs the performance's attention.
      let nextLook = max(min(engine.nextChange, outlook.nextLook), position + 1)
      stop = min(stop, nextLook)
      if mayRepeat && leaving == nil {
        recording.look(at: engine.repetition, from: position, until: stop)
        let again = try recording.deliver(from: position, until: stop, to: &sink)
        if again > 0 {
          engine.advance(again)
          report.frames += again
          report.repeatedFrames += again
          if position + again >= nextLook {
            outlook = await settle(session, &engine, &memory, names, &recording)
          }
          continue
        }
      }
      let frames = Int(min(Int64(memory.frames), min(stop, recording.cut(after: position)) - position))
      process(&engine, frames: Int32(frames), memory, stems: sink.wantsStems)
      if leaving != nil {
        for pair in 0..<(sink.wantsStems ? memory.blockCount : 1) {
          leaving?.fade.lower(memory[pair], frames: Int32(frames))
        }
        leaving?.fade.advance(Int32(frames))
      }
      try deliver(memory, pairs: pairCount, frames: frames, to: &sink, &recording)
      report.frames += Int64(frames)
      if clock.position >= nextLook { outlook = await settle(session, &engine, &memory, names, &recording) }
    }
    await session.pump()
    return report
  }

  /// Reads the engine's events, and lets the engine receive the resulting commands of doors on the same frame, until
  /// nothing follows from them. It invalidates the recording.
  private static func settle(
    _ session: Performance, _ engine: inout Engine, _ memory: inout PeriodMemory,
    _ names: OutputNames, _ recording: inout Recording
  ) async -> Performance.Outlook {
    let before = session.program.number
    var outlook = await session.settle()
    // Each round is a door's reaction to the previous one. Doors that would react to each other for ever continue on the next
    // frame.
    var rounds = 0
    while outlook.hasSent, rounds <= 2 * session.set.stems.count {
      process(&engine, frames: 0, memory, stems: false)
      recording.forget()
      outlook = await session.settle()
      rounds += 1
    }
    if session.program.number != before {
      recording.forget()
      memory.adopt(await session.seat.outputs.plan, names)
    }
    return outlook
  }

  private static func process(
    _ engine: inout Engine, frames: Int32, _ memory: borrowing PeriodMemory, stems: Bool
  ) {
    let state = rt_flush_denormals()
    rt_enter()
    engine.process(
      frames: frames, master: memory[0], ports: stems ? memory.ports : nil, buses: stems ? memory.buses : nil)
    rt_exit()
    rt_restore_denormals(state)
  }

  private static func deliver<S: Sink & ~Copyable>(
    _ memory: borrowing PeriodMemory, pairs: Int, frames: Int, to sink: inout S, _ recording: inout Recording
  ) throws {
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * frames) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return }
      for pair in 0..<pairs {
        memory.interleave(output: pair, count: frames, into: start)
        recording.append(UnsafeBufferPointer(buffer), pair: pair)
        try sink.write(pair: pair, samples: UnsafeBufferPointer(buffer))
      }
    }
    recording.advance(frames)
  }
}
