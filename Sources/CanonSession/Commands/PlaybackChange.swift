import CanonStems

/// Another tempo, or another key.
public enum PlaybackChange: Hashable, Sendable {
  case tempo(PlayedTempo)
  case key(Transposition)
  /// The variant of the set with this name.
  case variant(String)
  /// Whatever plays; given again to another engine, never said.
  case both(Playback)

  /// What is played after it; what it does not name stays.
  /// - Throws: If the set has no such variant.
  func applied(to playback: Playback, of set: StemSet) throws(CommandProblem) -> Playback {
    switch self {
    case .variant(let name):
      guard let variant = set.variants.first(where: { $0.name == name }) else {
        throw .unknownVariant(name, known: set.variants.map(\.name))
      }
      return variant.playback
    case .tempo(let tempo): return Playback(tempo: tempo, key: playback.key)
    case .key(let key): return Playback(tempo: playback.tempo, key: key)
    case .both(let playback): return playback
    }
  }
}

extension PlaybackChange: CustomStringConvertible {
  /// As in a command.
  public var description: String {
    switch self {
    case .tempo(let tempo): "tempo \(tempo)"
    case .key(let key): "key \(key)"
    case .variant(let name): "variant \(CommandWords.quote(name))"
    case .both(let playback): "tempo \(playback.tempo), key \(playback.key)"
    }
  }
}
