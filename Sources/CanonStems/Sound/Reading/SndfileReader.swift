import CSndFile
import CanonEngine

/// Reads what libsndfile reads: WAV, AIFF, CAF, FLAC, Ogg, MP3 and more. It looks at the content itself, so it comes last.
final class SndfileReader: SoundReader {
  let header: SoundHeader
  /// nil after ``close()``.
  private var handle: SoundHandle?
  // The handle uses it until it is closed.
  private let bytes: SoundBytes
  private let format: Int
  /// Whether libsndfile moves to any frame, exactly. In Ogg and MP3 it does so only by decoding the frames before, and not
  /// exactly.
  private let findsFrames: Bool
  /// The next frame.
  private var position: FrameCount = 0

  static func recognises(_ start: [UInt8]) -> Bool { true }

  static func open(
    _ file: borrowing ReadableFile, deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) -> SndfileReader {
    let bytes = SoundBytes(file.descriptor, until: deadline)
    var info = SF_INFO()
    let (pointer, error) = bytes.open(&info)
    guard let pointer else { throw cause(of: error, file) }
    return SndfileReader(SoundHandle(pointer), info, bytes)
  }

  private init(_ handle: consuming SoundHandle, _ info: SF_INFO, _ bytes: SoundBytes) {
    self.handle = consume handle
    self.bytes = bytes
    format = Int(info.format) & SF_FORMAT_TYPEMASK
    let samples: SoundHeader.Samples =
      switch Int(info.format) & SF_FORMAT_SUBMASK {
      case SF_FORMAT_PCM_16: .integers16
      case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32: .integers
      default: .floats
      }
    findsFrames = info.seekable != 0 && ![SF_FORMAT_OGG, SF_FORMAT_MPEG].contains(format)
    // The header of an MP3 can be an estimate.
    header = SoundHeader(
      sampleRate: Int(info.samplerate), channelCount: Int(info.channels),
      frameCount: format == SF_FORMAT_MPEG ? nil : info.frames, samples: samples)
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
    return advanced(sf_readf_float(pointer, base, Int64(target.count / header.channelCount)))
  }

  func read(into target: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = target.baseAddress, let pointer else { return 0 }
    return advanced(sf_readf_short(pointer, base, Int64(target.count / header.channelCount)))
  }

  private func advanced(_ frames: Int64) -> Int {
    position += max(0, frames)
    return Int(max(0, frames))
  }

  func shortage(frames: FrameCount) -> AnnouncedLength? {
    AnnouncedLength.shortage(bytes, frames: frames, isMPEG: format == SF_FORMAT_MPEG)
  }

  func statedTempo() -> Tempo? { TempoTag.read(HeaderBytes(bytes)) }

  /// Why libsndfile did not open the file.
  private static func cause(of error: Int32, _ file: borrowing ReadableFile) -> SoundProblem.Cause {
    let start = file.start
    if start.isEmpty { return .empty }
    let isMPEG4 = start.count >= 12 && Array(start[4..<8]) == Array("ftyp".utf8)
    let isADTS = start.count >= 2 && start[0] == 0xff && start[1] & 0xf6 == 0xf0
    if isMPEG4 || isADTS { return .aac }
    let isKnown = ["RIFF", "RF64", "FORM", "fLaC", "OggS", "caff"].contains { start.starts(with: $0.utf8) }
    return isKnown || error != Int32(SF_ERR_UNRECOGNISED_FORMAT) ? .damaged : .unrecognised
  }
}
