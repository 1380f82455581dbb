import CanonRender
import CanonTestSupport

/// A rendering in memory, as ``Output``, whose only bus is the cue bus.
struct OutputSink: OfflineDriver.Sink {
  var output: Output
  let wantsStems = true
  /// The pair of the cue bus; nil if it is not used.
  private let cue: Int?

  /// - Parameter buses: The ids of the buses that are delivered.
  init(stems: Int, buses: [String] = []) {
    cue = buses.firstIndex(of: "cue").map { 1 + stems + $0 }
    output = Output(stems: stems, buses: cue == nil ? 0 : 1)
  }

  mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) {
    if pair <= output.ports.count {
      output.append(samples, to: pair)
    } else if pair == cue {
      output.buses[0] += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      output.buses[1] += stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    }
  }
}
