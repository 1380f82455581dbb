import CanonEngine

/// The tempo of sounds whose set nobody has written: only what all their names state, or without a name that states one all their
/// tags, and only if the loop is so many beats long.
package enum AssumedTempo: Hashable, Sendable {
  case stated(Tempo)
  /// They state a tempo at which the loop is no whole number of beats.
  case unfitting(Tempo)
  /// They state more than one.
  case contradictory
  case unknown

  /// What states it.
  package enum Source: Hashable, Sendable {
    case names
    /// Those inside the files.
    case tags
  }

  /// - Parameters:
  ///   - stated: What the names, or the tags, state.
  ///   - rate: The base's.
  init(_ stated: [Tempo], loop: LoopLength, at rate: SampleRate) {
    guard let first = stated.first else {
      self = .unknown
      return
    }
    guard stated.allSatisfy({ $0 == first }) else {
      self = .contradictory
      return
    }
    let beats = Int((loop.seconds * first.beatsPerMinute / 60).rounded())
    self =
      first.length(ofBeats: max(1, beats))?.fits(loop, at: rate) == true ? .stated(first) : .unfitting(first)
  }

  var tempo: Tempo? { if case .stated(let tempo) = self { tempo } else { nil } }

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
