import CanonEngine
import CanonStems
import Glibc

/// The samples that a capture fills.
struct CaptureRoom: Sendable {
  let buffer: StemBuffer
  /// The samples to which is added; nil for a new stem.
  let former: StemBuffer?

  /// Silent samples.
  /// - Thread: any control thread (allocates, touches and locks the memory)
  init(frames: FrameCount) {
    self.init(StemBuffer(frameCount: Int(frames), channelCount: 2) { _ in }, former: nil)
  }

  /// A copy of samples, to which is added. It is all in memory, because what is captured can only be written there.
  /// - Returns: nil if the disk does not give the samples of a window.
  /// - Thread: as above (may wait for the disk)
  init?(adding former: StemBuffer) {
    guard let copy = former.stereoCopy() else { return nil }
    self.init(copy, former: former)
  }

  private init(_ buffer: StemBuffer, former: StemBuffer?) {
    (self.buffer, self.former) = (buffer, former)
    let memory = buffer.bytes
    _ = mlock(memory.baseAddress!, memory.count)
  }
}
