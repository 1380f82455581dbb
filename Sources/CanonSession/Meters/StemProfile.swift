import CanonEngine

/// The levels of a stem's samples, slice by slice, for its meter and its picture.
///
/// A stem's signal is its samples multiplied by its gains, so its level is known at every position without a measurement
/// on the audio thread.
public final class StemProfile: Sendable {
  /// The number of frames in a slice.
  static let slice = 64
  /// The number of parts in a loop's shape.
  static let parts = 256

  /// The number of the samples' buffer.
  let source: UInt64
  /// The slices of all samples: intro, loop, release.
  let slices: [SignalLevel]
  /// The peaks of equal parts of the loop: more parts than a terminal can show.
  let shape: [Float]

  /// - Thread: any control thread; reads every sample
  init(_ buffer: StemBuffer) {
    source = buffer.number
    let frames = Int(buffer.layout.frameCount)
    slices = stride(from: 0, to: frames, by: Self.slice).map { start in
      buffer.level(of: start..<min(start + Self.slice, frames))
    }
    shape = Self.peaks(Self.parts, of: slices, buffer.layout)
  }

  /// The level of some samples: that of whole slices, and of the samples before and after them.
  /// - Parameter samples: Within the frames of the buffer.
  func level(of samples: Range<Int>, in buffer: StemBuffer) -> SignalLevel {
    let first = (samples.lowerBound + Self.slice - 1) / Self.slice
    let end = samples.upperBound / Self.slice
    guard first < end else { return buffer.level(of: samples) }
    var level = SignalLevel()
    level.add(slices[first..<end])
    if samples.lowerBound < first * Self.slice {
      level.add(buffer.level(of: samples.lowerBound..<(first * Self.slice)))
    }
    if end * Self.slice < samples.upperBound {
      level.add(buffer.level(of: (end * Self.slice)..<samples.upperBound))
    }
    return level
  }

  /// The peaks of `count` equal parts of the loop: 0...1, and more where the samples exceed full scale.
  private static func peaks(_ count: Int, of slices: [SignalLevel], _ layout: StemLayout) -> [Float] {
    let first = Int(layout.intro) / slice
    let length = max(1, (Int(layout.loop) + slice - 1) / slice)
    return (0..<count).map { part in
      let start = first + part * length / count
      let end = max(start + 1, first + (part + 1) * length / count)
      return slices[min(start, slices.count)..<min(end, slices.count)].map { max($0.peak.x, $0.peak.y) }
        .max() ?? 0
    }
  }
}
