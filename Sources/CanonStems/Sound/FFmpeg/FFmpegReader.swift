import CanonEngine
import CanonFiles

/// Reads AAC, ALAC, WavPack and other sound that libsndfile cannot read, with ffmpeg: a process of its own, so that what goes wrong in one of
/// its many decoders harms nobody.
///
/// ffmpeg gets the open file and is told which formats it may read: a playlist under the name of a sound would otherwise have it read other
/// files.
final class FFmpegReader: SoundReader {
  let header: SoundHeader
  private let bytes: SoundBytes
  private let file: Int32
  private let program: String
  private let stream: FFmpegStream
  private let deadline: SuspendingClock.Instant
  private var child: ChildOutput?
  /// The next frame.
  private var position: FrameCount = 0
  /// The frames before the music that are not it.
  private let priming: Int
  /// Whether ffmpeg could not decode some part of the file.
  private var hasFailed = false

  static func recognises(_ start: [UInt8]) -> Bool { FFmpegFormat.isNamed(in: start) }

  static func open(
    _ file: borrowing ReadableFile, deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) -> FFmpegReader {
    guard let probe = Executable.find("ffprobe"), let program = Executable.find("ffmpeg") else {
      throw .noFFmpeg
    }
    let stream = try FFmpegStream(file.descriptor, probe, until: deadline)
    return FFmpegReader(file.descriptor, file.start, program, stream, deadline)
  }

  private init(
    _ file: Int32, _ start: [UInt8], _ program: String, _ stream: FFmpegStream,
    _ deadline: SuspendingClock.Instant
  ) {
    bytes = SoundBytes(file, until: deadline)
    (self.file, self.program, self.stream, self.deadline) = (file, program, stream, deadline)
    let packets = CAFPackets(HeaderBytes(bytes), at: stream.sampleRate)
    priming = packets?.priming ?? 0
    let frames = packets?.frames ?? MPEG4Boxes(HeaderBytes(bytes))?.frames(at: stream.sampleRate)
    var header = SoundHeader(
      sampleRate: stream.sampleRate, channelCount: stream.channelCount,
      frameCount: frames.map(FrameCount.init) ?? FFmpegFormat.frames(in: start), samples: stream.samples)
    header.encoding = FileEncoding(
      container: FFmpegFormat.container(of: start), codec: stream.codec, bits: stream.bits)
    self.header = header
  }

  func close() { child = nil }

  func seek(to frame: FrameCount) -> Bool {
    if frame == position { return true }
    guard frame == 0 else { return false }
    (child, position) = (nil, 0)
    return true
  }

  func read(into target: UnsafeMutableBufferPointer<Float>) -> Int {
    guard header.samples == .integers16 else { return decode(into: UnsafeMutableRawBufferPointer(target)) }
    return withUnsafeTemporaryAllocation(of: Int16.self, capacity: target.count) { integers in
      let frames = decode(into: UnsafeMutableRawBufferPointer(integers))
      for k in 0..<(frames * header.channelCount) { target[k] = Float(integers[k]) / 32_768 }
      return frames
    }
  }

  func read(into target: UnsafeMutableBufferPointer<Int16>) -> Int {
    header.samples == .integers16 ? decode(into: UnsafeMutableRawBufferPointer(target)) : 0
  }

  /// Bytes of a frame, as ffmpeg gives it.
  private var frameSize: Int { header.channelCount * (header.samples == .integers16 ? 2 : 4) }

  /// Decodes the next frames, as samples of 16 bits if the file has those, else as floats.
  private func decode(into target: UnsafeMutableRawBufferPointer) -> Int {
    let size = frameSize
    // After the last frame of the music a decoder may give more.
    let wanted = min(target.count / size, header.frameCount.map { Int(max(0, $0 - position)) } ?? .max)
    guard wanted > 0, let child = child ?? begin() else { return 0 }
    let frames = child.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<(wanted * size)])) / size
    position += FrameCount(frames)
    if frames < wanted, !child.hasSucceeded() { hasFailed = true }
    return frames
  }

  private func begin() -> ChildOutput? {
    let format = header.samples == .integers16 ? "s16le" : "f32le"
    // A stream that changes on the way is converted to what was announced. A number of channels stands for a usual layout: a file
    // with the same number in another one would be mixed down to it.
    let channels =
      if stream.channelCount <= 2 { ["-ac", "\(stream.channelCount)"] } else {
        stream.layout.map { ["-af", "aformat=channel_layouts=\($0)"] } ?? []
      }
    // Where frames have checksums they are held against them; that of TTA is only told otherwise.
    let checks = stream.codec == "tta" ? "crccheck+explode" : "crccheck"
    // Some versions of ffmpeg leave the priming out by themselves, unless they are told not to.
    let skips = priming > 0 ? ["-flags2", "+skip_manual"] : []
    child = try? ChildOutput(
      [program, "-v", "error", "-nostdin", "-xerror", "-threads", "1", "-filter_threads", "1"]
        + FFmpegFormat.limits + ["-err_detect", checks] + skips + [
          "-i", FFmpegFormat.input, "-map", "0:a:0", "-c:a", "pcm_" + format,
        ]
        + channels + ["-ar", "\(stream.sampleRate)", "-f", format, "pipe:1"],
      reading: file, until: deadline)
    if child == nil { hasFailed = true }
    child.map(skipPriming)
    return child
  }

  private func skipPriming(of child: ChildOutput) {
    var left = priming * frameSize
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { piece in
      while left > 0 {
        let count = child.read(
          into: UnsafeMutableRawBufferPointer(rebasing: piece[..<min(left, piece.count)]))
        if count == 0 { return }
        left -= count
      }
    }
  }

  func shortage(frames: FrameCount) -> AnnouncedLength? {
    let isCut = header.frameCount == nil && hasFailed || !MatroskaSegment.isWhole(HeaderBytes(bytes))
    return isCut ? AnnouncedLength(present: frames, announced: nil) : nil
  }

  func loopPoints() -> LoopPoints? { isCAF ? LoopTag.read(HeaderBytes(bytes)) : nil }

  func statedTempo() -> TempoStatement? {
    let file = HeaderBytes(bytes)
    return isCAF
      ? TempoTag.read(file) : MPEG4Boxes(file)?.tempo.flatMap { Tempo(Double($0)) }.map(TempoStatement.tempo)
  }

  /// AAC in CAF: what surrounds the samples is the same as in every other one.
  private var isCAF: Bool { HeaderBytes(bytes).text(at: 0) == "caff" }
}
