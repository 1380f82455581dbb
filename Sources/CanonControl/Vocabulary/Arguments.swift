import CanonEngine
import CanonSession
import CanonStems

/// The parsed arguments of a word.
struct Arguments {
  var stems: [String] = []
  var number = 0.0
  /// Numbers by the words that introduce them.
  var counts: [String: Int] = [:]
  var choice: String?
  /// A scene, a file or a word.
  var text: String?
  var quantum: Quantum?
  var length: TimeLength?
  var frame: FramePosition?
  var time: ScoreTime?
  var place: SeekPlace?
  /// A command that is to be received later.
  var command: ControlCommand?
  /// The number of a command that waits; nil for all.
  var waiting: Int?
  var playback: PlaybackChange?
  var span: SectionSpan?

  /// The place, unless it is a way.
  var music: ScoreTime? { if case .to(let time)? = place { time } else { nil } }

  var selection: StemSelection { StemSelection(stems) }
  var fade: Fade { Fade(quantum: quantum, length: length) }

  /// `bar 3 .. bar 5`, or `bar 3 .. bar 5 then bar 9`.
  private static func span(_ words: [String]) -> SectionSpan? {
    guard let dots = words.firstIndex(of: "..") else { return nil }
    let then = words.firstIndex(of: "then") ?? words.endIndex
    guard dots < then, let from = ScoreTime(Array(words[..<dots])),
      let until = ScoreTime(Array(words[(dots + 1)..<then]))
    else { return nil }
    if then == words.endIndex { return SectionSpan(from: from, until: until) }
    return ScoreTime(Array(words[(then + 1)...])).flatMap { SectionSpan(from: from, until: until, then: $0) }
  }

  /// Reads the words of one parameter.
  /// - Returns: Whether they are valid; if not, nothing was changed.
  mutating func read(_ words: ArraySlice<String>, as kind: ParameterKind) -> Bool {
    switch kind {
    case .stems: stems = Array(words)
    case .length:
      guard let length = TimeLength(Array(words)) else { return false }
      self.length = length
    case .time:
      guard let time = ScoreTime(Array(words)) else { return false }
      self.time = time
    case .place(let orWay):
      guard let place = SeekPlace(Array(words)) else { return false }
      if case .by = place, !orWay { return false }
      self.place = place
    case .span:
      guard let span = Self.span(Array(words)) else { return false }
      self.span = span
    case .playedTempo:
      guard let tempo = PlayedTempo(words.joined(separator: " ")) else { return false }
      playback = .tempo(tempo)
    case .transposition:
      guard let key = Transposition(words.joined(separator: " ")) else { return false }
      playback = .key(key)
    case .stem, .number, .frame, .choice, .scene, .file, .recording, .port, .bus, .quantum, .word, .command,
      .variant, .section, .destination, .waiting:
      guard words.count == 1, let word = words.first else { return false }
      return read(word, as: kind)
    }
    return true
  }

  private mutating func read(_ word: String, as kind: ParameterKind) -> Bool {
    switch kind {
    case .stem: stems = [word]
    case .scene, .variant, .section, .destination, .file, .recording, .port, .bus, .word: text = word
    case .number(let range):
      guard let number = range.number(word) else { return false }
      self.number = number
    case .frame:
      guard let frame = FramePosition(word), frame.magnitude <= ScoreTime.largestFrame else { return false }
      self.frame = frame
    case .choice(let words):
      guard words.contains(word) else { return false }
      choice = word
    case .quantum:
      guard let quantum = Quantum(word) else { return false }
      self.quantum = quantum
    case .waiting:
      guard word == "all" || Int(word).map({ $0 > 0 }) == true else { return false }
      waiting = Int(word)
    case .stems, .length, .time, .place, .span, .command, .playedTempo, .transposition: return false
    }
    return true
  }
}
