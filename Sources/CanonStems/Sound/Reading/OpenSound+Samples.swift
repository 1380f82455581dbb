import CSndFile
import CanonEngine
import Foundation

/// Decoding, each frame once.
extension OpenSound {
  /// The number of frames decoded at a time if they must be deinterleaved.
  static let chunkFrames = 16_384

  /// Decodes interleaved 16-bit samples directly into `target`.
  /// - Parameters:
  ///   - first: The frame to begin with.
  ///   - target: Room for a number of whole frames.
  /// - Throws: If the file is too short.
  func readIntegers(from first: FrameCount, into target: UnsafeMutableBufferPointer<Int16>)
    throws(SoundProblem)
  {
    guard let base = target.baseAddress else { return }
    try seek(first)
    let wanted = Int64(target.count / info.channelCount)
    let got = sf_readf_short(handle.pointer, base, wanted)
    try check(got: got, of: wanted, from: first)
  }

  /// Decodes into one plane for each channel.
  /// - Parameters:
  ///   - first: The frame to begin with.
  ///   - count: The number of frames.
  ///   - target: The planes, `stride` samples each; the first `count` samples of each are filled.
  /// - Throws: If the file is too short, or if samples are not finite numbers.
  func readFloats(
    from first: FrameCount, count: Int, into target: UnsafeMutableBufferPointer<Float>, stride: Int
  ) throws(SoundProblem) {
    precondition(count <= stride && stride * info.channelCount <= target.count)
    guard let base = target.baseAddress else { return }
    try seek(first)
    if info.channelCount == 1 {
      let got = sf_readf_float(handle.pointer, base, Int64(count))
      try check(got: got, of: Int64(count), from: first)
    } else {
      try readPairs(from: first, count: count, base, base + stride)
    }
    guard isFloat else { return }
    var bad = NumberCheck()
    for channel in 0..<info.channelCount {
      bad.look(at: UnsafeBufferPointer(start: base + channel * stride, count: count), firstFrame: Int(first))
    }
    try bad.report(path)
  }

  private func readPairs(
    from first: FrameCount, count: Int, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) throws(SoundProblem) {
    var done = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * Self.chunkFrames) { chunk in
      let pairs = chunk.baseAddress!
      while done < count {
        let got = Int(sf_readf_float(handle.pointer, pairs, Int64(min(Self.chunkFrames, count - done))))
        if got <= 0 { break }
        for frame in 0..<got {
          left[done + frame] = pairs[2 * frame]
          right[done + frame] = pairs[2 * frame + 1]
        }
        done += got
      }
    }
    try check(got: Int64(done), of: Int64(count), from: first)
  }

  /// Decodes everything and discards it.
  /// - Throws: The same errors as reading the samples.
  func checkSamples() throws(SoundProblem) {
    var done: FrameCount = 0
    var bad = NumberCheck()
    let channels = info.channelCount
    withUnsafeTemporaryAllocation(of: Float.self, capacity: channels * Self.chunkFrames) { chunk in
      while done < info.frameCount {
        let wanted = min(FrameCount(Self.chunkFrames), info.frameCount - done)
        let got = sf_readf_float(handle.pointer, chunk.baseAddress!, wanted)
        if got <= 0 { break }
        if isFloat {
          let samples = UnsafeBufferPointer(rebasing: chunk[..<(Int(got) * channels)])
          bad.look(at: samples, firstFrame: Int(done), channels: channels)
        }
        done += got
      }
    }
    try check(got: done, of: info.frameCount, from: 0)
    try bad.report(path)
  }

  /// Moves from the file's start to `frame`.
  private func seek(_ frame: FrameCount) throws(SoundProblem) {
    guard frame > 0 else { return }
    if findsFrames {
      let found = sf_seek(handle.pointer, frame, SEEK_SET)
      return try check(got: max(0, found), of: frame, from: 0)
    }
    var done: FrameCount = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: info.channelCount * Self.chunkFrames) { chunk in
      while done < frame {
        let wanted = min(FrameCount(Self.chunkFrames), frame - done)
        let got = sf_readf_float(handle.pointer, chunk.baseAddress!, wanted)
        if got <= 0 { break }
        done += got
      }
    }
    try check(got: done, of: frame, from: 0)
  }

  private func check(got: Int64, of wanted: Int64, from first: FrameCount) throws(SoundProblem) {
    guard got < wanted else { return }
    throw SoundProblem(path, .truncated(read: first + max(0, got), announced: info.frameCount))
  }
}
