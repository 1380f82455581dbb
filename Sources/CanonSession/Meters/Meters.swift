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
/// engine reports. The audio thread measures nothing for them.
///
/// While no factor of a stem moves, its level is that of the samples played. Otherwise it is combined from
/// parts of ``stretch`` frames.
struct Meters {
  /// The profile of each stem whose samples have been examined.
  private var profiles: [StemIndex: StemProfile] = [:]

  /// The level of every stem of a deck over the last `seconds`.
  func levels(of deck: Deck, over seconds: Double) -> [StemLevel] {
    guard let grid = deck.grid, let rate = deck.sampleRate, let configuration = deck.configuration else {
      return deck.stems.map { _ in StemLevel() }
    }
    let frames = max(1, FrameCount(seconds * Double(rate.hertz)))
    // What stood was silent.
    let first = max(0, max(deck.position - frames, min(deck.silentUntil, deck.position)))
    let solos = SoloHearing(deck.stems, ramp: configuration.ramp)
    return deck.stems.indices.map { index in
      let (mirror, stem) = (deck.stems[index], configuration.stems[index])
      let layout = deck.buffer(of: StemIndex(index))?.layout
      func place(at frame: FramePosition) -> FrameCount {
        stem.place(
          at: frame - deck.origin, began: mirror.began - deck.origin, loop: grid.loop,
          introLength: layout?.intro ?? 0)
      }
      var level = StemLevel()
      level.loop = (stem.line ?? grid.loop).longestDistance
      let isRunning = mirror.status.state == .play || mirror.status.state == .mute
      if isRunning { level.place = place(at: deck.reached) }
      guard !deck.isAway, !deck.isStanding, let profile = profiles[StemIndex(index)] else { return level }
      let ramps = Hearing.Ramps(
        usual: configuration.ramp, shortest: RampLengths(configuration).shortest,
        release: layout?.release ?? 0,
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
          // The frames after the loop's top read the loop's beginning, those before the top its end.
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
      (level.peak, level.rms) = (sum.peak, sum.rms(over: Int(min(frames, deck.position))))
      return level
    }
  }

  /// The length of a part, in frames, while a factor moves.
  private static let stretch: FrameCount = 48

  /// A stem whose samples have not been examined yet, with these samples; nil if there is none. Also discards the profiles of
  /// samples that have left the memory.
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

  /// Continues with the stems of the next program.
  mutating func move(_ succession: Succession) { profiles = succession.moved(profiles) }

  mutating func add(_ profile: StemProfile, of stem: StemIndex) { profiles[stem] = profile }

  /// The loops of the first `count` stems, each as peaks of equal parts; empty while unknown.
  func pictures(_ count: Int) -> [[Float]] { (0..<count).map { profiles[StemIndex($0)]?.shape ?? [] } }
}
