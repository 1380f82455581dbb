/// The sounds of the click: one for the beats that begin a bar, one for all others.
///
/// The edition that names them keeps them in memory.
public struct ClickSounds: Sendable {
  public let accent: StemBuffer
  public let beat: StemBuffer

  /// - Precondition: Both have floating-point samples. All of their samples are played, from the first one on.
  public init(accent: StemBuffer, beat: StemBuffer) {
    precondition(accent.format == .float32 && beat.format == .float32)
    (self.accent, self.beat) = (accent, beat)
  }

  /// The audio thread's view of them.
  var ref: ClickRef { unsafe ClickRef(accent: accent.ref, beat: beat.ref) }

  /// Whether the engine reads the same memory.
  func isSame(as other: ClickSounds) -> Bool {
    accent.number == other.accent.number && beat.number == other.beat.number
  }
}

/// The audio thread's view of ``ClickSounds``.
@unsafe struct ClickRef: BitwiseCopyable, @unchecked Sendable {
  let accent: StemRef
  let beat: StemRef
}
