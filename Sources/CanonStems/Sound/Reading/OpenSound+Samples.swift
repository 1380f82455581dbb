import CanonEngine

/// The samples of an open file, checked.
extension OpenSound {
  /// Decodes interleaved 16-bit samples directly into `target`.
  /// - Parameters:
  ///   - first: The frame to begin with.
  ///   - target: Room for a number of whole frames.
  /// - Throws: If the file is too short.
  func readIntegers(from first: FrameCount, into target: UnsafeMutableBufferPointer<Int16>)
    throws(SoundProblem)
  {
    let wanted = FrameCount(target.count / info.channelCount)
    try read(from: first, count: wanted) { () throws(SoundProblem.Cause) in try decoder.fill(target) }
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
    guard count > 0, let base = target.baseAddress else { return }
    try read(from: first, count: FrameCount(count)) { () throws(SoundProblem.Cause) in
      if info.channelCount == 1 {
        return try decoder.fill(UnsafeMutableBufferPointer(rebasing: target[..<count]))
      }
      let left = base, right = base + stride
      var done = 0
      return try decoder.decode(FrameCount(count)) { pairs in
        for frame in 0..<(pairs.count / 2) {
          left[done + frame] = pairs[2 * frame]
          right[done + frame] = pairs[2 * frame + 1]
        }
        done += pairs.count / 2
      }
    }
    guard samples == .floats else { return }
    var bad = NumberCheck()
    for channel in 0..<info.channelCount {
      bad.look(at: UnsafeBufferPointer(start: base + channel * stride, count: count), firstFrame: Int(first))
    }
    try bad.report(path)
  }

  /// Decodes everything and discards it.
  /// - Throws: The same errors as reading the samples.
  func checkSamples() throws(SoundProblem) {
    var bad = NumberCheck()
    var done = 0
    let channels = info.channelCount
    try read(from: 0, count: info.frameCount) { () throws(SoundProblem.Cause) in
      try decoder.decode(info.frameCount) { piece in
        if samples == .floats { bad.look(at: piece, firstFrame: done, channels: channels) }
        done += piece.count / channels
      }
    }
    try bad.report(path)
  }

  /// Decodes some frames, and shows them in pieces.
  /// - Parameter body: Gets interleaved samples, which are valid only during the call.
  /// - Throws: If the file is too short.
  func look(
    from first: FrameCount, count: FrameCount, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) throws(SoundProblem) {
    try read(from: first, count: count) { () throws(SoundProblem.Cause) in try decoder.decode(count, body) }
  }

  /// Moves to a frame and decodes from there.
  /// - Parameter body: Returns the number of frames that it got.
  /// - Throws: Also if it got fewer than `count`.
  private func read(
    from first: FrameCount, count: FrameCount, _ body: () throws(SoundProblem.Cause) -> FrameCount
  ) throws(SoundProblem) {
    do throws(SoundProblem.Cause) {
      let reached = try decoder.seek(to: first)
      let got = reached < first ? reached : first + (try body())
      guard got < first + count else { return }
      throw .truncated(read: got, announced: info.frameCount)
    } catch {
      throw SoundProblem(path, decoder.time.reason(for: error))
    }
  }
}
