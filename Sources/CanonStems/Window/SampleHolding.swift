import CanonEngine

/// How much of a stem's samples is in memory.
public enum SampleHolding: Hashable, Sendable {
  /// All of them: for what reads them in any order, or faster than they sound.
  case whole
  /// All of them, unless they take more than so many bytes and are those of the file; then a window (``CanonEngine/StemWindow``).
  case windowed(above: Int)

  /// In a performance that is heard: 64 MB, which are six minutes of 16 bits in stereo at 48 kHz.
  public static let live = SampleHolding.windowed(above: 64 << 20)

  /// As ``live``, but with as many bytes as `CANON_WHOLE_SAMPLES` says, if there is such a variable: for tests, and for disks that are too slow.
  public init(_ environment: [String: String]) {
    let bytes = environment["CANON_WHOLE_SAMPLES"].flatMap { Int($0) }
    self = bytes.map(SampleHolding.windowed) ?? .live
  }

  /// Whether samples may be in a window, as far as the plan tells: those of files that are not opened may have either format.
  func mayBeWindowed(_ plan: StemPlan) -> Bool {
    guard case .windowed(let largest) = self, plan.treatment == nil else { return false }
    let samples = Int(plan.ownLayout.frameCount) * plan.bounds.info.channelCount
    return plan.bounds.info.sampleRate == plan.rate && MemoryLayout<Float>.size * samples > largest
  }

  func isWindowed(_ shape: SampleShape) -> Bool {
    if case .windowed(let largest) = self { shape.byteCount > largest } else { false }
  }
}
