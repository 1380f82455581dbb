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

  /// Whether the glob `pattern` (`*` any text, `?` any letter) covers the whole of `text`. Goes back to the last star
  /// only, so that a pattern of many stars takes no longer than their product with the text.
  static func glob(_ pattern: String, covers text: String) -> Bool {
    let pattern = Array(pattern), text = Array(text)
    var p = 0, t = 0
    var star: (p: Int, t: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.p, last.t + 1)
        (p, t) = (last.p + 1, last.t + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
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
