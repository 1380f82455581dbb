import CanonEngine
import CanonSession
import CanonStems

/// A parameter of a word. The parser, completion, the help texts and the documentation of the protocols
/// use it.
public struct Parameter: Hashable, Sendable {
  public let kind: ParameterKind
  public let isOptional: Bool
  /// The word that introduces it, as `over`.
  public let keyword: String?
  /// The default, in words.
  public let fallback: String?

  static func required(_ kind: ParameterKind, after keyword: String? = nil) -> Parameter {
    Parameter(kind: kind, isOptional: false, keyword: keyword, fallback: nil)
  }

  static func optional(_ kind: ParameterKind, after keyword: String? = nil, default fallback: String)
    -> Parameter
  {
    Parameter(kind: kind, isOptional: true, keyword: keyword, fallback: fallback)
  }

  /// Its form in a usage line: `[over LENGTH]`.
  public var usage: String {
    let text = (keyword.map { $0 + " " } ?? "") + kind.placeholder + (repeats ? "…" : "")
    return isOptional ? "[\(text)]" : text
  }

  /// Whether it accepts several values, one after the other.
  public var repeats: Bool { if case .stems = kind { true } else { false } }

  /// Whether it has one word, or two: a number and its unit.
  var mayHaveUnit: Bool {
    switch kind {
    case .playedTempo, .transposition: true
    default: false
    }
  }
}

extension ParameterKind {
  /// Whether it takes all words of its form: places have one word or two.
  var isOfPlaces: Bool {
    switch self {
    case .place, .span: true
    default: false
    }
  }

  /// The limits of a tempo in beats per minute, and of a key in semitones; nil for everything else.
  public var limits: ClosedRange<Double>? {
    switch self {
    case .playedTempo: Tempo.range
    case .transposition:
      Double(Transposition.range.lowerBound) / 100...Double(Transposition.range.upperBound) / 100
    default: nil
    }
  }

  /// Its name in a usage line.
  public var placeholder: String {
    switch self {
    case .stems, .stem: "STEM"
    case .number(let range): range.placeholder
    case .frame: "FRAME"
    case .choice(let words): words.joined(separator: "|")
    case .scene: "SCENE"
    case .file, .recording: "FILE"
    case .port: "PORT|CLIENT"
    case .bus: "BUS"
    case .quantum: "QUANTUM"
    case .length: "LENGTH"
    case .word: "WORD"
    case .time: "TIME"
    case .place: "PLACE"
    case .span: "PLACE .. PLACE [then PLACE]"
    case .section: "SECTION"
    case .destination: "NAME"
    case .command: "COMMAND"
    case .waiting: "NUMBER|all"
    case .playedTempo: "TEMPO"
    case .transposition: "KEY"
    case .variant: "VARIANT"
    }
  }

  /// Its name in the message that it is missing.
  var noun: String {
    switch self {
    case .stems, .stem: "stem"
    case .number: "number"
    case .frame: "frame"
    case .choice, .word: "word"
    case .scene: "scene"
    case .file, .recording: "file"
    case .port: "port or client"
    case .bus: "bus"
    case .quantum: "quantum"
    case .length: "length"
    case .time: "time"
    case .place: "place"
    case .span: "two places"
    case .section: "section"
    case .destination: "section or mark"
    case .command: "command"
    case .waiting: "number, or all"
    case .playedTempo: "tempo"
    case .transposition: "key"
    case .variant: "variant"
    }
  }

  /// The accepted values, for the help of one word.
  public var values: String {
    switch self {
    case .stems(let orMaster): "ids, globs such as violin-*, or all" + (orMaster ? "; or master" : "")
    case .stem: "the id of one stem"
    case .number(let range):
      range.limits + (range.unit.map { " \($0)" } ?? "")
        + (range.silence.map { ", or \($0) for silence" } ?? "")
    case .frame: "a whole number of frames, counted from the first downbeat"
    case .choice(let words): words.joined(separator: ", ")
    case .scene: "a scene of the set"
    case .variant: "a variant of the set"
    case .file: "a file of the set's folder"
    case .recording: "the path of a .wav or .flac file to write"
    case .bus: "a bus of the set, or cue"
    case .port: "a JACK port, or a client, whose first two ports are used"
    case .quantum:
      Quantum.Unit.allCases.map(\.word).joined(separator: ", ")
        + "; with a count from 1 to \(Quantum.largestCount), as bar:2"
    case .length: "a number of " + TimeLength.units.joined(separator: ", ")
    case .word: "a word of the vocabulary"
    case .time: "a number of s, bar or loop with a number from 1, or @ and a frame"
    case .span: "two places of the loop, each as TIME, with .. between them, and where the music goes then"
    case .section: "a section of the set"
    case .destination: "a section of the set, or the number of a mark"
    case .place(let orWay):
      "as TIME, or 1:30 (minutes and seconds)" + (orWay ? ", or + or - and a length" : "")
    case .command:
      "a command with press, start, stop, mute, unmute, cancel, gain, pan, solo, pause, resume, fade, panic, scene, next, previous, seek or freeze"
    case .waiting: "a number that status shows, or all"
    case .playedTempo: "beats per minute from 1 to 1000, a percentage of the set's own tempo, or original"
    case .transposition: "semitones from -24 to +24, cents from -2400 to +2400, or original"
    }
  }

  /// The meaning of the word in capitals, as a sentence below the list of all words.
  var note: String? {
    switch self {
    case .stems:
      "STEM is a stem's id, a glob such as violin-*, or all; several may be named. all and globs skip the base."
    case .quantum:
      "QUANTUM is now, beat, bar, loop, stem or cycle, optionally with a count (bar:2). Without it the set's default "
        + "applies, and gain, pan, solo, pause, resume and fade act immediately. stem is the stem's own loop, cycle the common cycle of all playing loops."
    case .length: "LENGTH is a number of loops, bars, beats, s, ms or frames, as in over 2 bars."
    case .frame:
      "from FRAME makes a start count as one on that frame; journals use it to restore a performance."
    case .time:
      "TIME is 12.5 s, bar 9, loop 3 or @480000, counted from the first downbeat; bars and loops count from 1. At TIME the command "
        + "counts as received; what it does happens on its own boundary."
    case .place:
      "PLACE is bar 17, loop 3, 90 s, 1:30 or @480000, a place in the music; for seek also a way from where it is: +10 s, -10 s, +2 bars."
    case .playedTempo:
      "TEMPO is 92 (beats per minute), 115 % (of the set's own tempo), or original: 25 to 400 % of the set's own."
    case .transposition:
      "KEY is +2 or -1.5 (semitones), -30 cents, or original."
    case .stem, .number, .choice, .scene, .file, .recording, .port, .bus, .word, .command, .waiting, .variant,
      .span, .section, .destination:
      nil
    }
  }
}
