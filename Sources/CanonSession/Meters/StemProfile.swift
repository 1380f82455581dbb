import CanonEngine

/// The levels of a stem's samples, slice by slice, for its meter and its picture.
///
/// A stem's signal is its samples multiplied by its gains, so its level is known at every position without a measurement
/// on the audio thread. The slices of a window's samples are longer, so that they take little memory; what is heard of a part of one is measured in the
/// pages that are in memory.
public final class StemProfile: Sendable {
  /// The number of frames in a slice of samples that are in memory.
  private static let shortSlice = 64
  /// The most slices of samples that are not: a MiB, and for an hour at 48 kHz 85 ms each.
  private static let mostSlices = 1 << 16
  /// The number of parts in a loop's shape.
  static let parts = 256

  /// The number of the samples' buffer.
  let source: UInt64
  /// The number of frames in a slice.
  let slice: Int
  /// The slices of all samples: intro, loop, release.
  let slices: [SignalLevel]
  /// The peaks of equal parts of the loop: more parts than a terminal can show.
  let shape: [Float]

  /// - Parameter most: The most slices of samples that are not all in memory; a power of two.
  /// - Thread: any control thread; reads every sample
  init(_ buffer: StemBuffer, atMost most: Int = mostSlices) {
    source = buffer.number
    var slice = Self.shortSlice
    if buffer.isPaged { while slice * most < Int(buffer.layout.frameCount) { slice *= 2 } }
    self.slice = slice
    slices = buffer.levels(slice: slice)
    shape = Self.peaks(Self.parts, of: slices, slice, buffer.layout)
  }

  /// The level of some samples: that of whole slices, and of the samples before and after them.
  /// - Parameter samples: Within the frames of the buffer.
  func level(of samples: Range<Int>, in buffer: StemBuffer) -> SignalLevel {
    let first = (samples.lowerBound + slice - 1) / slice
    let end = samples.upperBound / slice
    guard first < end else { return buffer.level(of: samples) }
    var level = SignalLevel()
    level.add(slices[first..<end])
    if samples.lowerBound < first * slice {
      level.add(buffer.level(of: samples.lowerBound..<(first * slice)))
    }
    if end * slice < samples.upperBound {
      level.add(buffer.level(of: (end * slice)..<samples.upperBound))
    }
    return level
  }

  /// The peaks of `count` equal parts of the loop: 0...1, and more where the samples exceed full scale.
  private static func peaks(
    _ count: Int, of slices: [SignalLevel], _ slice: Int, _ layout: StemLayout
  ) -> [Float] {
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
