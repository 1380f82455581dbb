import CanonStems

/// Another tempo, or another key.
public enum PlaybackChange: Hashable, Sendable {
  case tempo(PlayedTempo)
  case key(Transposition)
  /// Whatever plays; given again to another engine, never said.
  case both(Playback)

  /// What is played after it; what it does not name stays.
  func applied(to playback: Playback) -> Playback {
    switch self {
    case .tempo(let tempo): Playback(tempo: tempo, key: playback.key)
    case .key(let key): Playback(tempo: playback.tempo, key: key)
    case .both(let playback): playback
    }
  }
}

extension PlaybackChange: CustomStringConvertible {
  /// As in a command.
  public var description: String {
    switch self {
    case .tempo(let tempo): "tempo \(tempo)"
    case .key(let key): "key \(key)"
    case .both(let playback): "tempo \(playback.tempo), key \(playback.key)"
    }
  }
}
