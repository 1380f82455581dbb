/// What a command does with marks.
public enum MarkRequest: Hashable, Sendable {
  /// Marks a place in the music; nil for where it is.
  case set(ScoreTime?)
  /// Removes the mark with this number.
  case remove(Int)
}

extension MarkRequest: CustomStringConvertible {
  /// The command as it is written.
  public var description: String {
    switch self {
    case .set(let place): "mark \(place?.description ?? "here")"
    case .remove(let number): "mark off \(number)"
    }
  }
}
