import CanonControl
import CanonEngine
import CanonNetwork
import CanonSession

/// All addresses of canon: the words of the vocabulary, and what a subscriber is shown.
struct OSCAddressSpace {
  private(set) var root = OSCNode()

  /// - Parameters:
  ///   - snapshot: Of the performance.
  ///   - levels: Of a moment ago.
  init(_ snapshot: Snapshot, levels: OSCLevels) {
    let words = Vocabulary.words(at: .network)
    for word in words { put(word, at: "/canon/\(word.name)", of: nil) }
    put(own: "/canon/line", "A whole line, as \"press violin-a bar\".", types: "s")
    put(own: "/canon/ping", "Is answered with /canon/pong.", types: "I")
    let topics = OSCNode.Range.words(OSCTopic.allCases.map(\.rawValue))
    put(own: "/canon/subscribe", "Sends what is shown, for a minute.", types: "s", topics)
    put(own: "/canon/unsubscribe", "Ends that.", types: "s", topics)
    let values = OSCPicture.state(snapshot) + OSCPicture.clock(snapshot) + OSCPicture.meters(levels)
    for stem in snapshot.stems.map(\.id) {
      for word in words { put(word, at: "/canon/stem/\(stem)/\(word.name)", of: stem) }
    }
    for word in words where word.takesMaster { put(word, at: "/canon/master/\(word.name)", of: "master") }
    // It is said only while the clock runs.
    root.put(.reading(.clock, types: "hiiif"), at: "/canon/clock")
    for message in values { put(message) }
  }

  private mutating func put(
    own path: String, _ description: String, types: String, _ range: OSCNode.Range = .any
  ) {
    root.put(
      OSCNode.Method(types: types, access: .write, ranges: [range], description: description), at: path)
  }

  /// Puts a word where its arguments can be described by types alone.
  private mutating func put(_ word: Word, at path: String, of stem: String?) {
    var parameters = word.forms[0]
    if stem != nil {
      guard let place = parameters.firstIndex(where: { $0.kind.isOfStems }) else { return }
      parameters.remove(at: place)
    }
    // What is optional may be left out: a button needs nothing more.
    let required = parameters.filter { !$0.isOptional }
    guard required.allSatisfy({ $0.keyword == nil && $0.kind.tag != nil }) else { return }
    root.put(
      OSCNode.Method(
        types: required.isEmpty ? "I" : String(required.compactMap(\.kind.tag)), access: .write,
        ranges: required.isEmpty ? [.any] : required.map(\.kind.valueRange),
        description: "\(word.summary) \(word.usage)"), at: path)
  }

  /// Puts what a subscriber is shown: it can be read, and set where a word has this address.
  private mutating func put(_ message: OSCMessage) {
    let name = message.address.split(separator: "/").last.map(String.init) ?? ""
    guard let shown = OSCShown(rawValue: name) else { return }
    var method = OSCNode.Method.reading(shown, types: String(message.arguments.map(\.tag)))
    method.values = message.arguments
    if let word = root.node(at: message.address)?.method, word.access != .read { method.access = .both }
    root.put(method, at: message.address)
  }
}

extension OSCNode.Method {
  fileprivate static func reading(_ shown: OSCShown, types: String) -> Self {
    let ranges = shown.ranges
    // The ids of stems are as many as there are.
    return Self(
      types: types, access: .read, ranges: ranges.isEmpty ? types.map { _ in .any } : ranges,
      description: shown.description)
  }
}

extension Word {
  fileprivate var takesMaster: Bool { forms[0].contains { $0.kind == .stems(orMaster: true) } }
}

extension ParameterKind {
  /// The type of an argument; nil for what takes several.
  fileprivate var tag: Character? {
    switch self {
    case .number(let range): range.isWhole ? "h" : "f"
    case .frame: "h"
    case .playedTempo, .transposition: "f"
    case .stems, .stem, .choice, .scene, .variant, .section, .destination, .file, .recording, .port, .bus,
      .quantum,
      .word,
      .waiting:
      "s"
    case .length, .time, .place, .span, .command: nil
    }
  }

  fileprivate var valueRange: OSCNode.Range {
    switch self {
    case .number(let limits): .numbers(limits.range)
    case .choice(let words): .words(words)
    case .playedTempo, .transposition: limits.map { .numbers($0) } ?? .any
    default: .any
    }
  }
}
