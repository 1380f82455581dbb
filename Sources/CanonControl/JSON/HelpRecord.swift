import CanonEngine
import CanonSession

/// The answer to `help` as one JSON object on one line.
package struct HelpRecord: Encodable {
  let event = "help"
  let words: [WordRecord]
  let notes: [String]

  /// - Parameter word: nil for all.
  package init(_ word: Word? = nil, at place: Place) {
    words = (word.map { [$0] } ?? Vocabulary.words(at: place)).map(WordRecord.init)
    notes = Vocabulary.notes(at: place)
  }

  /// The object's text, keys in alphabetical order.
  package var json: String { JSONText.text(self) }
}

/// A word of the vocabulary as programs read it.
struct WordRecord: Encodable {
  var word: String
  /// The usual form.
  var usage: String
  var summary: String
  var example: String
  /// Where it can be used.
  var places: [String]
  /// One list for each form.
  var forms: [[ParameterRecord]]

  init(_ word: Word) {
    (self.word, usage, summary, example) = (word.name, word.usage, word.summary, word.example)
    places = Place.allCases.filter(word.places.contains).map(\.rawValue)
    forms = word.forms.map { $0.map(ParameterRecord.init) }
  }
}

/// What a word takes. Keys that do not apply are omitted.
struct ParameterRecord: Encodable {
  var name: String
  /// `stems`, `stem`, `number`, `frame`, `choice`, `scene`, `file`, `recording`, `port`, `bus`, `quantum`, `length`, `word`, `time`, `place`, `command` or
  /// `waiting`.
  var kind: String
  var isOptional: Bool
  /// The word that introduces it.
  var keyword: String?
  /// The default, in words.
  var `default`: String?
  /// The limits of its number: for a quantum those of its count, for a length, a time or a place those of a number of bars, beats or loops.
  var minimum: Double?
  var maximum: Double?
  var isWhole: Bool?
  var unit: String?
  /// The words that it accepts, or the units of a length, a time or a place.
  var values: [String]?

  init(_ parameter: Parameter) {
    (name, isOptional) = (parameter.kind.placeholder, parameter.isOptional)
    (keyword, self.default) = (parameter.keyword, parameter.fallback)
    switch parameter.kind {
    case .stems(let orMaster):
      kind = "stems"
      values = ["all"] + (orMaster ? [StemSelection.master] : [])
    case .stem: kind = "stem"
    case .number(let number):
      kind = "number"
      (minimum, maximum) = (number.range.lowerBound, number.range.upperBound)
      (isWhole, unit, values) = (number.isWhole, number.unit, number.silence.map { [$0] })
    case .frame:
      (kind, unit, isWhole) = ("frame", "frames", true)
      limit(to: -Double(ScoreTime.largestFrame), Double(ScoreTime.largestFrame))
    case .choice(let words): (kind, values) = ("choice", words)
    case .scene: kind = "scene"
    case .variant: kind = "variant"
    case .section: kind = "section"
    case .destination: kind = "destination"
    case .file: kind = "file"
    case .recording: kind = "recording"
    case .port: kind = "port"
    case .bus: kind = "bus"
    case .quantum:
      (kind, values, isWhole) = ("quantum", CommandCompletion.quanta, true)
      limit(to: 1, Double(Quantum.largestCount))
    case .length:
      (kind, values) = ("length", TimeLength.units)
      limit(to: 0, Double(TimeLength.largestCount))
    case .word: kind = "word"
    case .time:
      (kind, values) = ("time", ScoreTime.units)
      limit(to: 1, Double(ScoreTime.largestNumber))
    case .place(let orWay):
      (kind, values) = ("place", ScoreTime.units + (orWay ? ["+", "-"] : []))
      limit(to: 1, Double(ScoreTime.largestNumber))
    case .span:
      (kind, values) = ("span", ScoreTime.units)
      limit(to: 1, Double(ScoreTime.largestNumber))
    case .command: kind = "command"
    case .playedTempo:
      (kind, values) = ("tempo", ["%", "original"])
      limit(to: parameter.kind.limits)
    case .transposition:
      (kind, values) = ("key", ["semitones", "cents", "original"])
      limit(to: parameter.kind.limits)
    case .waiting:
      (kind, values) = ("waiting", ["all"])
      (minimum, isWhole) = (1, true)
    }
  }

  private mutating func limit(to range: ClosedRange<Double>?) {
    (minimum, maximum) = (range?.lowerBound, range?.upperBound)
  }

  private mutating func limit(to lowest: Double, _ highest: Double) {
    (minimum, maximum) = (lowest, highest)
  }
}
