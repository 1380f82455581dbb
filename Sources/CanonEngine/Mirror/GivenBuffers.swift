/// The buffers that the engine was given, to find the one that a stem plays. It keeps none of them in memory.
///
/// - Thread: control
struct GivenBuffers {
  private struct Given {
    weak var buffer: StemBuffer?
  }

  /// The buffers by the addresses of their first samples.
  private var given: [UInt: Given] = [:]
  /// The number of buffers at which those that have left the memory are forgotten.
  private var most = 64

  mutating func note(_ buffer: StemBuffer) {
    given[unsafe UInt(bitPattern: buffer.ref.left)] = Given(buffer: buffer)
    guard given.count > most else { return }
    given = given.filter { $0.value.buffer != nil }
    most = max(64, 2 * given.count)
  }

  /// The buffer of these samples; nil if there are none.
  subscript(samples: StemRef?) -> StemBuffer? {
    guard let samples = unsafe samples else { return nil }
    return given[unsafe UInt(bitPattern: samples.left)]?.buffer
  }
}
