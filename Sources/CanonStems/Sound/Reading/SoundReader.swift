import CanonEngine

/// Decodes one open sound file: one type for each library or format.
///
/// canon opens the file, chooses the type by the file's first bytes (``SoundReaders``), holds the header against its limits
/// and asks for the frames that it needs, some thousands at a time (``OpenSound``, ``Decoder``). So the memory for samples
/// and the time are bounded by the caller: a reader works on a thread of its own, which is given up with everything that it holds when a call
/// does not return (``ReaderThread``).
package protocol SoundReader: AnyObject, SendableMetatype {
  /// Whether this type reads files that begin so.
  /// - Parameter start: The file's first bytes, ``ReadableFile/startSize`` at most.
  static func recognises(_ start: [UInt8]) -> Bool

  /// Reads the header, and no samples.
  /// - Parameters:
  ///   - file: It stays open until ``close()``, and its descriptor belongs to the caller.
  ///   - deadline: When every call, this one and the later ones, should return at the latest. What takes longer is given up.
  static func open(
    _ file: borrowing ReadableFile, deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) -> Self

  /// What the file's header says. The caller reads it once.
  var header: SoundHeader { get }

  /// Moves to a frame, exactly.
  /// - Parameter frame: 0 is always possible.
  /// - Returns: False if that needs the frames before it: the caller then moves to 0, decodes and discards them.
  func seek(to frame: FrameCount) -> Bool

  /// Decodes the next frames, interleaved; full scale is 1.
  /// - Parameter target: Room for a number of whole frames, at least one.
  /// - Returns: The number of frames, at most as many as there is room for; 0 at the end, and where nothing more can be read.
  func read(into target: UnsafeMutableBufferPointer<Float>) -> Int

  /// Like the other, for files whose samples are ``SoundHeader/Samples/integers16``: unchanged.
  func read(into target: UnsafeMutableBufferPointer<Int16>) -> Int

  /// The number of frames that the file announces, where fewer are there; or only that its end is missing.
  /// - Parameter frames: The number of frames in ``header``, or as counted.
  /// - Returns: nil if none are missing, or if the reader cannot know.
  func shortage(frames: FrameCount) -> AnnouncedLength?

  /// The tempo that the file states of itself, a hint; nil if none, or if the reader cannot know.
  func statedTempo() -> TempoStatement?

  /// The loop that the file names of itself; nil if none, or if the reader cannot know. Whether it lies inside the file is judged by the
  /// caller.
  func loopPoints() -> LoopPoints?

  /// Releases everything. Called once, last.
  func close()
}

/// What the header of a sound file says; nothing of it has been checked.
package struct SoundHeader: Equatable, Sendable {
  /// In hertz.
  package var sampleRate: Int
  package var channelCount: Int
  /// nil: known only after decoding.
  package var frameCount: FrameCount?
  package var samples: Samples
  /// What the file is, for people.
  package var encoding = FileEncoding.unknown

  package enum Samples: Sendable {
    case integers16
    /// Within full scale. The caller does not check that.
    case integers
    /// They can be NaN or infinite.
    case floats
  }

  package init(sampleRate: Int, channelCount: Int, frameCount: FrameCount?, samples: Samples) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.frameCount = frameCount
    self.samples = samples
  }
}
