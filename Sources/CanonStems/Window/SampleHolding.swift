/// How much of the samples of a stem is held in memory.
public enum SampleHolding: Hashable, Sendable {
  /// All of them, as what reads them in any order or mixes faster than they sound needs it.
  case whole
  /// All of them, unless they take more than so many bytes and are what is in the file; then a window (``WindowedSamples``).
  case windowed(above: Int)

  /// In a performance that is heard: more than six minutes in stereo of 16 bits.
  public static let live = SampleHolding.windowed(above: 64 << 20)
}
