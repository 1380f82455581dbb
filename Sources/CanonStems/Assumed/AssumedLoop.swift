import CanonEngine

/// The loop of sounds whose set nobody has written: the shortest length of which all others are multiples, else the most frequent
/// one.
struct AssumedLoop {
  let length: LoopLength
  /// How many of the sounds are as long.
  let count: Int
  /// The sounds, by their places, that are no simple share of the loop.
  let misfits: [Int]

  /// - Parameter sounds: Not empty.
  /// - Returns: nil if a sound lasts longer than a day.
  init?(_ sounds: [SoundInfo]) {
    let lengths = sounds.compactMap { LoopLength(frames: $0.frameCount, at: $0.sampleRate) }
    guard lengths.count == sounds.count, let shortest = lengths.min(by: { $0.seconds < $1.seconds }) else {
      return nil
    }
    func isMultiple(_ sound: SoundInfo, of length: LoopLength) -> Bool {
      let count = max(1, Int((sound.duration / length.seconds).rounded()))
      return LoopRatio(numerator: count, denominator: 1).length(of: length)?.fits(
        sound.frameCount, at: sound.sampleRate)
        ?? false
    }
    func count(_ length: LoopLength) -> Int { sounds.count { length.fits($0.frameCount, at: $0.sampleRate) } }
    if sounds.allSatisfy({ isMultiple($0, of: shortest) }) {
      (length, self.count, misfits) = (shortest, count(shortest), [])
      return
    }
    var best = (length: lengths[0], count: 0)
    // Of equally frequent lengths the first one counts.
    for length in Set(lengths).sorted(by: { lengths.firstIndex(of: $0)! < lengths.firstIndex(of: $1)! }) {
      let count = count(length)
      if count > best.count { best = (length, count) }
    }
    let (length, number) = best
    (self.length, self.count) = (length, number)
    misfits = sounds.indices.filter { index in
      let sound = sounds[index]
      guard !isMultiple(sound, of: length) else { return false }
      return Self.nearest(to: sound, loop: length)?.fits(sound.frameCount, at: sound.sampleRate) != true
    }
  }

  /// The simple share of a loop that comes nearest to a sound's length.
  static func nearest(to sound: SoundInfo, loop: LoopLength) -> LoopLength? {
    LoopRatio.nearest(to: sound.frameCount, at: sound.sampleRate, loop: loop)?.length
  }
}
