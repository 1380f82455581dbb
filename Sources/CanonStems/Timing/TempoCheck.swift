import CanonEngine
import CanonFiles

/// Whether the tempo of a set can be true, whose loop is counted in bars or beats: the stems' files say how long the music
/// is.
enum TempoCheck {
  /// How many tempos a message proposes.
  private static let mostProposals = 4

  /// - Parameter loop: The set's, as its tempo makes it.
  /// - Throws: When the length of the base is no simple share of the loop (``LoopRatio``); without a base, or if its length is meant to
  ///   be anything, when no stem's length is one that is not meant so.
  /// - Thread: any control thread (reads headers of sound files)
  static func check(_ set: StemSet, loop: LoopLength) throws(FileProblem) {
    guard let tempo = set.tempo, let beats = beats(of: set) else { return }
    let base = set.bases.first.map { set[$0] }
    // A base whose length says nothing vouches for no other stem.
    let stems = if let base, !base.mayDifferFromTempo { [base] } else { set.stems }
    var wrong: (stem: StemSpec, bounds: LoopBounds)?
    for stem in stems {
      // What has any length says nothing about the tempo, nor does what was cut by it.
      if stem.mayDifferFromTempo { continue }
      // What is wrong with a file is said where it is loaded; it may belong to a stem that is still locked.
      guard let info = try? set.soundInfo(of: stem),
        let bounds = try? LoopBounds(of: stem, in: set, info: info)
      else { continue }
      if isShare(bounds, of: loop) { return }
      wrong = wrong ?? (stem, bounds)
    }
    guard let wrong, let length = wrong.bounds.length else { return }
    let unfitting = UnfittingTempo(
      tempo: tempo, loop: set.loop?.description ?? "", seconds: fixed(loop.seconds, 3),
      file: wrong.stem.file, fileSeconds: fixed(length.seconds, 3),
      tempos: tempos(near: tempo, beats: beats, bounds: wrong.bounds),
      otherLoop: span(of: wrong.bounds, length, tempo, in: set))
    throw set.problem(line: set.lines.tempo, field: "tempo", TimingAdvice.unfittingTempo(unfitting))
  }

  /// Beats of the loop; nil when it is not counted so.
  private static func beats(of set: StemSet) -> Int? {
    switch set.loop {
    case .bars(let count): count * set.meter.beatsPerBar
    case .beats(let count): count
    case .frames, .microseconds, nil: nil
    }
  }

  /// Whether the length is a simple share of the loop. A length that is only close to one is reported by its stem.
  private static func isShare(_ bounds: LoopBounds, of loop: LoopLength) -> Bool {
    let rate = bounds.info.sampleRate
    guard let nearest = LoopRatio.nearest(to: bounds.frameCount, at: rate, loop: loop) else { return false }
    return bounds.fits(nearest.length) || LoopRatio.isNear(nearest.length, bounds.frameCount, at: rate)
  }

  /// The tempos at which this number of beats, or a simple ratio of it, is exactly as long as the file; nearest first.
  private static func tempos(near tempo: Tempo, beats: Int, bounds: LoopBounds) -> [Tempo] {
    guard let seconds = bounds.length?.seconds else { return [] }
    let candidates = LoopRatio.simple.compactMap { ratio -> Tempo? in
      let exact = 60 * Double(beats) * Double(ratio.numerator) / Double(ratio.denominator) / seconds
      guard let tempo = Tempo((exact * 1000).rounded() / 1000), let loop = tempo.length(ofBeats: beats),
        let length = ratio.length(of: loop), bounds.fits(length)
      else { return nil }
      return tempo
    }
    let sorted = candidates.sorted {
      (abs($0.thousandths - tempo.thousandths), $0.thousandths)
        < (abs($1.thousandths - tempo.thousandths), $1.thousandths)
    }
    return Array(sorted.prefix(mostProposals))
  }

  /// How the loop could be written instead: as long as the file at this tempo; nil when that is no whole number of beats.
  private static func span(
    of bounds: LoopBounds, _ length: LoopLength, _ tempo: Tempo, in set: StemSet
  ) -> String? {
    let count = Int((length.seconds * tempo.beatsPerMinute / 60).rounded())
    guard count > 0, let whole = tempo.length(ofBeats: count), bounds.fits(whole) else { return nil }
    if case .bars = set.loop, count % set.meter.beatsPerBar == 0 {
      let bars = count / set.meter.beatsPerBar
      return bars == 1 ? "1 bar" : "\(bars) bars"
    }
    return count == 1 ? "1 beat" : "\(count) beats"
  }
}

extension StemSpec {
  /// Whether its length says nothing about the tempo.
  fileprivate var mayDifferFromTempo: Bool {
    hasFreeLength || repeats > 0 || entry == .top || region?.needsTempo == true
  }
}
