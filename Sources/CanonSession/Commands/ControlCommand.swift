import CanonEngine

/// A command of the vocabulary, from any surface, score, journal or scene. Stems are named, not numbered, and nothing has
/// been checked yet.
public enum ControlCommand: Hashable, Sendable {
  /// Without a quantum the stem's own default for the change applies. `from`: the frame that a start counts for, in a
  /// restored performance.
  case request(StemRequest, StemSelection, Quantum?, from: FramePosition? = nil)
  /// The selection may name the master.
  case gain(StemSelection, Decibels, Fade = .immediate)
  case pan(StemSelection, Pan, Fade = .immediate)
  /// With a nil selection all solos end.
  case solo(StemSelection?, SoloMode, Quantum?)
  /// Holds stems without stopping them, or lets them be heard again; a nil selection means all stems.
  case pause(StemSelection?, isOn: Bool, Quantum?)
  /// A fade out to silence, at whose end the stems become muted, or a fade in, which is a start from silence.
  case fade(StemSelection, FadeDirection, Fade)
  /// Stops everything at once.
  case panic
  /// Runs a scene of the set, on one frame.
  case scene(String, Quantum?)
  /// Goes to the next of the highest level there is, and below to the one before it: the piece of a programme, the section of the music, or
  /// the scene after the one that was run last, in the order of the set.
  case next(Quantum?)
  case previous(Quantum?)
  /// The selection is nil if the toggle is not for stems.
  case toggle(Toggle, StemSelection?, Quantum?)
  /// Undoes the asker's last change.
  case undo
  /// Replaces a stem's samples by those of another file of the set's folder.
  case replace(StemSelection, file: String, Quantum?)
  /// Moves the clock forward; journals have it where a server lost frames.
  case skip(FrameCount)
  /// The door of a stem has opened or shut for follow actions; only in journals.
  /// With a quantum, the door that has shut stops the stem: unlike a stop that somebody requests, that one keeps its frame when the
  /// music moves.
  case door(String, isOpen: Bool, stopping: Quantum? = nil)
  /// The level to which a stem had faded when the performance was restored, from 0 to 1; only in journals.
  case faded(String, Double)
  /// The follow action of a stem had asked already when the performance was restored; only in journals.
  case asked(String)
  /// The stem has begun to wait for its samples, or no longer does; only in journals.
  case supply(String, SampleSupply)
  /// The music was in the gap before its piece when the performance was restored; only in journals.
  case gap
  /// The driver left the graph after this number of frames, in which its output faded out over 5 ms; only in journals.
  case left(FrameCount)
  /// Moves the music to another place.
  case seek(SeekPlace)
  /// Repeats a part of the music, moves the music to a section or a mark, or lets it go on.
  case section(SectionRequest)
  /// What the player alone hears, and what a stem sends to a bus.
  case cue(CueRequest)
  /// Marks a place in the music.
  case mark(MarkRequest)
  /// Lets the music stand still, at a place or where it is; the clock counts on.
  case freeze(ScoreTime?)
  /// The music that stood goes on, from a place or from where it stands; only in journals, `resume` for everybody else.
  case roll(ScoreTime?)
  /// The clock starts, after a performance was restored; only in journals.
  case begin
  /// Counts as received later.
  indirect case wait(CommandTime, ControlCommand)
  /// Ends the command with this number that waits; nil for all.
  case endWaiting(Int?)
  /// Reads the set, the schedule and changed sound files again; they take effect on the boundary. The set's loop without a quantum.
  case reload(Quantum?)
  /// Plays in another tempo or key from the boundary on. The set's loop without a quantum.
  case playback(PlaybackChange, Quantum?)
  /// Another piece of the programme begins on the boundary, by its number from 1. The set's loop without a quantum.
  case piece(Int, Quantum?)
  /// The edition with this number takes effect on the boundary; only in journals.
  case edition(Int, Quantum)
  /// Records what the driver delivers into this file; nil for the usual name.
  case record(file: String?)
  /// Ends the recording.
  case endRecording
  /// Captures what comes in as a stem, or adds it to one.
  indirect case capture(CaptureRequest)
  /// Ends the capture that is under way, of which nothing stays.
  case endCapture
  /// Copies what a stem has captured into the set.
  case keep(String)
  /// Binds the next pad or pedal that is pressed to a change of a stem.
  case learn(String, StemRequest, Quantum?)
  /// Binds nothing.
  case endLearning
  /// Ends the pairing of the browser with this number.
  case unpair(Int)
  case quit
}

extension ControlCommand {
  /// The stems that it names; nil if it names none.
  public var selection: StemSelection? {
    switch self {
    case .request(_, let selection, _, _), .gain(let selection, _, _), .pan(let selection, _, _),
      .replace(let selection, _, _):
      selection
    case .fade(let selection, _, _): selection
    case .solo(let selection, _, _), .pause(let selection, _, _), .toggle(_, let selection, _): selection
    case .cue(let request): request.selection
    case .panic, .scene, .next, .previous, .undo, .skip, .seek, .section, .mark, .freeze, .roll, .begin,
      .door, .faded,
      .asked, .supply, .gap,
      .left,
      .wait, .endWaiting, .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture,
      .keep, .learn,
      .endLearning, .unpair, .quit:
      nil
    }
  }

  /// The requested quantum; nil if there is none.
  public var quantum: Quantum? {
    switch self {
    case .request(_, _, let quantum, _), .solo(_, _, let quantum), .pause(_, _, let quantum),
      .scene(_, let quantum),
      .replace(_, _, let quantum), .next(let quantum), .previous(let quantum), .toggle(_, _, let quantum),
      .reload(let quantum), .playback(_, let quantum), .piece(_, let quantum):
      quantum
    case .edition(_, let quantum): quantum
    case .section(.goTo(_, let quantum)): quantum
    case .gain, .pan, .fade: fade?.quantum
    case .panic, .skip, .seek, .section, .cue, .mark, .freeze, .roll, .begin, .undo, .door, .faded, .asked,
      .supply, .gap,
      .left,
      .wait,
      .endWaiting, .record, .endRecording, .capture, .endCapture, .keep, .learn, .endLearning, .unpair, .quit:
      nil
    }
  }

  /// Whether it can wait for a frame: what it does depends on nothing but the engine's state there.
  public var canWait: Bool {
    switch self {
    case .request, .gain, .pan, .solo, .pause, .fade, .panic, .scene, .next, .previous, .seek, .freeze: true
    case .toggle, .undo, .replace, .skip, .section, .cue, .mark, .roll, .begin, .door, .faded, .asked,
      .supply,
      .gap,
      .left,
      .wait,
      .endWaiting,
      .reload, .playback, .piece,
      .edition, .record, .endRecording, .capture, .endCapture, .keep, .learn, .endLearning, .unpair, .quit:
      false
    }
  }

  /// The command as a journal has it if a door has requested it.
  var asDoors: ControlCommand {
    guard case .request(.stop, let selection, let quantum?, _) = self, selection.words.count == 1 else {
      return self
    }
    return .door(selection.words[0], isOpen: false, stopping: quantum)
  }

  /// The command as it can be given again: an edition is read again.
  var asGiven: ControlCommand {
    if case .edition(_, let quantum) = self { .reload(quantum) } else { self }
  }

  /// Whether it pauses or resumes the whole performance.
  public var isPauseOfAll: Bool { if case .pause(nil, _, _) = self { true } else { false } }

  /// Whether it reads the set again.
  var isReload: Bool { if case .reload = self { true } else { false } }

  /// Whether it lets the music play in another tempo or key.
  var isPlayback: Bool { if case .playback = self { true } else { false } }
  /// Whether another piece of the programme begins by it.
  var isPiece: Bool { if case .piece = self { true } else { false } }
  /// Whether something may begin to be heard by it: a stem, or the bases of another piece. A panic drops it while it waits for files.
  var beginsSound: Bool { leadsToSound || isPiece }

  /// Whether it resumes the whole performance: it lets music that stands go on, too.
  var isResumeOfAll: Bool { if case .pause(nil, isOn: false, _) = self { true } else { false } }

  /// Whether it moves the music to another place.
  var movesMusic: Bool {
    switch self {
    case .seek, .freeze(_?), .roll(_?): true
    default: false
    }
  }

  /// Whether it lets the music stand, or go on.
  var isOfTheClock: Bool {
    switch self {
    case .freeze, .roll: true
    default: false
    }
  }

  /// Whether it pauses anything.
  var isPause: Bool { if case .pause(_, isOn: true, _) = self { true } else { false } }

  /// Whether the command may make a silent stem heard.
  package var leadsToSound: Bool {
    switch self {
    case .request(.start, _, _, _), .request(.unmute, _, _, _), .request(.press, _, _, _), .fade(_, .in, _),
      .cue(.listen(_, true)):
      true
    default: false
    }
  }

  /// Whether something is heard on the cue bus by it.
  package var needsCueBus: Bool {
    switch self {
    case .cue(let request): request.needsCueBus
    case .wait(_, let command): command.needsCueBus
    default: false
    }
  }

  /// Whether the click is heard by it.
  package var needsClick: Bool {
    switch self {
    case .cue(let request): request.needsClick
    case .wait(_, let command): command.needsClick
    default: false
    }
  }

  /// Whether it fades stems in or out.
  var isFadeOfStems: Bool { if case .fade = self { true } else { false } }

  /// Whether it means the same whatever plays, and needs no files: it changes levels, or lets stems fall silent.
  var isGivenAsItStands: Bool {
    switch self {
    case .gain, .pan, .request(.stop, _, _, _), .request(.mute, _, _, _), .request(.cancel, _, _, _): true
    default: false
    }
  }

  /// Whether it is a gain, the only command for the master.
  var isGain: Bool { if case .gain = self { true } else { false } }

  /// Whether `all` and globs skip the base; with a fade they include it.
  public var sparesBase: Bool { if case .fade = self { false } else { true } }

  /// The same gain or pan with another fade; other commands stay as they are.
  func with(_ fade: Fade) -> ControlCommand {
    switch self {
    case .gain(let selection, let gain, _): .gain(selection, gain, fade)
    case .pan(let selection, let pan, _): .pan(selection, pan, fade)
    case .fade(let selection, let direction, _): .fade(selection, direction, fade)
    default: self
    }
  }

  /// The fade of a gain, a pan or a stem; nil for other commands.
  package var fade: Fade? {
    switch self {
    case .gain(_, _, let fade), .pan(_, _, let fade), .fade(_, _, let fade): fade
    default: nil
    }
  }
}

/// The stems of a command.
public struct StemSelection: Hashable, Sendable {
  /// The words as written: ids, `all`, or globs with `*` and `?`.
  public let words: [String]

  public init(_ words: [String]) { self.words = words }

  /// Whether `word` means several stems: `all` or a glob.
  public static func isPattern(_ word: String) -> Bool {
    if word == "all" { return true }
    let mayBeGlob = word.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    return mayBeGlob && (word.contains("*") || word.contains("?"))
  }

  /// Whether the glob `pattern` (`*` any text, `?` any letter) matches the whole of `text`. It backtracks only to the last
  /// star, so that the time is at most proportional to the product of both lengths.
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
  /// The command as text; parsing the text gives the same command.
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
    case .door(let id, let isOpen, let quantum): "\(isOpen ? "open" : "shut") \(id)" + Self.suffix(quantum)
    case .faded(let id, let level): "faded \(id) \(level)"
    case .asked(let id): "asked \(id)"
    case .supply(let id, let supply): "\(supply.word) \(id)"
    case .gap: "gap"
    case .left(let frames): "left \(frames)"
    case .seek(let place): "seek \(place)"
    case .cue(let request): request.description
    case .section(let request): request.description
    case .mark(let request): request.description
    case .freeze(let place): "freeze" + (place.map { " \($0)" } ?? "")
    case .roll(let place): "roll" + (place.map { " \($0)" } ?? "")
    case .begin: "begin"
    case .wait(let time, let command): "\(time) \(command)"
    case .endWaiting(let number): "cancel at \(number.map(String.init) ?? "all")"
    case .reload(let quantum): "reload" + Self.suffix(quantum)
    case .playback(let change, let quantum): change.description + Self.suffix(quantum)
    case .piece(let number, let quantum): "goto piece \(number)" + Self.suffix(quantum)
    case .edition(let number, let quantum): "edition \(number) \(quantum)"
    case .record(let file): "record start" + (file.map { " " + CommandWords.quote($0) } ?? "")
    case .endRecording: "record stop"
    case .capture(let request):
      "capture \(CommandWords.quote(request.stem))" + (request.isAdded ? " add" : "")
        + (request.loops.map { " loops \($0)" } ?? "") + (request.bars.map { " bars \($0)" } ?? "")
        + (request.source.map { " from " + CommandWords.quote($0) } ?? "")
    case .endCapture: "capture off"
    case .keep(let stem): "keep \(CommandWords.quote(stem))"
    case .learn(let stem, let request, let quantum):
      "learn \(CommandWords.quote(stem)) \(request.word)" + Self.suffix(quantum)
    case .endLearning: "learn off"
    case .unpair(let number): "unpair \(number)"
    case .quit: "quit"
    }
  }

  private static func suffix(_ quantum: Quantum?) -> String { quantum.map { " \($0)" } ?? "" }
}

extension [ControlCommand] {
  /// The commands that were given together, as text.
  var text: String { map(\.description).joined(separator: "; ") }
}

extension StemSelection {
  var text: String { words.map(CommandWords.quote).joined(separator: " ") }
}

extension SoloMode {
  /// The mode's word in commands.
  public var word: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .alone: "alone"
    }
  }
}
