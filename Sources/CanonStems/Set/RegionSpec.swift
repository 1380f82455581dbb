import CanonEngine

/// The part of its file that is a stem's loop, as in set files: `"115200 .."`, `".. 24 s"`, `"bar 3 .. bar 5"`.
public struct RegionSpec: Hashable, Sendable {
  /// The start of the loop; nil for the file's first frame. The part before it is the intro.
  public let start: TimeSpan?
  /// The end of the loop; nil for the file's end. The part after it is the release.
  public let end: TimeSpan?
  /// The text of the file, for messages; not cleaned.
  let text: String

  var needsTempo: Bool { start?.needsTempo == true || end?.needsTempo == true }

  /// Whether it is empty or ends before it begins; nil if this depends on the file.
  var isReversed: Bool? {
    guard let end else { return nil }
    if end.count == 0 { return true }
    guard let start else { return nil }
    switch (start, end) {
    case (.bars, .bars), (.beats, .beats), (.frames, .frames), (.microseconds, .microseconds):
      return start.count >= end.count
    default: return nil
    }
  }
}

extension RegionSpec: LosslessStringConvertible {
  /// Reads two places separated by two dots, one of which can be missing; nil for anything else.
  public init?(_ text: String) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let start = text[..<dots.lowerBound].drop { $0 == " " }
    let end = text[dots.upperBound...].drop { $0 == " " }
    func place(_ text: Substring) -> (isWrong: Bool, place: TimeSpan?) {
      var text = text
      while text.last == " " { text.removeLast() }
      if text.isEmpty { return (false, nil) }
      let place = Self.place(String(text))
      return (place == nil, place)
    }
    let places = (place(start), place(end))
    guard !places.0.isWrong, !places.1.isWrong, places.0.place != nil || places.1.place != nil else {
      return nil
    }
    self.start = places.0.place
    self.end = places.1.place
    self.text = text
  }

  public var description: String { text }

  /// `"115200"`, `"115200 frames"`, `"2.4 s"`, `"8 beats"` (after that many) or `"beat 9"` (its start).
  private static func place(_ text: String) -> TimeSpan? {
    if let frames = wholeNumber(text) { return frames <= 1 << 35 ? .frames(frames) : nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, ["bar", "beat"].contains(parts[0]) else { return TimeSpan(text) }
    guard let number = wholeNumber(parts[1]), (1...100_000).contains(number) else { return nil }
    return parts[0] == "bar" ? .bars(Int(number) - 1) : .beats(Int(number) - 1)
  }
}
