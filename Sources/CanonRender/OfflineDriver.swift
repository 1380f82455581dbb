import CRealtime
import CanonEngine
import CanonSession

/// Calls the engine as fast as possible, without a server. It is the second driver, against which the first is tested: a
/// journal rendered here gives bit for bit what JACK was given.
///
/// The engine receives a command of the score exactly on its frame. The driver goes from one change to the next, and lets several threads mix
/// what is heard between them (``Mixdown``); the output depends neither on their number nor on the periods. If nothing changes for longer than the loops'
/// common cycle, that cycle is mixed once and delivered again (``Recording``), so the cost of a rendering depends on its changes, not on its length.
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
  ///   - period: Frames of one process cycle, 1 ... 1,048,576: the most that are mixed at a time.
  ///   - mayRepeat: false mixes everything; the result has the same bits.
  ///   - size: How the mixing is divided; the result has the same bits.
  /// - Throws: The reason why the stems cannot be loaded, or an error of `sink`.
  public static func render<S: Sink & ~Copyable>(
    _ seat: Seat, score: Score?, at sampleRate: SampleRate, length: RenderLength, period: Int,
    mayRepeat: Bool = true, mixing size: MixdownSize = .ofMachine, into sink: inout S
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
    var blocks = OutputBlocks(session.outputNames(for: score), isMasterAlone: !sink.wantsStems)
    blocks.adopt(await seat.outputs.plan)
    var mixdown = Mixdown(blocks.counts, size, period: period)
    var recording = Recording(pairs: blocks.counts.pairs)
    // The frames in which the driver was leaving the graph, according to the journal.
    var leaving: (fade: FadeOut, end: FramePosition)?
    receive(&engine)
    var outlook = await settle(session, &engine, &blocks, &recording)
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
        receive(&engine)
        end.skip(clock.position - position, to: clock.position)
        outlook = await settle(session, &engine, &blocks, &recording)
      }
      if await session.giveWaiting() {
        receive(&engine)
        outlook = await settle(session, &engine, &blocks, &recording)
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
        if let again = recording.again(from: position, until: stop) {
          try await mixdown.add(again, to: &sink)
          realtime { engine.advance(again.frames) }
          report.frames += again.frames
          report.repeatedFrames += again.frames
          if position + again.frames >= nextLook {
            outlook = await settle(session, &engine, &blocks, &recording)
          }
          continue
        }
        stop = min(stop, min(recording.cut(after: position), engine.repetitionStart))
      }
      let most = Int32(min(stop - position, FrameCount(mixdown.room)))
      let frames = realtime { engine.prepare(atMost: most) }
      // A skip that has waited for this frame moves the clock.
      let part = MixPart(
        state: MixState(engine), from: clock.position, frames: Int(frames), blocks: blocks.all,
        fade: leaving?.fade)
      try await mixdown.add(part, of: recording.beingRecorded, to: &sink)
      realtime { engine.advance(FrameCount(frames)) }
      recording.advance(Int(frames))
      leaving?.fade.advance(frames)
      report.frames += FrameCount(frames)
      if clock.position >= nextLook { outlook = await settle(session, &engine, &blocks, &recording) }
    }
    await session.pump()
    try await mixdown.finish(to: &sink)
    return report
  }

  /// Reads the engine's events, and lets the engine receive the resulting commands of doors on the same frame, until
  /// nothing follows from them. It invalidates the recording.
  private static func settle(
    _ session: Performance, _ engine: inout Engine, _ blocks: inout OutputBlocks,
    _ recording: inout Recording
  ) async -> Performance.Outlook {
    let before = session.program.number
    var outlook = await session.settle()
    // Each round is a door's reaction to the previous one. Doors that would react to each other for ever continue on the next
    // frame.
    var rounds = 0
    while outlook.hasSent, rounds <= 2 * session.set.stems.count {
      receive(&engine)
      recording.forget()
      outlook = await session.settle()
      rounds += 1
    }
    if session.program.number != before {
      recording.forget()
      blocks.adopt(await session.seat.outputs.plan)
    }
    return outlook
  }

  /// Lets the engine receive what has arrived.
  private static func receive(_ engine: inout Engine) {
    _ = realtime { engine.prepare(atMost: 0) }
  }

  /// Calls the engine as an audio thread does.
  private static func realtime<Result>(_ body: () -> Result) -> Result {
    let state = rt_flush_denormals()
    rt_enter()
    let result = body()
    rt_exit()
    rt_restore_denormals(state)
    return result
  }
}
