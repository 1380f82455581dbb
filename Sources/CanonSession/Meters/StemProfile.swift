import CanonEngine

/// The levels of a stem's samples, slice by slice, for its meter and its picture.
///
/// A stem's signal is its samples multiplied by its gains, so its level is known at every position without a measurement
/// on the audio thread.
public final class StemProfile: Sendable {
  /// The number of frames in a slice.
  static let slice = 512
  /// The number of parts in a loop's shape.
  static let parts = 256

  struct Slice: Sendable {
    var peakLeft: Float = 0
    var peakRight: Float = 0
    /// The mean square of each channel.
    var powerLeft: Float = 0
    var powerRight: Float = 0
  }

  /// The buffer of the samples.
  let source: ObjectIdentifier
  let layout: StemLayout
  /// The slices of all samples: intro, loop, release.
  let slices: [Slice]
  /// The peaks of equal parts of the loop: more parts than a terminal can show.
  let shape: [Float]

  /// - Thread: any control thread; reads every sample
  init(_ buffer: StemBuffer) {
    source = ObjectIdentifier(buffer)
    layout = buffer.layout
    let frames = Int(buffer.layout.frameCount)
    let slices = stride(from: 0, to: frames, by: Self.slice).map { start in
      let end = min(start + Self.slice, frames)
      var slice = Slice()
      for frame in start..<end {
        let (left, right) = (buffer.sample(frame, channel: 0), buffer.sample(frame, channel: 1))
        slice.peakLeft = max(slice.peakLeft, left.magnitude)
        slice.peakRight = max(slice.peakRight, right.magnitude)
        slice.powerLeft += left * left
        slice.powerRight += right * right
      }
      slice.powerLeft /= Float(end - start)
      slice.powerRight /= Float(end - start)
      return slice
    }
    self.slices = slices
    shape = Self.peaks(Self.parts, of: slices, layout)
  }

  /// Adds a range of the samples to a sum.
  /// - Parameter frames: The range, counted from the loop's top: negative in the intro, at least the loop's length in the
  ///   release.
  func add(_ frames: Range<FrameCount>, times gain: (left: Float, right: Float), to sum: inout LevelSum) {
    var frame = Int(max(0, layout.intro + frames.lowerBound))
    let end = Int(layout.intro + frames.upperBound)
    slices.withUnsafeBufferPointer { slices in
      while frame < end, slices.indices.contains(frame / Self.slice) {
        let next = min(end, (frame / Self.slice + 1) * Self.slice)
        sum.add(slices[frame / Self.slice], gain, next - frame)
        frame = next
      }
    }
  }

  /// The peaks of `count` equal parts of the loop: 0...1, and more where the samples exceed full scale.
  private static func peaks(_ count: Int, of slices: [Slice], _ layout: StemLayout) -> [Float] {
    let first = Int(layout.intro) / Self.slice
    let length = max(1, (Int(layout.loop) + Self.slice - 1) / Self.slice)
    return (0..<count).map { part in
      let start = first + part * length / count
      let end = max(start + 1, first + (part + 1) * length / count)
      return slices[min(start, slices.count)..<min(end, slices.count)].map { max($0.peakLeft, $0.peakRight) }
        .max()
        ?? 0
    }
  }
}
