import CanonEngine
import Glibc

/// The sum of stems as the master gives it at 0 dB, both channels.
struct MixSignal: Sendable {
  let parts: [MixPeak.Part]
  /// The set's.
  let loop: GridLine

  /// The number of frames mixed at a time.
  private static let block = 4096

  /// Mixes `frames` frames from the origin, and shows them in pieces.
  /// - Parameter body: Gets interleaved samples, which are valid only during the call.
  /// - Thread: any control thread; yields often, and stops early when its task is cancelled
  func look(frames: FrameCount, _ body: (UnsafeBufferPointer<Float>) -> Void) async {
    var position: FramePosition = 0
    while position < frames, !Task.isCancelled {
      let count = Int(min(FrameCount(Self.block), frames - position))
      mix(from: position, frames: count, body)
      position += FramePosition(count)
      await Task.yield()
    }
  }

  private func mix(from position: FramePosition, frames: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * Self.block) { memory in
      guard let sum = memory.baseAddress else { return }
      memset(sum, 0, 2 * frames * MemoryLayout<Float>.size)
      let stem = sum + 2 * Self.block
      for part in parts {
        for channel in 0..<2 {
          part.read(from: position, channel, frames: frames, loop: loop, into: stem)
          for frame in 0..<frames { sum[2 * frame + channel] += stem[frame] }
        }
      }
      body(UnsafeBufferPointer(start: sum, count: 2 * frames))
    }
  }
}
