/// What another tempo and key do to a stem.
public enum StretchMode: String, Hashable, Sendable, CaseIterable {
  /// It is as long as the tempo says, in the key that is played.
  case on
  /// Neither changes it.
  case off
  /// It is faster and higher, or slower and lower, as a tape; the key changes nothing.
  case tape
}

/// How a stem's samples are made from its sound.
struct Treatment: Hashable, Sendable {
  let speed: Speed
  /// Hundredths of a semitone.
  let cents: Int
  let isTape: Bool
}

extension StemSet {
  /// How fast a stem is played.
  func speed(of stem: StemSpec) -> Speed { stem.stretch == .off ? .own : speed }

  /// What stretches its stems; nil if none is stretched.
  package var stretcher: String? {
    stems.contains { treatment(of: $0).map { !$0.isTape } ?? false } ? Self.presentStretcher : nil
  }

  /// What stretches stems now.
  package static var presentStretcher: String { "Rubber Band \(Stretcher.version)" }

  /// Whether the same becomes of the samples of a stem as of those of another set's.
  package func plays(_ stem: StemSpec, as other: StemSet, plays theirs: StemSpec) -> Bool {
    treatment(of: stem) == other.treatment(of: theirs)
  }

  /// What becomes of a stem's samples; nil if they stay as they are.
  func treatment(of stem: StemSpec) -> Treatment? {
    let cents = stem.isTransposed ? playback.key.cents : 0
    switch stem.stretch {
    case .off: return nil
    case .tape: return speed == .own ? nil : Treatment(speed: speed, cents: 0, isTape: true)
    case .on:
      return speed == .own && cents == 0 ? nil : Treatment(speed: speed, cents: cents, isTape: false)
    }
  }
}
