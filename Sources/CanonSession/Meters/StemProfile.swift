import CanonEngine

/// How loud a stem's samples are, slice by slice: what its meter and its picture are drawn from.
///
/// A stem plays its samples times its gains and nothing else, so its level is known wherever it is, and the audio thread
/// need not measure it.
public struct StemProfile: Sendable {
  /// Frames of a slice.
  static let slice = 512
  /// Of a loop's shape.
  static let parts = 256

  struct Slice: Sendable {
    var peakLeft: Float = 0
    var peakRight: Float = 0
    /// Mean squares.
    var powerLeft: Float = 0
    var powerRight: Float = 0
  }

  /// Of which samples it is.
  let source: ObjectIdentifier
  let layout: StemLayout
  /// Of the whole file: intro, loop, release.
  let slices: [Slice]
  /// The loop's peaks in equal parts, more than any terminal has room for.
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

  /// The loudest of the slices around a frame, `0 ..< loop`, or negative in the intro, that were passed within so many
  /// frames.
  func level(at frame: FrameCount, over frames: FrameCount) -> Slice {
    let start = frame < 0 ? frame - frames : max(0, frame - frames)
    let first = max(0, layout.intro + start) / FrameCount(Self.slice)
    let last = max(0, layout.intro + frame) / FrameCount(Self.slice)
    var level = Slice()
    for index in first...max(first, last) where slices.indices.contains(Int(index)) {
      let slice = slices[Int(index)]
      level.peakLeft = max(level.peakLeft, slice.peakLeft)
      level.peakRight = max(level.peakRight, slice.peakRight)
      level.powerLeft = max(level.powerLeft, slice.powerLeft)
      level.powerRight = max(level.powerRight, slice.powerRight)
    }
    return level
  }

  /// The loop's peaks in so many equal parts, 0...1 and beyond where it is beyond full scale.
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
