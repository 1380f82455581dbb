import CSndFile
import CanonEngine
import CanonFiles
import Foundation
import Synchronization

/// A sound file that libsndfile has opened for reading and whose header is within canon's limits.
struct OpenSound: ~Copyable {
  let info: SoundInfo
  /// Whether its samples are integers of 16 bits, which pass through ``readIntegers(from:into:)`` unchanged.
  let isSixteenBit: Bool
  /// Whether its samples can be NaN or infinite.
  let isFloat: Bool
  /// Whether libsndfile finds each frame exactly without decoding the frames before it.
  let findsFrames: Bool
  let path: String
  let file: ReadableFile
  let handle: SoundHandle

  init(_ path: String) throws(SoundProblem) {
    let file = try ReadableFile(path)
    var header = SF_INFO()
    // libsndfile gets a copy of the descriptor to close (SF_TRUE): told not to (SF_FALSE), 1.2.0 closes it all the
    // same when it refuses the file, and a second close could hit another thread's file.
    let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SoundProblem(path, .system(errno)) }
    let (opened, error) = SoundHandle.open(copy, SFM_READ, &header)
    guard let opened else { throw SoundProblem(path, file.causeOfRefusal(error)) }
    let handle = SoundHandle(opened)
    info = try Self.check(header, handle, file, path)
    let encoding = Int(header.format) & SF_FORMAT_SUBMASK
    isSixteenBit = encoding == SF_FORMAT_PCM_16
    isFloat = ![SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32]
      .contains(encoding)
    findsFrames = ![SF_FORMAT_OGG, SF_FORMAT_MPEG].contains(Int(header.format) & SF_FORMAT_TYPEMASK)
    self.path = path
    self.file = file
    self.handle = handle
  }

  private static func check(
    _ header: SF_INFO, _ handle: borrowing SoundHandle, _ file: borrowing ReadableFile, _ path: String
  ) throws(SoundProblem) -> SoundInfo {
    guard let rate = SampleRate(hertz: Int(header.samplerate)) else {
      throw SoundProblem(path, .sampleRate(Int(header.samplerate)))
    }
    let channels = Int(header.channels)
    guard (1...2).contains(channels) else { throw SoundProblem(path, .channels(channels)) }
    var frames = header.frames
    let most = SoundFile.largestDecodedSize / Int64(channels * MemoryLayout<Float>.size)
    let isMPEG = Int(header.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
    if isMPEG {
      frames = handle.countFrames(channels: channels, limit: most + 1)
    }
    guard frames <= most else {
      throw SoundProblem(path, .tooLarge(Int64(clamping: Int128(frames) * Int128(channels) * 4)))
    }
    if let short = AnnouncedLength.shortage(file.descriptor, frames: frames, isMPEG: isMPEG) {
      throw SoundProblem(path, .truncated(read: short.present, announced: short.announced))
    }
    guard frames > 0 else { throw SoundProblem(path, .empty) }
    return SoundInfo(sampleRate: rate, channelCount: channels, frameCount: frames)
  }
}

/// Owns an `SNDFILE *`.
struct SoundHandle: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// libsndfile keeps the reason of a failed open in one place for the whole process, until the next open.
  private static let opening = Mutex(())

  /// - Parameter descriptor: libsndfile takes ownership and closes it.
  /// - Returns: nil with libsndfile's error number.
  static func open(
    _ descriptor: Int32, _ mode: Int, _ header: inout SF_INFO
  ) -> (pointer: OpaquePointer?, error: Int32) {
    opening.withLock { _ in
      let pointer = sf_open_fd(descriptor, Int32(mode), &header, Int32(SF_TRUE))
      return (pointer, pointer == nil ? sf_error(nil) : 0)
    }
  }

  deinit { sf_close(pointer) }

  /// Decodes until the end, or `limit`, and returns to the start.
  borrowing func countFrames(channels: Int, limit: Int64) -> Int64 {
    var frames: Int64 = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: OpenSound.chunkFrames * channels) { chunk in
      while frames < limit {
        let got = sf_readf_float(pointer, chunk.baseAddress!, Int64(OpenSound.chunkFrames))
        if got <= 0 { break }
        frames += got
      }
    }
    sf_seek(pointer, 0, SEEK_SET)
    return frames
  }
}
