import CanonRender
import CanonTestSupport

/// A rendering in memory, as ``Output``.
struct OutputSink: OfflineDriver.Sink {
  var output: Output
  let wantsStems = true

  init(stems: Int) { output = Output(stems: stems) }

  mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) {
    output.append(samples, to: pair)
  }
}
