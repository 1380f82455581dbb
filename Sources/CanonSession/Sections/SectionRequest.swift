import CanonEngine

/// What a command does with the course of the music.
public enum SectionRequest: Hashable, Sendable {
  /// Repeats a part of the music, or lets it lead elsewhere; nil to let the music go on.
  case play(SectionSpan?)
  /// Repeats the named section that the music is in.
  case vamp
  /// Leaves at the end of what repeats.
  case go
  /// Moves the music; without a quantum at the end of the named section that it is in.
  case goTo(Destination, Quantum?)
}

/// Where the music goes to.
public enum Destination: Hashable, Sendable {
  case section(String)
  /// The number of a mark.
  case mark(Int)
  /// Either of them, whichever has this name.
  case named(String)
}

extension SectionRequest: CustomStringConvertible {
  /// The command as it is written.
  public var description: String {
    switch self {
    case .play(let span): "section \(span?.description ?? "off")"
    case .vamp: "vamp"
    case .go: "go"
    case .goTo(let destination, let quantum): "goto \(destination)" + (quantum.map { " \($0)" } ?? "")
    }
  }
}

extension Destination: CustomStringConvertible {
  public var description: String {
    switch self {
    case .section(let id): "section \(CommandWords.quote(id))"
    case .mark(let number): "mark \(number)"
    case .named(let name): CommandWords.quote(name)
    }
  }
}
