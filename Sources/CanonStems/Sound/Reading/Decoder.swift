import CanonEngine

/// Asks a reader for a bounded number of frames at a time, and gives up after the deadline, also when a call does not return.
struct Decoder: ~Copyable {
  let reader: ReaderThread
  /// As it was at first, so that what was checked stays true, with the channels that are decoded.
  let header: SoundHeader
  /// The number of channels in the file.
  let fileChannels: Int
  let time: DecodingTime
  /// The places of the channels that are decoded; nil for all.
  private let places: [Int]?

  /// The number of frames decoded at a time.
  static let chunkFrames = 16_384

  /// - Parameter choice: The channels to decode; nil for all.
  /// - Throws: Also if the file does not have them.
  init(
    _ type: any SoundReader.Type, _ file: consuming ReadableFile, _ choice: ChannelChoice?,
    _ time: DecodingTime,
    _ givenUp: GivenUpThreads
  ) throws(SoundProblem.Cause) {
    let reader = try ReaderThread(file, time, givenUp)
    var header = try reader.open(type)
    let count = header.channelCount
    let places = try Self.places(of: choice, among: count)
    header.channelCount = places?.count ?? count
    (self.reader, self.header, self.time) = (reader, header, time)
    (self.places, fileChannels) = (places, count)
  }

  /// The places of the chosen channels; nil if all are decoded in their order.
  private static func places(
    of choice: ChannelChoice?, among count: Int
  ) throws(SoundProblem.Cause) -> [Int]? {
    guard (1...ChannelChoice.most).contains(count) else { throw .channels(count) }
    guard let choice else { return nil }
    guard choice.last <= count else { throw .noChannel(choice.last, of: count) }
    return choice.numbers == Array(1...count) ? nil : choice.numbers.map { $0 - 1 }
  }

  /// Decodes until the end, or `limit`, and returns to the start.
  borrowing func countFrames(limit: FrameCount) throws(SoundProblem.Cause) -> FrameCount {
    let frames = try discard(limit)
    _ = try reader.seek(to: 0)
    return frames
  }

  /// Moves to a frame.
  /// - Returns: The frame that was reached: an earlier one if the file is too short.
  borrowing func seek(to frame: FrameCount) throws(SoundProblem.Cause) -> FrameCount {
    if try reader.seek(to: frame) { return frame }
    guard try reader.seek(to: 0) else { throw .damaged }
    return try discard(frame)
  }

  /// Decodes frames, and shows them in pieces.
  /// - Parameter body: Gets interleaved samples, which are valid only during the call.
  /// - Returns: The number of frames, fewer if the file is too short.
  borrowing func decode(
    _ frames: FrameCount, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) throws(SoundProblem.Cause) -> FrameCount {
    let channels = header.channelCount
    let chunk = UnsafeMutableBufferPointer<Float>.allocate(
      capacity: channels * Int(min(FrameCount(Self.chunkFrames), max(1, frames))))
    defer { chunk.deallocate() }
    var done: FrameCount = 0
    while done < frames {
      let room = Int(min(FrameCount(chunk.count / channels), frames - done)) * channels
      let got = try read(UnsafeMutableBufferPointer(rebasing: chunk[..<room]))
      if got == 0 { break }
      body(UnsafeBufferPointer(rebasing: chunk[..<(got * channels)]))
      done += FrameCount(got)
    }
    return done
  }

  private borrowing func discard(_ frames: FrameCount) throws(SoundProblem.Cause) -> FrameCount {
    try decode(frames) { _ in }
  }

  /// Decodes into `target`, in pieces.
  /// - Parameter target: Room for a number of whole frames, interleaved.
  /// - Returns: The number of frames, fewer if the file is too short.
  borrowing func fill(_ target: UnsafeMutableBufferPointer<Float>) throws(SoundProblem.Cause) -> FrameCount {
    try pieces(target) { piece throws(SoundProblem.Cause) in try read(piece) }
  }

  /// Like the other, for integers of 16 bits.
  borrowing func fill(_ target: UnsafeMutableBufferPointer<Int16>) throws(SoundProblem.Cause) -> FrameCount {
    try pieces(target) { piece throws(SoundProblem.Cause) in
      try read(piece) { $0.read(into: $1) }
    }
  }

  private borrowing func pieces<Sample>(
    _ target: UnsafeMutableBufferPointer<Sample>,
    _ read: (UnsafeMutableBufferPointer<Sample>) throws(SoundProblem.Cause) -> Int
  ) throws(SoundProblem.Cause) -> FrameCount {
    let channels = header.channelCount
    var done = 0
    while done < target.count {
      let end = min(target.count, done + Self.chunkFrames * channels)
      let got = try read(UnsafeMutableBufferPointer(rebasing: target[done..<end]))
      if got == 0 { break }
      done += got * channels
    }
    return FrameCount(done / channels)
  }

  private borrowing func read(_ target: UnsafeMutableBufferPointer<Float>) throws(SoundProblem.Cause) -> Int {
    try read(target) { $0.read(into: $1) }
  }

  /// Reads the next frames, and picks the channels.
  private borrowing func read<Sample: BitwiseCopyable & Sendable>(
    _ target: UnsafeMutableBufferPointer<Sample>,
    _ read: @escaping @Sendable (any SoundReader, UnsafeMutableBufferPointer<Sample>) -> Int
  ) throws(SoundProblem.Cause) -> Int {
    try time.check()
    guard let places else { return try reader.read(into: target, channels: fileChannels, read) }
    let whole = UnsafeMutableBufferPointer<Sample>.allocate(
      capacity: target.count / places.count * fileChannels)
    defer { whole.deallocate() }
    let frames = try reader.read(into: whole, channels: fileChannels, read)
    for frame in 0..<frames {
      for (channel, place) in places.enumerated() {
        target[frame * places.count + channel] = whole[frame * fileChannels + place]
      }
    }
    return frames
  }
}
