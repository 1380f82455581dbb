import CanonControl
import CanonEngine
import CanonRender
import CanonSession

/// A rendering in memory: the master, then the port of each stem, then each bus, interleaved.
struct MemorySink: OfflineDriver.Sink {
  private(set) var pairs: [[Float]] = [[]]
  let wantsStems: Bool

  init(stems: Bool) { wantsStems = stems }

  mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) {
    while pairs.count <= pair { pairs.append([]) }
    pairs[pair] += samples
  }

  /// Everything as bit patterns: 0 and -0 differ. They are copied as a whole: one by one takes an unoptimized build minutes.
  var bits: [[UInt32]] { pairs.map { $0.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) } } }
}

/// What a rendering gave.
struct Rendering {
  var sink: MemorySink
  var report: OfflineDriver.Report

  var master: [Float] { sink.pairs[0] }
  /// The left channel of a stem's port; empty where nothing was delivered.
  func port(_ stem: Int) -> [Float] {
    guard stem + 1 < sink.pairs.count else { return [] }
    return stride(from: 0, to: sink.pairs[stem + 1].count, by: 2).map { sink.pairs[stem + 1][$0] }
  }

  /// Renders into memory.
  init(
    _ session: Performance, score: String? = nil, at rate: SampleRate = .studio,
    length: RenderLength = .score,
    period: Int = 4096, stems: Bool = true, mayRepeat: Bool = true,
    mixing size: MixdownSize = MixdownSize(workers: 3, frames: 777)
  ) async throws {
    var sink = MemorySink(stems: stems)
    let score = try score.map { try Score.parse(path: "test.score", text: $0) }
    report = try await OfflineDriver.render(
      session.seat, score: score, at: rate, length: length, period: period, mayRepeat: mayRepeat,
      mixing: size, into: &sink)
    self.sink = sink
  }
}
