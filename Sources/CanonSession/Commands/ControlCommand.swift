import CanonEngine

/// What may be asked of canon, in the words of the one vocabulary: from standard input, scores and journals
/// today, from keys, OSC and MIDI alike. Stems are named, not numbered; nothing is decided yet.
public enum ControlCommand: Hashable, Sendable {
  /// Without a quantum the stem's own default for the change applies. `from`: a start counts as one on that frame, in a
  /// performance that is brought back.
  case request(StemRequest, StemSelection, Quantum?, from: FramePosition? = nil)
  /// The selection may name the master.
  case gain(StemSelection, Decibels, Fade = .immediate)
  case pan(StemSelection, Pan, Fade = .immediate)
  /// `nil`: no stem is soloed any more.
  case solo(StemSelection?, SoloMode, Quantum?)
  /// Holds stems without stopping them, or lets them be heard again; nil: all of them, and with them the performance.
  case pause(StemSelection?, isOn: Bool, Quantum?)
  /// Out: to silence, where the stems become mute. In: a start from silence.
  case fade(StemSelection, FadeDirection, Fade)
  /// Everything stops, at once.
  case panic
  /// Everything that the set names so, on one frame.
  case scene(String, Quantum?)
  /// The scene after the one that was run last, in the order of the set, or the one before it.
  case next(Quantum?)
  case previous(Quantum?)
  /// The selection is nil where the toggle means no stems.
  case toggle(Toggle, StemSelection?, Quantum?)
  /// Takes back what the asker has changed last.
  case undo
  /// Exchanges a stem's samples for those of another file of the set's folder.
  case replace(StemSelection, file: String, Quantum?)
  /// Moves the clock on; written into journals where a server lost frames.
  case skip(FrameCount)
  /// The door of a stem has opened or shut for follow actions; only in journals.
  case door(String, isOpen: Bool)
  case quit
}

extension ControlCommand {
  /// The stems that it names; nil where it names none.
  public var selection: StemSelection? {
    switch self {
    case .request(_, let selection, _, _), .gain(let selection, _, _), .pan(let selection, _, _),
      .replace(let selection, _, _):
      selection
    case .fade(let selection, _, _): selection
    case .solo(let selection, _, _), .pause(let selection, _, _), .toggle(_, let selection, _): selection
    case .panic, .scene, .next, .previous, .undo, .skip, .door, .quit: nil
    }
  }

  /// The quantum that was asked for, if any was.
  public var quantum: Quantum? {
    switch self {
    case .request(_, _, let quantum, _), .solo(_, _, let quantum), .pause(_, _, let quantum),
      .scene(_, let quantum),
      .replace(_, _, let quantum), .next(let quantum), .previous(let quantum), .toggle(_, _, let quantum):
      quantum
    case .gain, .pan, .fade: fade?.quantum
    case .panic, .skip, .undo, .door, .quit: nil
    }
  }

  /// Whether it pauses or resumes the whole performance.
  public var isPauseOfAll: Bool { if case .pause(nil, _, _) = self { true } else { false } }

  /// Whether a stem may be heard by it that was not.
  package var leadsToSound: Bool {
    switch self {
    case .request(.start, _, _, _), .request(.unmute, _, _, _), .request(.press, _, _, _), .fade(_, .in, _):
      true
    default: false
    }
  }

  /// Only a gain may be the master's.
  var isGain: Bool { if case .gain = self { true } else { false } }

  /// With a fade `all` and globs mean the base, too.
  public var sparesBase: Bool { if case .fade = self { false } else { true } }

  /// How gain, pan or the stem itself get there.
  var fade: Fade? {
    switch self {
    case .gain(_, _, let fade), .pan(_, _, let fade), .fade(_, _, let fade): fade
    default: nil
    }
  }
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
    case .request(let request, let stems, let quantum, let from):
      "\(request.word) \(stems.text)" + Self.suffix(quantum) + (from.map { " from \($0)" } ?? "")
    case .gain(let stems, let decibels, let fade): "gain \(stems.text) \(decibels.value)" + fade.suffix
    case .pan(let stems, let pan, let fade): "pan \(stems.text) \(pan.value)" + fade.suffix
    case .solo(nil, _, let quantum): "solo off" + Self.suffix(quantum)
    case .solo(let stems?, let mode, let quantum): "solo \(stems.text) \(mode.word)" + Self.suffix(quantum)
    case .pause(let stems, let isOn, let quantum):
      (isOn ? "pause" : "resume") + (stems.map { " \($0.text)" } ?? "") + Self.suffix(quantum)
    case .fade(let stems, let direction, let fade): "fade \(stems.text) \(direction.rawValue)" + fade.suffix
    case .panic: "panic"
    case .scene(let name, let quantum): "scene \(CommandWords.quote(name))" + Self.suffix(quantum)
    case .next(let quantum): "next" + Self.suffix(quantum)
    case .previous(let quantum): "previous" + Self.suffix(quantum)
    case .toggle(let toggle, let stems, let quantum):
      "toggle \(toggle.rawValue)" + (stems.map { " \($0.text)" } ?? "") + Self.suffix(quantum)
    case .undo: "undo"
    case .replace(let stems, let file, let quantum):
      "replace \(stems.text) \(CommandWords.quote(file))" + Self.suffix(quantum)
    case .skip(let frames): "skip \(frames)"
    case .door(let id, let isOpen): "\(isOpen ? "open" : "shut") \(id)"
    case .quit: "quit"
    }
  }

  private static func suffix(_ quantum: Quantum?) -> String { quantum.map { " \($0)" } ?? "" }
}

extension StemSelection {
  fileprivate var text: String { words.map(CommandWords.quote).joined(separator: " ") }
}

extension SoloMode {
  /// The word by which people name it.
  public var word: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .alone: "alone"
    }
  }
}
