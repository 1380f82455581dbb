import CanonEngine
import CanonFiles

/// A sound file that a reader has opened, and whose header is within canon's limits.
struct OpenSound: ~Copyable {
  let info: SoundInfo
  /// The loop that the file names, right or wrong; nil if it names none.
  let loopPoints: LoopPoints?
  /// Integers of 16 bits pass through ``readIntegers(from:into:)`` unchanged; floats are checked.
  let samples: SoundHeader.Samples
  /// Whether reading it is hardly more than copying it.
  let isPlain: Bool
  let path: String
  let decoder: Decoder

  /// - Parameters:
  ///   - readers: Those to choose from, by the file's content.
  ///   - channels: nil for all, one or two.
  init(
    _ path: String, _ readers: SoundReaders, _ channels: ChannelChoice? = nil
  ) throws(SoundProblem) {
    let stamp = FileStamp(path), start = SuspendingClock.now
    if let cause = readers.refused.cause(path, channels, stamp) { throw SoundProblem(path, cause) }
    let file = try ReadableFile(path), time = DecodingTime(atMost: readers.longestTime)
    do throws(SoundProblem.Cause) {
      try self.init(path, file, readers, channels, time)
    } catch {
      let cause = time.reason(for: error)
      readers.refused.remember(cause, of: path, channels, stamp, after: start.duration(to: .now))
      throw SoundProblem(path, cause)
    }
  }

  private init(
    _ path: String, _ file: consuming ReadableFile, _ readers: SoundReaders,
    _ channels: ChannelChoice?, _ time: DecodingTime
  ) throws(SoundProblem.Cause) {
    guard let type = readers.type(for: file.start) else { throw .unrecognised }
    let isPlain = type is SndfileReader.Type && SoundContainer.isPlain(file.start)
    let decoder = try Decoder(type, file, channels, time, readers.givenUp)
    var info = try Self.check(decoder, readers.largestDecodedSize)
    loopPoints = readers.readsLoopPoints ? try decoder.reader.loopPoints() : nil
    if let loopPoints, !loopPoints.isAll(of: info.frameCount) {
      info.loop = loopPoints.range(in: info.frameCount)
    }
    self.info = info
    samples = decoder.header.samples
    self.isPlain = isPlain
    self.path = path
    self.decoder = decoder
  }

  /// The tempo that the file states of itself.
  func statedTempo() throws(SoundProblem) -> Tempo? {
    do throws(SoundProblem.Cause) { return try decoder.reader.statedTempo()?.tempo(of: info) } catch {
      throw SoundProblem(path, decoder.time.reason(for: error))
    }
  }

  private static func check(
    _ decoder: borrowing Decoder, _ largestSize: Int64
  ) throws(SoundProblem.Cause) -> SoundInfo {
    let header = decoder.header
    guard let rate = SampleRate(hertz: header.sampleRate) else { throw .sampleRate(header.sampleRate) }
    let channels = header.channelCount
    guard (1...2).contains(channels) else { throw .channels(channels) }
    let most = largestSize / Int64(channels * MemoryLayout<Float>.size)
    let frames = if let count = header.frameCount { count } else { try decoder.countFrames(limit: most + 1) }
    guard frames <= most else { throw .tooLarge(Int64(clamping: Int128(frames) * Int128(channels) * 4)) }
    if let short = try decoder.reader.shortage(frames: frames) {
      throw short.announced.map { .truncated(read: short.present, announced: $0) } ?? .endMissing
    }
    guard frames > 0 else { throw .empty }
    return SoundInfo(sampleRate: rate, channelCount: channels, frameCount: frames)
  }
}
