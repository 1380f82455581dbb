import CanonEngine
import CanonStems

/// One stem's level, as it is heard: its samples by its gain, pan, state and release, and by what others' solo does to it.
public struct StemLevel: Sendable {
  public var peak: (left: Float, right: Float) = (0, 0)
  public var rms: (left: Float, right: Float) = (0, 0)
  /// Frames since its last loop top; nil while it does not run.
  public var place: FrameCount?
  /// Of its loop, in frames.
  public var loop: FrameCount = 1
}

/// How loud the stems are, for meters: by what is known of their samples and what the engine says of their states and
/// gains. The audio thread measures nothing for it.
///
/// While nothing of a stem moves its level is that of the samples that have passed; else it is put together from
/// stretches of ``stretch`` frames.
struct Meters {
  /// By stem; where it has samples that were looked through.
  private var profiles: [StemIndex: StemProfile] = [:]

  /// The level of every stem of a deck over the last `seconds`.
  func levels(of deck: Deck, over seconds: Double) -> [StemLevel] {
    guard let grid = deck.grid, let rate = deck.sampleRate, let configuration = deck.configuration else {
      return deck.stems.map { _ in StemLevel() }
    }
    let frames = max(1, FrameCount(seconds * Double(rate.hertz)))
    let first = max(0, deck.position - frames)
    let solos = SoloHearing(deck.stems, ramp: configuration.ramp)
    return deck.stems.indices.map { index in
      let (mirror, stem) = (deck.stems[index], configuration.stems[index])
      let layout = deck.buffer(of: StemIndex(index))?.layout
      func place(at frame: FramePosition) -> FrameCount {
        stem.place(at: frame, began: mirror.began, loop: grid.loop, introLength: layout?.intro ?? 0)
      }
      var level = StemLevel()
      level.loop = (stem.line ?? grid.loop).longestDistance
      let isRunning = mirror.status.state == .play || mirror.status.state == .mute
      if isRunning { level.place = place(at: deck.position) }
      guard !deck.isAway, let profile = profiles[StemIndex(index)] else { return level }
      let ramps = Hearing.Ramps(
        usual: configuration.ramp, shortest: FrameCount(rate.hertz / 1000), release: layout?.release ?? 0,
        isWhole: { place(at: $0) == 0 || place(at: $0) == -(layout?.intro ?? 0) })
      let isSteady =
        mirror.hearing.isSteady(before: deck.position, frames: frames, ramps) && solos.isSteady(from: first)
        && mirror.motion.isSteady(from: first)
      var sum = LevelSum()
      for start in stride(from: first, to: deck.position, by: Int(isSteady ? frames : Self.stretch)) {
        let end = min(start + (isSteady ? frames : Self.stretch), deck.position)
        let middle = (start + end - 1) / 2
        let gain = mirror.motion.value(at: middle)
        let solo = solos.factor(of: index, isBase: stem.isBase, at: middle)
        func add(_ range: Range<FrameCount>, _ factor: Float) {
          profile.add(range, times: (gain.left * factor, gain.right * factor), to: &sum)
        }
        let loop = mirror.hearing.loop(at: middle, ramps) * solo
        if loop > 0 {
          let last = place(at: end - 1)
          // The part behind the loop's top is its beginning, the one before it its end.
          let behind = min(end - start, last < 0 ? end - start : last + 1)
          add((last + 1 - behind)..<(last + 1), loop)
          if behind < end - start {
            let before = place(at: start)
            add(before..<(before + end - start - behind), loop)
          }
        }
        let release = mirror.hearing.release(at: middle, ramps)
        if release.factor > 0, let layout {
          let place = layout.loop + release.frame
          add(place..<(place + end - start), release.factor * solo)
        }
      }
      (level.peak, level.rms) = (sum.peak, sum.rms(over: Int(deck.position - first)))
      return level
    }
  }

  /// Frames.
  private static let stretch: FrameCount = 48

  /// A stem whose samples were not looked through yet, and those; nil when all were. What has left the memory is
  /// forgotten.
  mutating func missing(of deck: Deck) -> (StemIndex, StemBuffer)? {
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
