import CanonEngine
import CanonSession

/// A rendering of a performance, as the driver that it is: it calls the engine as fast as it goes, into a sink
/// (``OfflineDriver``).
public struct Rendering<Sink: OfflineDriver.Sink & ~Copyable>: Driver, ~Copyable {
  private let score: Score?
  private let sampleRate: SampleRate
  private let length: RenderLength
  private let period: Int
  private var sink: Sink
  /// What was rendered.
  public private(set) var report = OfflineDriver.Report()

  /// - Parameters:
  ///   - score: The commands, with their frames; nil for none.
  ///   - period: Frames of one process cycle, 1 ... 1,048,576.
  ///   - sink: What the rendering is written to.
  public init(
    of score: Score?, at sampleRate: SampleRate, length: RenderLength, period: Int, into sink: consuming Sink
  ) {
    (self.score, self.sampleRate, self.length, self.period) = (score, sampleRate, length, period)
    self.sink = sink
  }

  /// Renders everything.
  /// - Throws: What keeps the stems from being loaded, or what the sink throws.
  public mutating func run(_ seat: Seat) async throws {
    report = try await OfflineDriver.render(
      seat, score: score, at: sampleRate, length: length, period: period, into: &sink)
  }

  /// The sink, with everything that was rendered.
  public consuming func takeSink() -> Sink { sink }
}
