import CSndFile
import CanonEngine
import CanonFiles
import Foundation

/// Writes a complete sound file, or none.
///
/// The samples go to a temporary file in the target's folder, which replaces the target in ``finish()``. A
/// writer that is released before removes it, and the target stays unchanged. The same samples always give the
/// same bytes.
/// - Thread: one control thread at a time (writes the file)
public struct SoundWriter: ~Copyable {
  /// The number of frames written.
  public struct Summary: Hashable, Sendable {
    public var frameCount: FrameCount
    /// Samples beyond full scale (or NaN) that an integer format could not hold; always 0 for wav32f.
    public var clippedSampleCount: Int
  }

  public let channelCount: Int
  private let path: String
  private let encoder: SampleEncoder
  /// How many frames the container can hold.
  private let mostFrames: FrameCount
  private var output: TemporaryFile?
  private var handle: OpaquePointer?
  private var summary = Summary(frameCount: 0, clippedSampleCount: 0)
  /// After a failed write the target is not replaced.
  private var failure: SoundProblem?

  /// Creates the temporary file.
  /// - Parameters:
  ///   - path: The target. A link is followed; an existing file is replaced in ``finish()``.
  ///   - channelCount: 1...1024, for FLAC 1...8.
  ///   - expectedFrames: The expected length, if known. An ordinary WAV file holds 4 GiB; a longer
  ///     file becomes RF64, which most programs read as well.
  /// - Throws: If the target cannot be written, or is not a regular file.
  public init(
    path: String, format: SoundFormat, sampleRate: SampleRate, channelCount: Int = 2,
    expectedFrames: FrameCount? = nil
  ) throws(SoundProblem) {
    try self.init(
      path: path, format: format, sampleRate: sampleRate, channelCount: channelCount,
      expectedFrames: expectedFrames, calls: DiskCalls())
  }

  init(
    path: String, format: SoundFormat, sampleRate: SampleRate, channelCount: Int = 2,
    expectedFrames: FrameCount? = nil, calls: DiskCalls
  ) throws(SoundProblem) {
    var header = SF_INFO()
    header.samplerate = sampleRate.hertz
    header.channels = Int32(clamping: channelCount)
    let most = format.mostFrames(channelCount: channelCount)
    let isLong = expectedFrames ?? 0 > most
    header.format = format.code(isLong: isLong)
    guard channelCount > 0, sf_format_check(&header) == Int32(SF_TRUE) else {
      throw SoundProblem(path, .unwritable)
    }
    let output = try TemporaryFile(beside: path, calls: calls)
    // libsndfile gets a copy of the descriptor to close (SF_TRUE): told not to (SF_FALSE), 1.2.0 closes it all the
    // same when it refuses the file, and a second close could hit another thread's file.
    let copy = fcntl(output.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SoundProblem(path, .system(errno)) }
    errno = 0
    let (opened, error) = SoundHandle.open {
      sf_open_fd(copy, Int32(SFM_WRITE), &header, Int32(SF_TRUE))
    }
    guard let handle = opened else {
      // Opening writes the header: a disk that is full is no matter of the format.
      throw SoundProblem(path, error == SF_ERR_SYSTEM && errno != 0 ? .system(errno) : .unwritable)
    }
    // The PEAK chunk holds the time of day. An RF64 file that stays short becomes an ordinary WAV file on closing.
    sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    sf_command(handle, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    self.path = path
    self.channelCount = channelCount
    encoder = SampleEncoder(format)
    mostFrames = isLong && format != .flac ? .max : most
    self.output = consume output
    self.handle = handle
  }

  deinit {
    if let handle { sf_close(handle) }
  }

  /// Appends interleaved samples.
  /// - Precondition: They are whole frames.
  /// - Throws: If they cannot be stored; then the file cannot be finished.
  public mutating func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundProblem) {
    precondition(samples.count % channelCount == 0)
    guard let handle, let first = samples.baseAddress, !samples.isEmpty else { return }
    let frames = Int64(samples.count / channelCount)
    guard frames <= mostFrames - summary.frameCount else {
      throw fail(.outputTooLong(most: mostFrames))
    }
    errno = 0
    let done: Int64
    if encoder.isFloat {
      done = sf_writef_float(handle, first, frames)
    } else {
      let integers = encoder.encode(samples, clipped: &summary.clippedSampleCount)
      done = sf_writef_int(handle, integers, frames)
    }
    guard done == frames else { throw fail(.system(errno == 0 ? EIO : errno)) }
    summary.frameCount += done
  }

  private mutating func fail(_ cause: SoundProblem.Cause) -> SoundProblem {
    let problem = failure ?? SoundProblem(path, cause)
    failure = problem
    return problem
  }

  /// Appends interleaved samples.
  public mutating func write(_ samples: [Float]) throws(SoundProblem) {
    do { try samples.withUnsafeBufferPointer { try self.write($0) } } catch let error as SoundProblem {
      throw error
    } catch { preconditionFailure("\(error)") }
  }

  /// Completes the file and replaces the target.
  /// - Parameter isNew: Whether the target must not be there.
  /// - Throws: The system's `EEXIST` if it is, and stays as it is. Also if an earlier ``write(_:)`` failed; the target then stays unchanged.
  public consuming func finish(asNew isNew: Bool = false) throws(SoundProblem) -> Summary {
    if let failure { throw failure }
    errno = 0
    if let handle = handle.take(), sf_close(handle) != 0 {
      throw SoundProblem(path, .system(errno == 0 ? EIO : errno))
    }
    if let output = output.take() {
      output.clearPeakTime()
      if isNew { try output.placeAsNew() } else { try output.replaceTarget() }
    }
    return summary
  }
}
