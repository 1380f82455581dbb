import CRealtime
import CanonEngine
import CanonSession

/// Calls the engine as fast as it goes, with no server: the second driver, which keeps the first honest. A
/// journal rendered here gives bit for bit what JACK was given.
///
/// A command of the score is received on its frame exactly, since the period is cut there; the output does not
/// depend on that. Where nothing changes for longer than the loops' common cycle, that cycle is mixed once and
/// delivered again (``Recording``), so that a rendering costs what changes in it, not what it lasts.
public enum OfflineDriver {
  /// What was delivered, interleaved left and right.
  public protocol Sink: ~Copyable {
    /// - Parameters:
    ///   - pair: 0 the master, then the port of each stem, then each bus.
    ///   - samples: `2 * frames` samples.
    mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) throws
    /// Whether stems' ports and buses are wanted too.
    var wantsStems: Bool { get }
  }

  public struct Report: Sendable {
    /// Frames delivered to the sink.
    public var frames: FrameCount = 0
    /// Those of them that were delivered again instead of mixed.
    public var repeatedFrames: FrameCount = 0
    /// Commands that were not carried out, with the line of the score.
    public var refused: [(line: Int, problem: CommandProblem)] = []
  }

  /// Renders a performance.
  /// - Parameters:
  ///   - session: Freshly made.
  ///   - period: Frames of one process cycle, 1 ... 1,048,576.
  ///   - mayRepeat: false mixes everything, to the same bits.
  /// - Throws: What keeps the stems from being loaded, or what `sink` throws.
  public static func render<S: Sink & ~Copyable>(
    _ session: Performance, score: Score?, at sampleRate: SampleRate, length: RenderLength, period: Int,
    mayRepeat: Bool = true, into sink: inout S
  ) async throws -> Report {
    var engine = try await session.makeEngine(at: sampleRate)
    await session.roll()
    guard let grid = session.timing.grid(at: sampleRate), let clock = await session.clock else {
      return Report()
    }
    let lines = score?.timed(grid: grid, sampleRate: sampleRate) ?? []
    var end = length.end(score: lines, grid: grid, sampleRate: sampleRate)
    let memory = PeriodMemory(
      stems: engine.stemCount, buses: engine.busCount, frames: max(1, min(period, 1 << 20)))
    let pairCount = sink.wantsStems ? memory.pairCount : 1
    var recording = Recording(pairs: pairCount)
    var report = Report()
    var next = 0
    process(&engine, frames: 0, memory, stems: false)
    var outlook = await settle(session, &engine, memory, &recording)
    while clock.position < end.position {
      while next < lines.count, lines[next].at <= clock.position {
        let problems = await session.perform(lines[next].line.command, by: .score)
        report.refused += problems.map { (lines[next].line.number, $0) }
        next += 1
        // Received at once: a skip among them moves the clock that the next line is measured by.
        let position = clock.position
        process(&engine, frames: 0, memory, stems: false)
        end.skip(clock.position - position, to: clock.position)
        outlook = await settle(session, &engine, memory, &recording)
      }
      let position = clock.position
      var stop = next < lines.count ? min(end.position, lines[next].at) : end.position
      guard stop > position else { continue }
      // Up to here nothing happens that the session would have to hear of.
      let nextLook = max(min(engine.nextChange, outlook.nextLook), position + 1)
      stop = min(stop, nextLook)
      if mayRepeat {
        recording.look(at: engine.repetition, from: position, until: stop)
        let again = try recording.deliver(from: position, until: stop, to: &sink)
        if again > 0 {
          engine.advance(again)
          report.frames += again
          report.repeatedFrames += again
          if position + again >= nextLook {
            outlook = await settle(session, &engine, memory, &recording)
          }
          continue
        }
      }
      let frames = Int(min(Int64(memory.frames), min(stop, recording.cut(after: position)) - position))
      process(&engine, frames: Int32(frames), memory, stems: sink.wantsStems)
      try deliver(memory, pairs: pairCount, frames: frames, to: &sink, &recording)
      report.frames += Int64(frames)
      if clock.position >= nextLook { outlook = await settle(session, &engine, memory, &recording) }
    }
    await session.pump()
    return report
  }

  /// Reads what has happened, and lets the engine receive, on this very frame, what doors do about it, and what follows
  /// from that. What was recorded before does not hold after it.
  private static func settle(
    _ session: Performance, _ engine: inout Engine, _ memory: borrowing PeriodMemory,
    _ recording: inout Recording
  ) async -> Performance.Outlook {
    var outlook = await session.settle()
    // Each round is a door's answer to the one before; doors that would answer each other for ever go on with the next frame.
    var rounds = 0
    while outlook.hasSent, rounds <= 2 * session.set.stems.count {
      process(&engine, frames: 0, memory, stems: false)
      recording.forget()
      outlook = await session.settle()
      rounds += 1
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
        memory.interleave(pair: pair, count: frames, into: start)
        recording.take(UnsafeBufferPointer(buffer), pair: pair)
        try sink.write(pair: pair, samples: UnsafeBufferPointer(buffer))
      }
    }
    recording.advance(frames)
  }
}
