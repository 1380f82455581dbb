import CSndFile
import CanonEngine
import CanonFiles
import Foundation

/// A sound file that is being recorded: a WAV file of 32-bit floats, left and right, which becomes RF64 beyond 4 GiB. After every write it is
/// whole, whatever becomes of the program.
///
/// - Thread: one control thread at a time (writes the disk)
public struct RecordingFile: ~Copyable {
  public let path: String
  /// The number of frames written.
  public private(set) var frameCount: FrameCount = 0
  private let handle: OpaquePointer
  /// A second descriptor of the file, to synchronise it.
  private let descriptor: Int32
  private let interleaved: UnsafeMutableBufferPointer<Float>

  /// Frames written at a time.
  private static let block = 1 << 14

  /// Creates the file.
  /// - Throws: If it cannot be written; the system's `EEXIST` if something has its name already, which stays as it is.
  public init(creating path: String, at rate: SampleRate) throws(SoundProblem) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw SoundProblem(path, errno == EACCES || errno == EROFS ? .notPermitted : .system(errno))
    }
    let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
    var header = SF_INFO()
    (header.samplerate, header.channels) = (rate.hertz, 2)
    header.format = SoundFormat.wav32f.code(isLong: true)
    errno = 0
    let (opened, error) = SoundHandle.open { sf_open_fd(copy, Int32(SFM_WRITE), &header, Int32(SF_TRUE)) }
    guard copy >= 0, let opened else {
      let cause: SoundProblem.Cause = error == SF_ERR_SYSTEM && errno != 0 ? .system(errno) : .unwritable
      close(file)
      unlink(path)
      throw SoundProblem(path, cause)
    }
    sf_command(opened, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    sf_command(opened, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    sf_command(opened, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE))
    (self.path, handle, descriptor) = (path, opened, file)
    interleaved = .allocate(capacity: 2 * Self.block)
  }

  deinit {
    sf_close(handle)
    close(descriptor)
    interleaved.deallocate()
  }

  /// Appends frames.
  /// - Throws: If they cannot be stored. What was written before stays.
  public mutating func write(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>
  ) throws(SoundProblem) {
    precondition(left.count == right.count)
    for start in stride(from: 0, to: left.count, by: Self.block) {
      let count = min(Self.block, left.count - start)
      for frame in 0..<count {
        interleaved[2 * frame] = left[start + frame]
        interleaved[2 * frame + 1] = right[start + frame]
      }
      try write(count)
    }
  }

  /// Appends silent frames: a hole, which takes neither time nor room on the disk, however long it is.
  /// - Throws: As ``write(_:_:)``.
  public mutating func writeSilence(_ frames: FrameCount) throws(SoundProblem) {
    guard frames > 0 else { return }
    (interleaved[0], interleaved[1]) = (0, 0)
    // libsndfile 1.2.0 writes nothing after a seek in a file without samples.
    let first = frameCount == 0 ? 1 : 0
    if first == 1 { try write(1) }
    let hole = frames - FrameCount(first) - 1
    if hole < 0 { return }
    errno = 0
    guard hole == 0 || sf_seek(handle, hole, SEEK_CUR) == frameCount + hole else {
      throw SoundProblem(path, .system(errno == 0 ? EIO : errno))
    }
    frameCount += hole
    (interleaved[0], interleaved[1]) = (0, 0)
    try write(1)
  }

  private mutating func write(_ frames: Int) throws(SoundProblem) {
    errno = 0
    let done = sf_writef_float(handle, interleaved.baseAddress, Int64(frames))
    frameCount += max(0, done)
    guard done == frames else { throw SoundProblem(path, .system(errno == 0 ? EIO : errno)) }
  }

  /// Makes a folder for recordings, if it is not there.
  public static func makeFolder(_ path: String) throws(SoundProblem) {
    if mkdir(path, 0o777) != 0 && errno != EEXIST {
      throw SoundProblem(path, errno == EACCES || errno == EROFS ? .notPermitted : .system(errno))
    }
  }

  /// Returns once what was written survives a power cut.
  /// - Throws: If it does not.
  public borrowing func sync() throws(SoundProblem) {
    guard fdatasync(descriptor) == 0 || errno == EINVAL else { throw SoundProblem(path, .system(errno)) }
  }

  /// Writes a FLAC file of 24 bits with the samples of a recording, which is then removed.
  /// - Parameter path: Of the new file, which must not be there.
  /// - Returns: The number of samples beyond full scale, which were cut.
  /// - Throws: If it cannot be written; the recording then stays.
  public static func convert(_ recording: String, toFLAC path: String) throws(SoundProblem) -> Int {
    let sound = try OpenSound(
      recording,
      SoundReaders([SndfileReader.self], largestDecodedSize: .max, longestTime: .seconds(1_000_000)))
    var writer = try SoundWriter(path: path, format: .flac, sampleRate: sound.info.sampleRate)
    var problem: SoundProblem?
    try sound.look(from: 0, count: sound.info.frameCount) { samples in
      guard problem == nil else { return }
      do throws(SoundProblem) { try writer.write(samples) } catch { problem = error }
    }
    if let problem { throw problem }
    let clipped = try writer.finish(asNew: true).clippedSampleCount
    unlink(recording)
    return clipped
  }
}
