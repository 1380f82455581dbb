import CanonRender
import CanonTestSupport

/// A rendering in memory, as ``Output``.
struct OutputSink: OfflineDriver.Sink {
  var output: Output
  let wantsStems = true

  init(stems: Int) { output = Output(stems: stems) }

  mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) {
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    if pair == 0 {
      output.master += left
      output.right += right
    } else {
      output.ports[pair - 1] += left
      output.portsRight[pair - 1] += right
    }
  }
}
