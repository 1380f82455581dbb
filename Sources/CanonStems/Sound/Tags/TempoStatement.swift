import CanonEngine

/// How a sound file states its tempo.
package enum TempoStatement: Equatable, Sendable {
  case tempo(Tempo)
  /// The number of beats in the file, at least 1.
  case beats(Int)

  /// The tempo, of beats to thousandths, or a whole number if the file is as long within half a frame.
  /// - Parameter info: The file's.
  /// - Returns: nil outside ``Tempo/range``.
  func tempo(of info: SoundInfo) -> Tempo? {
    switch self {
    case .tempo(let tempo): return tempo
    case .beats(let beats):
      let exact = Double(beats) * 60 / info.duration
      if let whole = Tempo(exact.rounded()),
        whole.length(ofBeats: beats)?.fits(info.frameCount, at: info.sampleRate) == true
      {
        return whole
      }
      return TempoTag.tempo(exact)
    }
  }
}
