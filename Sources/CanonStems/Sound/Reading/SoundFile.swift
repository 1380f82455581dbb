import CanonEngine

/// The properties of a sound file, from its header.
public struct SoundInfo: Hashable, Sendable {
  public let sampleRate: SampleRate
  /// 1 or 2.
  public let channelCount: Int
  /// At least 1. For MP3, whose header can be an estimate, it is the number of decoded frames.
  public let frameCount: FrameCount
  /// The loop that the file names, a part of its frames; nil for all of them.
  public internal(set) var loop: Range<FrameCount>?

  /// - Precondition: `loop` is not empty, and lies inside the file.
  public init(
    sampleRate: SampleRate, channelCount: Int, frameCount: FrameCount, loop: Range<FrameCount>? = nil
  ) {
    (self.sampleRate, self.channelCount, self.frameCount) = (sampleRate, channelCount, frameCount)
    self.loop = loop
  }

  /// In seconds.
  public var duration: Double { sampleRate.seconds(frameCount) }

  /// The frames of the loop that the file names, or of all of it.
  package var loopFrames: FrameCount { loop.map { $0.upperBound - $0.lowerBound } ?? frameCount }

  /// The duration of ``loopFrames`` in seconds.
  var loopDuration: Double { sampleRate.seconds(loopFrames) }

  /// Whether both files have as many frames of one format, whatever loops they name.
  func hasSameFrames(as other: SoundInfo) -> Bool {
    var other = other
    other.loop = loop
    return self == other
  }
}

/// The decoded samples of a sound file.
public struct SoundData: Sendable {
  public let info: SoundInfo
  /// One array of ``SoundInfo/frameCount`` samples for each channel; all finite,
  /// none beyond +24 dBFS.
  public let channels: [[Float]]
}

/// Reads whole sound files. canon checks the header before it allocates memory, and counts only the frames that it can
/// really read.
public enum SoundFile {
  /// The greatest size of a file when decoded to 32-bit floats: 2 GiB.
  public static let largestDecodedSize: Int64 = 1 << 31

  /// Reads only the header (MP3: decodes the file, to count its frames).
  /// - Thread: any control thread (reads the file)
  public static func info(_ path: String) throws(SoundProblem) -> SoundInfo {
    try SoundReaders.standard.info(path)
  }

  /// Decodes the whole file.
  /// - Throws: Also if fewer frames can be read than the header announces, and if samples are not finite or
  ///   beyond +24 dBFS.
  /// - Thread: any control thread (reads the file, up to seconds)
  public static func read(_ path: String) throws(SoundProblem) -> SoundData {
    try SoundReaders.standard.read(path)
  }
}
