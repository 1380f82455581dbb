import CRealtime
import CanonEngine
import CanonSession

/// Calls the engine as fast as it goes, with no server: the second driver, which keeps the first honest. A
/// journal rendered here gives bit for bit what JACK was given.
///
/// A command of the score is received on its frame exactly, since the period is cut there; the output does not
/// depend on that.
public enum OfflineDriver {
  /// What was delivered, interleaved left and right.
  public protocol Sink: ~Copyable {
    /// - Parameters:
    ///   - pair: 0 the master, `k` the port of stem `k - 1`.
    ///   - samples: `2 * frames` samples.
    mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) throws
    /// Whether stems' ports are wanted too.
    var wantsStems: Bool { get }
  }

  public struct Report: Sendable {
    /// Frames delivered to the sink.
    public var frames: FrameCount = 0
    /// Commands that were not carried out, with the line of the score.
    public var refused: [(line: Int, problem: CommandProblem)] = []
  }

  /// Renders a performance.
  /// - Parameters:
  ///   - session: Freshly made.
  ///   - period: Frames of one process cycle, 1 ... 1,048,576.
  /// - Throws: What keeps the stems from being loaded, or what `sink` throws.
  public static func render<S: Sink & ~Copyable>(
    _ session: Session, score: Score?, at sampleRate: SampleRate, length: RenderLength, period: Int,
    into sink: inout S
  ) async throws -> Report {
    var engine = try await session.makeEngine(at: sampleRate)
    await session.roll()
    guard let grid = session.timing.grid(at: sampleRate), let clock = await session.clock else {
      return Report()
    }
    let lines = score?.timed(grid: grid, sampleRate: sampleRate) ?? []
    let end = length.end(score: lines, grid: grid, sampleRate: sampleRate)
    let memory = PeriodMemory(stems: session.set.stems.count, frames: max(1, min(period, 1 << 20)))
    var report = Report()
    var next = 0
    process(&engine, frames: 0, memory, stems: false)
    while clock.position < end {
      while next < lines.count, lines[next].at <= clock.position {
        let problems = await session.perform(lines[next].line.command, by: .score)
        report.refused += problems.map { (lines[next].line.number, $0) }
        next += 1
        // Received at once: a skip among them moves the clock that the next line is measured by.
        process(&engine, frames: 0, memory, stems: false)
      }
      let position = clock.position
      let stop = next < lines.count ? min(end, lines[next].at) : end
      let frames = min(Int64(memory.frames), stop - position)
      guard frames > 0 else { continue }
      process(&engine, frames: Int32(frames), memory, stems: sink.wantsStems)
      try deliver(memory, frames: Int(frames), to: &sink, stems: session.set.stems.count)
      report.frames += frames
      await session.pump()
    }
    await session.pump()
    return report
  }

  private static func process(
    _ engine: inout Engine, frames: Int32, _ memory: borrowing PeriodMemory, stems: Bool
  ) {
    let state = rt_flush_denormals()
    rt_enter()
    engine.process(frames: frames, master: memory.master, ports: stems ? memory.ports : nil)
    rt_exit()
    rt_restore_denormals(state)
  }

  private static func deliver<S: Sink & ~Copyable>(
    _ memory: borrowing PeriodMemory, frames: Int, to sink: inout S, stems: Int
  ) throws {
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * frames) { buffer in
      buffer.initialize(repeating: 0)
      for pair in 0...(sink.wantsStems ? stems : 0) {
        memory.interleave(pair: pair, count: frames, into: buffer)
        try sink.write(pair: pair, samples: UnsafeBufferPointer(buffer))
      }
    }
  }
}
