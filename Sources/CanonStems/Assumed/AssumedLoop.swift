import CanonEngine

/// The loop of sounds whose set nobody has written: the shortest length of which all others are multiples, else the most frequent
/// one.
///
/// Programs round the length of each file to whole frames: two bars may be one frame longer than twice a bar. So the loop may be a
/// fraction of a frame longer or shorter than the shortest file.
struct AssumedLoop {
  let length: LoopLength
  /// How many of the sounds are as long.
  let count: Int
  /// The sounds, by their places, that are no simple share of the loop.
  let misfits: [Int]

  /// - Parameters:
  ///   - sounds: Not empty.
  ///   - tempo: What the names state. If the loop can be a whole number of its beats, it is.
  /// - Returns: nil if a sound lasts longer than a day.
  init?(_ sounds: [SoundInfo], tempo: Tempo? = nil) {
    let lengths = sounds.compactMap { LoopLength(frames: $0.loopFrames, at: $0.sampleRate) }
    guard lengths.count == sounds.count,
      let shortest = lengths.indices.min(by: { lengths[$0].seconds < lengths[$1].seconds })
    else { return nil }
    let whole = Self.multiples(sounds, near: lengths[shortest], tempo)
    let frequent = whole ?? Self.mostFrequent(sounds, lengths)
    let beats = tempo.flatMap { Self.beats(frequent, $0) }
    length =
      if whole == nil, let beats, beats.fits(sounds[lengths.firstIndex(of: frequent) ?? 0]) { beats } else {
        frequent
      }
    let length = length
    count = sounds.count { length.fits($0) }
    misfits = whole != nil ? [] : sounds.indices.filter { !Self.isShare(sounds[$0], of: length) }
  }

  /// The simple share of a loop that comes nearest to a sound's length.
  static func nearest(to sound: SoundInfo, loop: LoopLength) -> LoopLength? {
    LoopRatio.nearest(to: sound.loopFrames, at: sound.sampleRate, loop: loop)?.length
  }

  // MARK: - Lengths

  /// A length near `shortest` of which all sounds are multiples, within half a frame; nil if there is none.
  private static func multiples(_ sounds: [SoundInfo], near shortest: LoopLength, _ tempo: Tempo?)
    -> LoopLength?
  {
    let counts = sounds.map { max(1, Int64(($0.loopDuration / shortest.seconds).rounded())) }
    func fitsAll(_ length: LoopLength) -> Bool {
      zip(sounds, counts).allSatisfy { sound, count in length.times(count)?.fits(sound) ?? false }
    }
    if let tempo, let beats = beats(shortest, tempo), fitsAll(beats) { return beats }
    if fitsAll(shortest) { return shortest }
    // Each file says between which lengths one loop is; a set file holds microseconds.
    let bounds = zip(sounds, counts).map { sound, count in
      let frames = Double(sound.sampleRate.hertz) * Double(count)
      return (
        least: (Double(sound.loopFrames) - 0.5) / frames, most: (Double(sound.loopFrames) + 0.5) / frames
      )
    }
    guard let least = bounds.map(\.least).max(), let most = bounds.map(\.most).min(), least <= most else {
      return nil
    }
    return LoopLength(numerator: Int64(((least + most) / 2 * 1e6).rounded()), denominator: 1_000_000)
      .flatMap { fitsAll($0) ? $0 : nil }
  }

  /// The first one of equally frequent lengths. Lengths of different rates count as the same within half a frame.
  private static func mostFrequent(_ sounds: [SoundInfo], _ lengths: [LoopLength]) -> LoopLength {
    var places: [LoopLength: (first: Int, count: Int)] = [:]
    for (index, length) in lengths.enumerated() { places[length, default: (index, 0)].count += 1 }
    let sorted = places.keys.sorted { $0.seconds < $1.seconds }
    func total(_ place: Int) -> Int {
      var total = places[sorted[place]]!.count
      for step in [-1, 1] {
        var other = place + step
        while sorted.indices.contains(other), sorted[place].fits(sounds[places[sorted[other]]!.first]) {
          total += places[sorted[other]]!.count
          other += step
        }
      }
      return total
    }
    let best = sorted.indices.map { (place: $0, count: total($0), first: places[sorted[$0]]!.first) }
      .max { ($0.count, -$0.first) < ($1.count, -$1.first) }
    return sorted[best?.place ?? 0]
  }

  /// The whole number of beats that comes nearest to a length.
  private static func beats(_ length: LoopLength, _ tempo: Tempo) -> LoopLength? {
    tempo.length(ofBeats: max(1, Int((length.seconds * tempo.beatsPerMinute / 60).rounded())))
  }

  private static func isShare(_ sound: SoundInfo, of loop: LoopLength) -> Bool {
    if nearest(to: sound, loop: loop)?.fits(sound) == true { return true }
    return loop.times(max(1, Int64((sound.loopDuration / loop.seconds).rounded())))?.fits(sound) == true
  }
}

extension LoopLength {
  fileprivate func fits(_ sound: SoundInfo) -> Bool { fits(sound.loopFrames, at: sound.sampleRate) }

  fileprivate func times(_ count: Int64) -> LoopLength? {
    let (product, overflow) = numerator.multipliedReportingOverflow(by: count)
    return overflow ? nil : LoopLength(numerator: product, denominator: denominator)
  }
}
