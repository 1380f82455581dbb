import CanonEngine

/// How much of a stem's samples is in memory.
public enum SampleHolding: Hashable, Sendable {
  /// All of them: for what reads them in any order, or faster than they sound.
  case whole
  /// All of them, unless they take more than so many bytes and are those of the file; then a window (``CanonEngine/StemWindow``).
  case windowed(above: Int)

  /// In a performance that is heard: 64 MB, which are six minutes of 16 bits in stereo at 48 kHz. `CANON_WHOLE_SAMPLES` is another number of
  /// bytes, for tests, and for disks that are too slow.
  public static func live(_ environment: [String: String]) -> SampleHolding {
    .windowed(above: environment["CANON_WHOLE_SAMPLES"].flatMap { Int($0) } ?? 64 << 20)
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
