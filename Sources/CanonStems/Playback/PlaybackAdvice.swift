import CanonFiles

/// Problems of the tempo and the key in which a set is played.
package enum PlaybackAdvice: FileAdvice {
  case table
  case tempo
  case noTempo
  /// The set's own tempo, if it names one.
  case tempoOutside(Tempo?)
  case key
  case otherForm
  /// Of a stem.
  case stretch
  case transpose

  package var code: String? { Self.code("playback", self) }

  package var words: Advice {
    switch self {
    case .table:
      Advice(
        expected: "a table with tempo and key",
        remedy: "Write [playback], and in lines below it e.g. tempo = 92 and key = \"+2\".")
    case .tempo:
      Advice(
        expected: "beats per minute, a percentage of the set's own tempo, or original",
        remedy: "Write e.g. tempo = 92 or tempo = \"115 %\".")
    case .noTempo:
      Advice(
        expected: "a percentage, because the set names no tempo of its own",
        remedy: "Write e.g. \"115 %\", or give the set its tempo, e.g. tempo = 80 above all tables.")
    case .tempoOutside(let own):
      Advice(
        expected: "25 to 400 % of the set's own tempo" + (own.map { " (\($0))" } ?? ""),
        remedy: "Give a tempo within that.")
    case .key:
      Advice(
        expected: "semitones, cents, or original, from -24 to 24 semitones",
        remedy: "Write e.g. key = \"+2\" or key = \"-30 cents\".")
    case .otherForm:
      Advice(
        expected: "a table with the header [playback], or none",
        remedy: "Write [playback] in a line of its own, and tempo and key in the lines below it.")
    case .stretch:
      Advice(
        expected: "on, off or tape",
        remedy:
          "Write e.g. stretch = \"off\": neither the tempo nor the key of the playback changes the stem.")
    case .transpose:
      Advice(
        expected: "true or false",
        remedy: "Write e.g. transpose = false: the key of the playback does not change the stem.")
    }
  }
}
