import CanonEngine
import CanonSession

/// A rendering of a performance as a driver: it calls the engine as fast as possible, and writes to a sink
/// (``OfflineDriver``).
public struct Rendering<Sink: OfflineDriver.Sink & ~Copyable>: Driver, ~Copyable {
  private let score: Score?
  private let sampleRate: SampleRate
  private let length: RenderLength
  private let period: Int
  private var sink: Sink
  /// The report on the rendering.
  public private(set) var report = OfflineDriver.Report()

  /// - Parameters:
  ///   - score: The commands, with their frames; nil for none.
  ///   - period: Frames of one process cycle, 1 ... 1,048,576.
  ///   - sink: Receives the rendering.
  public init(
    of score: Score?, at sampleRate: SampleRate, length: RenderLength, period: Int, into sink: consuming Sink
  ) {
    (self.score, self.sampleRate, self.length, self.period) = (score, sampleRate, length, period)
    self.sink = sink
  }

  /// Renders everything.
  /// - Throws: The reason why the stems cannot be loaded, or an error of the sink.
  public mutating func run(_ seat: Seat) async throws {
    report = try await OfflineDriver.render(
      seat, score: score, at: sampleRate, length: length, period: period, into: &sink)
  }

  /// The sink, with everything that was rendered.
  public consuming func finished() -> Sink { sink }
}
