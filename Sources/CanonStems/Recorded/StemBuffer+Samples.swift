import CanonEngine
import Glibc

/// All samples of a buffer, as floats. Those of a window are read from the cache.
extension StemBuffer {
  /// Writes all samples to a WAV file of 32-bit floats, which holds them exactly.
  /// - Parameter rate: That of the samples.
  /// - Thread: any control thread (writes the disk)
  public func write(to path: String, at rate: SampleRate) throws(SoundProblem) {
    var writer = try SoundWriter(
      path: path, format: .wav32f, sampleRate: rate, channelCount: channelCount,
      expectedFrames: layout.frameCount)
    for start in blocks {
      guard let samples = samples(from: start) else { throw SoundProblem(path, .system(EIO)) }
      try writer.write(samples)
    }
    _ = try writer.finish()
  }

  /// A copy with floating-point samples and two channels, all in memory, to which something can be added.
  /// - Returns: nil if the disk does not give the samples of a window.
  /// - Thread: any control thread (copies every sample)
  public func stereoCopy() -> StemBuffer? {
    let frames = Int(layout.frameCount)
    var isWhole = true
    let copy = StemBuffer(layout: layout, channelCount: 2) { (target: UnsafeMutableBufferPointer<Float>) in
      for start in blocks {
        guard let samples = samples(from: start) else {
          isWhole = false
          return
        }
        for frame in 0..<(samples.count / channelCount) {
          target[start + frame] = samples[frame * channelCount]
          target[frames + start + frame] = samples[frame * channelCount + channelCount - 1]
        }
      }
    }
    return isWhole ? copy : nil
  }

  /// The samples as they are, all in memory.
  /// - Returns: nil if the disk does not give those of a window.
  /// - Thread: any control thread (copies every sample)
  func whole() -> StemBuffer? {
    if !isPaged { return self }
    var isWhole = true
    let size = planeWidth * Int(layout.frameCount)
    let copy = StemBuffer(layout: layout, channelCount: channelCount, format) { memory in
      for plane in 0..<planeCount {
        let bytes = UnsafeMutableRawBufferPointer(rebasing: memory[(plane * size)..<((plane + 1) * size)])
        isWhole = isWhole && self.copy(plane: plane, 0..<layout.frameCount, into: bytes)
      }
    }
    return isWhole ? copy : nil
  }

  /// Frames of a block.
  private static let block = 1 << 14

  /// The first frame of each block.
  var blocks: StrideTo<Int> { stride(from: 0, to: Int(layout.frameCount), by: Self.block) }

  /// The samples of the block that begins on a frame, the channels of each frame together; nil if the disk does not give them.
  func samples(from start: Int) -> [Float]? {
    samples(of: start..<min(start + Self.block, Int(layout.frameCount)))
  }

  /// Some samples, the channels of each frame together.
  /// - Returns: nil if the disk does not give them.
  /// - Thread: any control thread; it may wait for the disk
  func samples(of frames: Range<Int>) -> [Float]? {
    let channels = channelCount, place = FrameCount(frames.lowerBound)..<FrameCount(frames.upperBound)
    switch format {
    case .int16:
      var stored = [Int16](repeating: 0, count: frames.count * channels)
      guard stored.withUnsafeMutableBytes({ copy(plane: 0, place, into: $0) }) else { return nil }
      return stored.map { Float($0) / 32768 }
    case .float32:
      var planes = [Float](repeating: 0, count: frames.count * channels)
      for plane in 0..<planeCount {
        let isThere = planes.withUnsafeMutableBytes { memory in
          let size = 4 * frames.count
          return copy(
            plane: plane, place,
            into: UnsafeMutableRawBufferPointer(rebasing: memory[(plane * size)..<((plane + 1) * size)]))
        }
        guard isThere else { return nil }
      }
      if channels == 1 { return planes }
      return (0..<planes.count).map { planes[$0 % 2 * frames.count + $0 / 2] }
    }
  }
}
