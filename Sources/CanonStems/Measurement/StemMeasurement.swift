import CanonEngine

/// What was measured of a stem: of its file as it is, before gain and pan, and of its loop alone.
public struct StemMeasurement: Hashable, Sendable {
  public let index: StemIndex
  public let encoding: FileEncoding
  /// The file: its rate, its channels that are played, all its frames.
  public let info: SoundInfo
  /// The frames of the file that are the loop.
  public let loop: Range<FrameCount>
  /// The loop's length as a multiple of the set's loop.
  public let loops: Double
  /// The loop's length in bars; nil without a tempo.
  public let bars: Double?
  /// Frames quieter than -80 dBFS at the loop's start and at its end; all of them at both in a loop without sound.
  public let silenceAtStart: Int
  public let silenceAtEnd: Int
  /// nil for a loop of less than a tenth of a second, and where no seam is heard (`repeat = 1`).
  public let seam: Seam?
  /// The mean of the channel that has the larger one (DC), full scale is 1.
  public let mean: Double
  /// The places at which the channel that was cut off most was cut off at full scale.
  public let clippedPlaces: Int
  /// The first frames of these places in the loop, at most a thousand.
  public let clippedFrames: [Int]
  /// The highest sample without its sign, full scale is 1.
  public let peak: Double
  public let loudness: Loudness
  /// The loop's waveform.
  public let outline: Outline
  /// The sound at the seam, by channel.
  public let ends: [SeamEnds]
  /// The memory that the file's samples take at the rate of the set, in bytes.
  public let bytes: UInt64

  /// The loop's frames.
  public var frameCount: FrameCount { loop.upperBound - loop.lowerBound }
  /// The loop's length in seconds.
  public var seconds: Double { info.sampleRate.seconds(frameCount) }
}
