import CanonEngine
import CanonStems

/// One stem's level, by its samples and its gain on the way. Neither ramps of starts and stops nor a release are in it.
public struct StemLevel: Sendable {
  public var peak: (left: Float, right: Float) = (0, 0)
  public var rms: (left: Float, right: Float) = (0, 0)
  /// Frames since its last loop top; nil while it does not run.
  public var place: FrameCount?
  /// Of its loop, in frames.
  public var loop: FrameCount = 1
}

/// How loud the stems are, for meters: by what is known of their samples and what they do.
struct Meters {
  /// By stem; where it has samples that were looked through.
  private var profiles: [StemIndex: StemProfile] = [:]

  /// The level of every stem of a deck over the last `seconds`.
  func levels(of deck: borrowing Deck, over seconds: Double) -> [StemLevel] {
    guard let grid = deck.grid, let rate = deck.sampleRate, let configuration = deck.configuration else {
      return deck.stems.map { _ in StemLevel() }
    }
    let (position, frames) = (deck.position, FrameCount(seconds * Double(rate.hertz)))
    let isSoloed = deck.stems.contains { $0.mix.solo != .off }
    let isAlone = deck.stems.contains { $0.mix.solo == .alone }
    return deck.stems.indices.map { index in
      let (mirror, stem) = (deck.stems[index], configuration.stems[index])
      var level = StemLevel()
      let line = stem.line ?? grid.loop
      level.loop = line.longestDistance
      guard mirror.status.state == .play || mirror.status.state == .mute else { return level }
      let layout = deck.buffer(of: StemIndex(index))?.layout
      let place = stem.place(
        at: position, began: mirror.began, loop: grid.loop, introLength: layout?.intro ?? 0)
      level.place = place
      let isAudible = !isSoloed || mirror.mix.solo != .off || (stem.isBase && !isAlone)
      guard mirror.status.soundsNow, isAudible, !deck.isAway, let profile = profiles[StemIndex(index)] else {
        return level
      }
      let (slice, gain) = (profile.level(at: place, over: frames), mirror.motion.value(at: position))
      level.peak = (slice.peakLeft * gain.left, slice.peakRight * gain.right)
      level.rms = (slice.powerLeft.squareRoot() * gain.left, slice.powerRight.squareRoot() * gain.right)
      return level
    }
  }

  /// A stem whose samples were not looked through yet, and those; nil when all were. What has left the memory is
  /// forgotten.
  mutating func missing(of deck: borrowing Deck) -> (StemIndex, StemBuffer)? {
    for stem in deck.stems.indices.map(StemIndex.init) {
      guard let buffer = deck.buffer(of: stem) else {
        profiles[stem] = nil
        continue
      }
      if profiles[stem]?.source != ObjectIdentifier(buffer) { return (stem, buffer) }
    }
    return nil
  }

  mutating func add(_ profile: StemProfile, of stem: StemIndex) { profiles[stem] = profile }

  /// The loop of each of so many stems as peaks of equal parts; empty while unknown.
  func pictures(_ count: Int) -> [[Float]] { (0..<count).map { profiles[StemIndex($0)]?.shape ?? [] } }
}
