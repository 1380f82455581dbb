import CanonEngine
import CanonStems

/// The level of one stem as it is heard: its samples with its gain, pan, state, release and the effect of solos.
public struct StemLevel: Sendable {
  public var peak: (left: Float, right: Float) = (0, 0)
  public var rms: (left: Float, right: Float) = (0, 0)
  /// Frames since its last loop top; nil while it does not run.
  public var place: FrameCount?
  /// The length of its loop in frames.
  public var loop: FrameCount = 1
}

/// The levels of the stems for meters, computed from the profiles of their samples and from the states and gains that the
/// engine reports (``MeterLook``). The audio thread measures nothing for them.
struct Meters {
  /// The profile of each stem whose samples have been examined, by its number.
  private var profiles: [StemProfile?] = []

  /// The level of every stem of a deck over the last `seconds`.
  func levels(of deck: Deck, over seconds: Double) -> [StemLevel] {
    guard var look = MeterLook(deck, over: seconds) else { return deck.stems.map { _ in StemLevel() } }
    return deck.stems.withUnsafeBufferPointer { stems in
      stems.indices.map { look.level(of: $0, among: stems, profile(of: $0)) }
    }
  }

  /// A stem whose samples have not been examined yet, with these samples; nil if there is none. Also discards the profiles of
  /// samples that have left the memory.
  mutating func missing(of deck: Deck) -> (StemIndex, StemBuffer)? {
    for stem in deck.stems.indices.map(StemIndex.init) {
      guard let buffer = deck.buffer(of: stem) else {
        if profiles.indices.contains(stem.int) { profiles[stem.int] = nil }
        continue
      }
      if profile(of: stem.int)?.source != ObjectIdentifier(buffer) { return (stem, buffer) }
    }
    return nil
  }

  /// Continues with the stems of the next program.
  mutating func move(_ succession: Succession) {
    let old = profiles
    profiles = []
    for (index, profile) in old.enumerated() {
      if let profile, let stem = succession[StemIndex(index)] { add(profile, of: stem) }
    }
  }

  mutating func add(_ profile: StemProfile, of stem: StemIndex) {
    while profiles.count <= stem.int { profiles.append(nil) }
    profiles[stem.int] = profile
  }

  private func profile(of index: Int) -> StemProfile? {
    profiles.indices.contains(index) ? profiles[index] : nil
  }

  /// The loops of the first `count` stems, each as peaks of equal parts; empty while unknown.
  func pictures(_ count: Int) -> [[Float]] { (0..<count).map { profile(of: $0)?.shape ?? [] } }
}
