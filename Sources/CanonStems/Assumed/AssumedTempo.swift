import CanonEngine

/// The tempo of sounds whose set nobody has written: the one that all names with a tempo state, or, where no name states one, the
/// one of all tags. It counts only if the loop is a whole number of its beats.
package enum AssumedTempo: Hashable, Sendable {
  case stated(Tempo, by: Source)
  /// The loop is no whole number of beats at the stated tempo.
  case unfitting(Tempo, by: Source)
  /// More than one tempo is stated.
  case contradictory(Source)
  case unknown

  package enum Source: String, Hashable, Sendable {
    /// The names of the files.
    case names
    /// What the files contain.
    case tags
  }

  /// - Parameter rate: The base's.
  init(_ stated: StatedTempos, loop: LoopLength, at rate: SampleRate) {
    let source = stated.source
    guard let first = stated.tempos.first else {
      self = .unknown
      return
    }
    guard stated.only != nil else {
      self = .contradictory(source)
      return
    }
    let beats = Int((loop.seconds * first.beatsPerMinute / 60).rounded())
    self =
      first.length(ofBeats: max(1, beats))?.fits(loop, at: rate) == true
      ? .stated(first, by: source) : .unfitting(first, by: source)
  }

  var tempo: Tempo? { if case .stated(let tempo, _) = self { tempo } else { nil } }

  /// A tempo at which a loop is a whole number of bars of 4/4.
  struct Candidate: Equatable {
    let tempo: Tempo
    let bars: Int
  }

  /// The usual tempos at which a loop is a whole number of bars of 4/4: those that are whole numbers, and of the others those with 1,
  /// 2, 4, 8, 16 or 32 bars.
  static func candidates(_ loop: LoopLength, at rate: SampleRate) -> [Candidate] {
    (1...128).compactMap { bars in
      let exact = 240 * Double(bars) / loop.seconds
      guard (50...200).contains(exact),
        let tempo = [1.0, 1000].lazy.compactMap({ Tempo((exact * $0).rounded() / $0) }).first(where: {
          $0.length(ofBeats: 4 * bars)?.fits(loop, at: rate) == true
        })
      else { return nil }
      let isUsual = tempo.thousandths % 1000 == 0 || bars & (bars - 1) == 0
      return isUsual ? Candidate(tempo: tempo, bars: bars) : nil
    }
  }
}

/// The tempos that sound files state. People name files; programs write tags, some without being asked: a name counts before a tag.
struct StatedTempos {
  let tempos: [Tempo]
  let source: AssumedTempo.Source

  init(names: [Tempo], tags: [Tempo]) {
    (tempos, source) = names.isEmpty ? (tags, .tags) : (names, .names)
  }

  /// nil if none is stated, or more than one.
  var only: Tempo? { tempos.allSatisfy { $0 == tempos.first } ? tempos.first : nil }
}
