import CanonEngine
import CanonStems

/// The level of one stem as it is heard: what its port was given.
public struct StemLevel: Sendable {
  public var peak: (left: Float, right: Float) = (0, 0)
  public var rms: (left: Float, right: Float) = (0, 0)
  /// Frames since its last loop top; nil while it does not run.
  public var place: FrameCount?
  /// The length of its loop in frames.
  public var loop: FrameCount = 1
}

/// The levels of the stems for meters, computed from the profiles of their samples and from the gains that the engine's rules give them
/// (``EngineMirror``). The audio thread measures nothing for them.
struct Meters {
  /// The profiles of each stem's samples, by its number: of those that sound, and of those that are to. Samples without a profile are measured.
  private var profiles: [[StemProfile]] = []

  /// The level of every stem of a deck over the last `seconds`.
  /// - Parameter position: The frame after the last one. The engine's events were read after the engine had delivered that.
  mutating func levels(of deck: Deck, until position: FramePosition, over seconds: Double) -> [StemLevel] {
    // What is needed of the configuration, and not all of it: this is asked for thirty times a second.
    guard let mirror = deck.handle?.mirror, let lines = deck.configuration?.stems, let loop = deck.grid?.loop,
      let rate = deck.sampleRate
    else { return deck.stems.map { _ in StemLevel() } }
    mirror.look(at: position)
    let frames = max(1, FrameCount((seconds * Double(rate.hertz)).rounded()))
    let look = max(0, position - frames)..<max(1, position)
    let reached = min(deck.reached, position)
    let (isAway, places) = (deck.isAway, deck.places)
    return deck.stems.withUnsafeBufferPointer { stems in
      stems.indices.map { index in
        var level = StemLevel()
        level.loop = (lines[index].line ?? loop).longestDistance
        let state = stems[index].status.state
        let known = profiles.indices.contains(index) ? profiles[index] : []
        var sum: SignalLevel?
        mirror.withSounds(of: places[index]) { sounds in
          guard let last = sounds.indices.last else { return }
          if state == .play || state == .mute { level.place = sounds[last].place(at: reached) }
          // Before the first downbeat nothing is delivered.
          if isAway || position <= 0 { return }
          var look = MeterLook(look, known)
          look.add(&sounds)
          sum = look.level
        }
        guard let sum else { return level }
        let rms = sum.rms(over: look.count)
        (level.peak, level.rms) = ((sum.peak.x, sum.peak.y), (rms.x, rms.y))
        return level
      }
    }
  }

  /// A stem whose samples have not been examined yet, with these samples; nil if there is none. Also discards the profiles of
  /// samples that no meter needs any more.
  /// - Parameter unfinished: Samples that are still being captured.
  mutating func missing(of deck: Deck, but unfinished: StemBuffer? = nil) -> (StemIndex, StemBuffer)? {
    deck.handle?.mirror.keepSounds()
    for stem in profiles.indices where !profiles[stem].isEmpty {
      let used = numbers(of: StemIndex(stem), in: deck)
      profiles[stem].removeAll { !used.contains($0.source) }
    }
    for stem in deck.stems.indices.map(StemIndex.init) {
      guard let buffer = deck.buffer(of: stem), buffer !== unfinished else { continue }
      let isKnown =
        profiles.indices.contains(stem.int) && profiles[stem.int].contains { $0.source == buffer.number }
      if !isKnown { return (stem, buffer) }
    }
    return nil
  }

  /// The buffers that a stem plays, has played within the reach of meters, or is to play.
  private func numbers(of stem: StemIndex, in deck: Deck) -> Set<UInt64> {
    guard deck.stems.indices.contains(stem.int) else { return [] }
    var numbers = Set([deck.buffer(of: stem)?.number].compactMap(\.self))
    deck.handle?.mirror.withSounds(of: deck.place(of: stem)) { sounds in
      for sound in sounds { if let number = sound.buffer?.number { numbers.insert(number) } }
    }
    return numbers
  }

  /// Continues with the stems of the next program.
  mutating func move(_ succession: Succession) {
    let old = profiles
    profiles = []
    for (index, known) in old.enumerated() {
      if let stem = succession[StemIndex(index)] { known.forEach { add($0, of: stem) } }
    }
  }

  mutating func add(_ profile: StemProfile, of stem: StemIndex) {
    while profiles.count <= stem.int { profiles.append([]) }
    profiles[stem.int].append(profile)
  }

  /// The loops of a deck's stems, each as peaks of equal parts; empty while unknown.
  func pictures(of deck: Deck) -> [[Float]] {
    deck.stems.indices.map { index in
      guard profiles.indices.contains(index) else { return [] }
      guard let buffer = deck.buffer(of: StemIndex(index)) else { return [] }
      return (profiles[index].first { $0.source == buffer.number } ?? profiles[index].last)?.shape ?? []
    }
  }
}
