import CanonEngine

/// What may be asked of canon, in the words of the one vocabulary: from standard input, scores and journals
/// today, from keys, OSC and MIDI alike. Stems are named, not numbered; nothing is decided yet.
public enum ControlCommand: Hashable, Sendable {
  /// Without a quantum the stem's own default for the change applies.
  case request(StemRequest, StemSelection, Quantum?)
  case gain(StemSelection, Decibels)
  case pan(StemSelection, Pan)
  /// Moves the clock on; written into journals where a server lost frames.
  case skip(FrameCount)
  case quit
}

/// Which stems a command means.
public struct StemSelection: Hashable, Sendable {
  /// As written: ids, `all`, or globs with `*` and `?`.
  public let words: [String]

  public init(_ words: [String]) { self.words = words }

  /// Whether `word` means several stems: `all` or a glob.
  public static func isPattern(_ word: String) -> Bool {
    word == "all" || word.contains("*") || word.contains("?")
  }

  /// Whether the glob `pattern` (`*` any text, `?` any letter) covers the whole of `text`.
  static func glob(_ pattern: Substring, covers text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      var tail = text
      while true {
        if glob(rest, covers: tail) { return true }
        if tail.isEmpty { return false }
        tail = tail.dropFirst()
      }
    }
    guard let letter = text.first, first == "?" || first == letter else { return false }
    return glob(rest, covers: text.dropFirst())
  }
}

extension ControlCommand: CustomStringConvertible {
  /// The command as one writes it; parsing this text gives the command back.
  public var description: String {
    switch self {
    case .request(let request, let stems, let quantum):
      ([request.word] + stems.words + [quantum?.description].compactMap(\.self)).joined(separator: " ")
    case .gain(let stems, let decibels): "gain \(stems.words.joined(separator: " ")) \(decibels.value)"
    case .pan(let stems, let pan): "pan \(stems.words.joined(separator: " ")) \(pan.value)"
    case .skip(let frames): "skip \(frames)"
    case .quit: "quit"
    }
  }
}
