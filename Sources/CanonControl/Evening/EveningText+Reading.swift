import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems

extension EveningText {
  /// Reads an evening. It is used as a whole or not at all.
  /// - Parameters:
  ///   - path: For messages.
  ///   - owner: To whom it should belong.
  /// - Throws: The first problem.
  package static func read(_ text: String, path: String, of owner: Evening.Owner) throws(FileProblem)
    -> Evening
  {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = String(lines.first ?? "")
    guard first == "# canon evening \(version)" else {
      throw FileProblem(file: path, line: 1, found: CleanText.quote(first), EveningAdvice.version)
    }
    // The last line may have been cut short, also where it seems whole.
    guard lines.count > 2, lines.popLast() == "", lines.popLast() == "end" else {
      throw FileProblem(file: path, line: lines.count, EveningAdvice.end)
    }
    var reader = EveningReader()
    for (index, line) in lines.enumerated() where line.first != "#" {
      guard reader.read(String(line)) else {
        throw FileProblem(
          file: path, line: index + 1, found: CleanText.quote(String(line)), EveningAdvice.line)
      }
    }
    guard reader.owner == owner else { throw FileProblem(file: path, EveningAdvice.owner(owner)) }
    guard let evening = reader.evening else { throw FileProblem(file: path, EveningAdvice.missing) }
    return evening
  }
}

/// Collects an evening from its lines.
private struct EveningReader {
  /// The values of the lines that there are once, by their words.
  private var once: [String: [String]] = [:]
  private var layers: [Music.Layer] = []
  private var shut: Set<String> = []
  private var rituals: [Evening.Ritual] = []
  private var marks: [Mark] = []
  private var wiring = KeptWiring()
  private var connections = ConnectionOptions.none
  private var again: [Restoration.Again] = []
  private var waiting: [Evening.Waiting] = []

  private static let single: Set = [
    "source", "name", "time", "rate", "position", "origin", "counted", "halt", "master", "audible", "scene",
    "edition", "tempo", "key", "section", "piece",
    "gap", "panicked",
  ]

  /// From 1970 to the year 9999, in seconds.
  private static let times = 0..<253_402_300_800.0
  private static let mostEditions = 1_000_000_000

  var owner: Evening.Owner? {
    guard let source = value("source"), let name = value("name") else { return nil }
    return Evening.Owner(source: source, name: name)
  }

  /// nil if something is missing, or out of range.
  var evening: Evening? {
    guard let time = value("time").flatMap(Double.init), Self.times.contains(time),
      let rate = value("rate").flatMap({ Int($0) }).flatMap({ SampleRate(hertz: $0) }),
      let position = frame("position"), position >= 0, let origin = frame("origin"),
      let counted = frame("counted"), let halt, let master = value("master").flatMap(Self.decibels),
      let audible = value("audible").flatMap(Self.decibels), !audible.isInaudible,
      let edition = once["edition"] == nil ? 1 : value("edition").flatMap({ Int($0) }),
      (1...Self.mostEditions).contains(edition), let tempo = PlayedTempo(value("tempo") ?? "original"),
      let key = Transposition(value("key") ?? "original")
    else { return nil }
    var evening = Evening(
      time: Instant(secondsSince1970: time),
      music: Music(
        rate: rate, position: position, origin: origin, halt: halt, master: master, layers: layers,
        again: again))
    if once["section"] != nil {
      guard let section else { return nil }
      evening.music.section = section
    }
    if let gap = once["gap"] {
      guard gap.isEmpty else { return nil }
      evening.music.isInGap = true
    }
    if let panicked = once["panicked"] {
      guard panicked.isEmpty else { return nil }
      evening.hasPanicked = true
    }
    evening.edition = edition
    if once["piece"] != nil {
      guard let piece else { return nil }
      evening.piece = piece
    }
    if once["tempo"] != nil || once["key"] != nil { evening.playback = Playback(tempo: tempo, key: key) }
    (evening.counted, evening.audibleMaster, evening.scene) = (counted, audible, value("scene"))
    (evening.shut, evening.rituals, evening.waiting, evening.wiring) = (shut, rituals, waiting, wiring)
    (evening.marks, evening.connections) = (marks, connections)
    return evening
  }

  private func value(_ word: String) -> String? { once[word].flatMap { $0.count == 1 ? $0[0] : nil } }
  private func frame(_ word: String) -> FramePosition? { value(word).flatMap(Self.frame) }

  private var section: Section? {
    guard let places = once["section"]?.compactMap(Self.frame) else { return nil }
    switch places.count {
    case 2: return Section(from: places[0], until: places[1])
    case 3: return Section(from: places[0], until: places[1], then: places[2])
    default: return nil
    }
  }

  private var piece: Evening.Piece? {
    guard let words = once["piece"], (1...2).contains(words.count), let number = Int(words[0]),
      (1...SetList.mostPieces).contains(number)
    else { return nil }
    return Evening.Piece(number, source: words.count == 2 ? words[1] : nil)
  }

  private var halt: Music.Halt? {
    switch once["halt"] {
    case ["none"]: Music.Halt.none
    case ["stands"]: .stands
    case ["due"]: .due(nil)
    case let words? where words.count == 2 && words[0] == "due": Self.frame(words[1]).map { .due($0) }
    default: nil
    }
  }

  private static func frame(_ text: String) -> FramePosition? {
    FramePosition(text).flatMap { $0.magnitude <= ScoreTime.largestFrame ? $0 : nil }
  }

  private static func decibels(_ text: String) -> Decibels? {
    Double(text).flatMap { $0 == -.infinity ? .silence : Decibels($0) }
  }

  /// - Returns: Whether the line is one of an evening.
  mutating func read(_ line: String) -> Bool {
    guard let words = CommandWords.split(line), let word = words.first else { return false }
    let values = Array(words.dropFirst())
    switch word {
    case _ where Self.single.contains(word): return once.updateValue(values, forKey: word) == nil
    case "layer": return readLayer(values)
    case "shut":
      guard values.count == 1 else { return false }
      return shut.insert(values[0]).inserted
    case "ritual": return readRitual(values)
    case "mark": return readMark(values)
    case "added", "cut": return readWire(values, isCut: word == "cut")
    case "physical":
      guard values.count == 1, !wiring.physical.contains(values[0]) else { return false }
      wiring.physical.append(values[0])
      return true
    case "connect":
      guard values.count == 1, PatchRule(option: values[0]) != nil, case .rules(let rules) = connections,
        !rules.contains(values[0])
      else { return false }
      connections = .rules(rules + values)
      return true
    case "unconnected":
      guard values.isEmpty, connections == .none else { return false }
      connections = .nothing
      return true
    case "again":
      guard let (asker, rest) = Self.split(line, after: 2), let command = Self.command(rest),
        command.isOfAnEvening
      else { return false }
      again.append(Restoration.Again(command: command, by: .kept(asker)))
      return true
    case "waits":
      guard values.count > 2, let frame = Self.frame(values[1]),
        let (asker, rest) = Self.split(line, after: 3),
        case .wait(let time, let command)? = Self.command(rest)
      else { return false }
      waiting.append(Evening.Waiting(time, command, at: frame, by: .kept(asker)))
      return true
    default: return false
    }
  }

  /// The second word of a line, and everything after a number of words as it stands.
  private static func split(_ line: String, after count: Int) -> (asker: String, rest: String)? {
    guard let words = CommandWords.split(line), words.count > count else { return nil }
    let head = words.prefix(count).map(CommandWords.quote).joined(separator: " ") + " "
    return line.hasPrefix(head) ? (words[1], String(line.dropFirst(head.count))) : nil
  }

  private static func command(_ text: String) -> ControlCommand? {
    try? CommandParser.parse(text, at: .journals)
  }

  private mutating func readRitual(_ values: [String]) -> Bool {
    guard (2...3).contains(values.count), let loops = Int(values[1]), (1...99).contains(loops) else {
      return false
    }
    let end = values.count == 3 ? Self.frame(values[2]) : nil
    if values.count == 3, end == nil { return false }
    rituals.append(Evening.Ritual(values[0], loops: loops, end: end))
    return true
  }

  private mutating func readMark(_ values: [String]) -> Bool {
    guard values.count == 2, let number = NumberRange.mark.number(values[0]).map({ Int($0) }),
      let place = Self.frame(values[1]), !marks.contains(where: { $0.number == number })
    else { return false }
    marks.append(Mark(number: number, place: place))
    return true
  }

  private mutating func readWire(_ values: [String], isCut: Bool) -> Bool {
    guard values.count == 3,
      let side = PatchOutput.Side.allCases.first(where: { "\($0)" == values[1] })
    else { return false }
    let wire = Patch.Wish(values[0], side, values[2])
    return isCut ? wiring.cut.insert(wire).inserted : wiring.added.insert(wire).inserted
  }

  private mutating func readLayer(_ values: [String]) -> Bool {
    guard values.count >= 4, let state = StemState.allCases.first(where: { $0.word == values[1] }),
      values[2] == "began", let began = Self.frame(values[3]),
      !layers.contains(where: { $0.id == values[0] })
    else { return false }
    var layer = Music.Layer(values[0], state, began: began)
    var rest = values.dropFirst(4)
    var read: Set<String> = []
    while let word = rest.popFirst() {
      guard read.insert(word).inserted else { return false }
      if word == "asked" || word == "held" {
        if word == "asked" { layer.hasAsked = true } else { layer.isHeld = true }
        continue
      }
      guard let value = rest.popFirst() else { return false }
      switch word {
      case "gain": layer.gain = Self.decibels(value)
      case "pan": layer.pan = Double(value).flatMap { Pan($0) }
      case "solo":
        guard let mode = SoloMode.allCases.first(where: { $0.word == value }) else { return false }
        layer.solo = mode
      case "file": layer.file = value
      case "faded": layer.faded = Double(value).flatMap { (0...1).contains($0) ? $0 : nil }
      default: return false
      }
      let isMissing =
        word == "gain" && layer.gain == nil || word == "pan" && layer.pan == nil
        || word == "faded" && layer.faded == nil
      if isMissing { return false }
    }
    layers.append(layer)
    return true
  }
}

extension ControlCommand {
  /// Whether an evening may ask for it again.
  fileprivate var isOfAnEvening: Bool {
    switch self {
    case .request, .gain, .pan, .solo, .pause, .fade, .panic, .replace, .seek, .section(.play), .freeze,
      .roll, .cue:
      true
    case .scene, .next, .previous, .toggle, .undo, .skip, .door, .faded, .asked, .supply, .gap, .left, .begin,
      .wait,
      .endWaiting,
      .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture, .keep, .learn,
      .endLearning, .section, .mark, .unpair,
      .quit:
      false
    }
  }
}
