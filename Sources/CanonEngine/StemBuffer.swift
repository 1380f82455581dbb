/// The decoded audio of one stem at the engine's sample rate, immutable once made.
///
/// Control makes it, fills it (which touches every page, so that the audio thread meets no page fault) and keeps
/// it alive until the engine has given it back; the audio thread sees only a ``StemRef``.
@safe public final class StemBuffer: Sendable {
  /// Frames of one loop of this stem; at least 1.
  public let frameCount: Int
  /// 1 (the same samples left and right) or 2.
  public let channelCount: Int
  private let storage: Storage

  /// Sendable because nobody writes after the initialiser has returned.
  @unsafe private struct Storage: @unchecked Sendable {
    let samples: UnsafeMutableBufferPointer<Float>
  }

  /// Allocates and fills the memory.
  /// - Parameters:
  ///   - frameCount: 1 or more.
  ///   - channelCount: 1 or 2.
  ///   - fill: Receives the zeroed samples of each channel, planar: channel `c` begins at `c * frameCount`.
  public init<E: Error>(
    frameCount: Int, channelCount: Int, fill: (UnsafeMutableBufferPointer<Float>) throws(E) -> Void
  ) throws(E) {
    precondition(frameCount >= 1 && (1...2).contains(channelCount))
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: frameCount * channelCount)
    unsafe samples.initialize(repeating: 0)
    self.frameCount = frameCount
    self.channelCount = channelCount
    unsafe storage = Storage(samples: samples)
    try unsafe fill(samples)
  }

  deinit { unsafe storage.samples.deallocate() }

  /// All samples, planar, for control (locking the memory, measuring).
  public var samples: UnsafeBufferPointer<Float> { unsafe UnsafeBufferPointer(storage.samples) }

  /// What the audio thread reads from. Valid while this buffer lives.
  var ref: StemRef {
    let left = unsafe UnsafePointer(storage.samples.baseAddress!)
    return unsafe StemRef(left: left, right: channelCount == 2 ? left + frameCount : left)
  }
}

/// The audio thread's view of a ``StemBuffer``. Who sends one keeps the buffer alive until the engine has
/// answered that it no longer reads it, or has ended.
@unsafe struct StemRef: BitwiseCopyable, @unchecked Sendable {
  let left: UnsafePointer<Float>
  let right: UnsafePointer<Float>
}
