import CSndFile
import CanonEngine

/// Reads WAV, W64, AIFF, CAF, FLAC (also in Ogg), Ogg and MP3 with libsndfile. It looks at the content itself, so it comes last.
final class SndfileReader: SoundReader {
  let header: SoundHeader
  /// nil after ``close()``.
  private var handle: SoundHandle?
  // The handle uses it until it is closed.
  private let bytes: SoundBytes
  private let container: SoundContainer
  /// Whether libsndfile moves to any frame, exactly. In Ogg and MP3 it does so only by decoding the frames before, and not
  /// exactly.
  private let findsFrames: Bool
  /// libsndfile decodes Opus at the rate of what was encoded; places in its comments are at ``opusRate``.
  private let isOpus: Bool
  private static let opusRate = 48_000
  /// The next frame.
  private var position: FrameCount = 0
  /// Whether libsndfile could not decode some part of the file.
  private var hasFailed = false

  static func recognises(_ start: [UInt8]) -> Bool { true }

  static func open(
    _ file: borrowing ReadableFile, deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) -> SndfileReader {
    let bytes = SoundBytes(file.descriptor, until: deadline)
    if let flac = bytes.flac, !flac.isAlone { throw .unrecognised }
    var info = SF_INFO()
    let (pointer, error) = bytes.open(&info)
    guard let pointer else {
      let isFLAC = bytes.flac != nil
      throw cause(of: error, isFLAC ? HeaderBytes(bytes).upTo(ReadableFile.startSize, at: 0) : file.start)
    }
    let handle = SoundHandle(pointer)
    guard let container = SoundContainer(format: Int(info.format)) else { throw .unrecognised }
    return SndfileReader(handle, info, container, bytes)
  }

  private init(
    _ handle: consuming SoundHandle, _ info: SF_INFO, _ container: SoundContainer, _ bytes: SoundBytes
  ) {
    self.handle = consume handle
    self.container = container
    self.bytes = bytes
    let samples: SoundHeader.Samples =
      switch Int(info.format) & SF_FORMAT_SUBMASK {
      case SF_FORMAT_PCM_16: .integers16
      case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32: .integers
      default: .floats
      }
    isOpus = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_OPUS
    findsFrames = info.seekable != 0 && container != .ogg && container != .mpeg
    // The header of an MP3 can be an estimate. libsndfile has a number of its own for a length that it does not know: of an Ogg file
    // without an end, and of a FLAC file that was written to a pipe.
    let isKnown = container != .mpeg && info.frames != FrameCount.max
    var header = SoundHeader(
      sampleRate: Int(info.samplerate), channelCount: Int(info.channels),
      frameCount: isKnown ? info.frames : nil, samples: samples)
    header.encoding = FileEncoding(format: Int(info.format), isInOgg: bytes.flac != nil)
    self.header = header
  }

  func close() { handle = nil }

  private var pointer: OpaquePointer? { handle?.pointer }

  func seek(to frame: FrameCount) -> Bool {
    if frame == position { return true }
    guard let pointer, frame == 0 || findsFrames else { return false }
    guard sf_seek(pointer, frame, SEEK_SET) == frame else {
      // Where a damaged file is read after a failed move is unknown: nothing more is read.
      handle = nil
      return false
    }
    position = frame
    return true
  }

  func read(into target: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let base = target.baseAddress, let pointer else { return 0 }
    let wanted = Int64(target.count / header.channelCount)
    return advanced(sf_readf_float(pointer, base, wanted), of: wanted)
  }

  func read(into target: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = target.baseAddress, let pointer else { return 0 }
    let wanted = Int64(target.count / header.channelCount)
    return advanced(sf_readf_short(pointer, base, wanted), of: wanted)
  }

  private func advanced(_ frames: Int64, of wanted: Int64) -> Int {
    position += max(0, frames)
    bytes.decoded(samples: Int(max(0, frames)) * header.channelCount)
    if frames < wanted, let pointer, sf_error(pointer) != 0 { hasFailed = true }
    return Int(max(0, frames))
  }

  func shortage(frames: FrameCount) -> AnnouncedLength? {
    if let flac = bytes.flac, !flac.isWhole { return AnnouncedLength(present: frames, announced: nil) }
    // A FLAC file of unknown length has all its frames if the last one is whole.
    if container == .flac, header.frameCount == nil, hasFailed {
      return AnnouncedLength(present: frames, announced: nil)
    }
    return AnnouncedLength.shortage(bytes, frames: frames, container)
  }

  func statedTempo() -> TempoStatement? { TempoTag.read(HeaderBytes(bytes)) }

  func loopPoints() -> LoopPoints? {
    let points = LoopTag.read(HeaderBytes(bytes))
    return isOpus ? points?.converted(from: Self.opusRate, to: header.sampleRate) : points
  }

  /// Why libsndfile did not open the file.
  /// - Parameter start: The file's first bytes, ``ReadableFile/startSize`` at most.
  private static func cause(of error: Int32, _ start: [UInt8]) -> SoundProblem.Cause {
    if start.isEmpty { return .empty }
    if let bits = FLACHeader.sampleBits(start), bits > 24 { return .sampleBits(bits) }
    if SoundContainer.isNamed(in: start) { return .damaged }
    let isOther = start.starts(with: "FORM".utf8) || error == Int32(SF_ERR_UNRECOGNISED_FORMAT)
    return isOther ? .unrecognised : .damaged
  }
}
