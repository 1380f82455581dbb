import CanonControl
import CanonControlSupport
import CanonEngine
import CanonNetwork
import CanonSession

@testable import CanonOSC

/// Every word that a client of the network can use, in every form, as lines.
enum NetworkLines {
  /// - Parameter stem: An id or a glob, for each word that takes stems.
  static func all(of stem: String) -> [String] {
    Vocabulary.words(at: .network).flatMap { word in
      word.lines { kind in
        switch kind {
        case .stems: [stem]
        case .stem: [SurfaceBench.ids[2]]
        case .number(.decibels): ["24", "0", "-3.5"]
        case .number(.pan): ["-1", "0", "0.5"]
        case .number(.countInBars): ["1", "2"]
        case .number: ["100"]
        case .frame: ["96"]
        case .choice(let words): words
        case .scene: ["verse", "finale"]
        case .bus: ["cue"]
        case .quantum: ["now", "bar:2"]
        case .length: ["1 beat", "0.1 s"]
        case .word: ["gain"]
        case .time: ["@700", "0.1 s", "bar 2"]
        case .command:
          [
            "press \(stem) now", "start \(stem) now", "unmute \(stem)", "fade \(stem) in over 1 beat",
            "scene finale",
          ]
        case .waiting: ["1", "all"]
        case .playedTempo: ["92", "115 %", "original"]
        case .transposition: ["+2", "-30 cents"]
        case .variant: ["slow"]
        case .span: ["bar 1 .. bar 2", "0 s .. 0.2 s", "bar 1 .. bar 2 then 0.1 s"]
        case .section, .destination: ["chorus", "100"]
        case .place(let orWay): ["bar 1", "@700"] + (orWay ? ["+1 beat", "-1 loop"] : [])
        case .file, .recording, .port: []
        }
      }
    }
  }
}

extension OSCMessage {
  /// The messages that mean a line: all of it as one text, or its word as an address, of all stems or below the one that the line names.
  /// A number is a text, or has any type for numbers.
  static func all(meaning line: String) -> [OSCMessage] {
    var messages = [OSCMessage("/canon/line", .text(line))]
    guard var words = CommandWords.split(line), !words.isEmpty else { return messages }
    let name = words.removeFirst()
    messages += numbers.map { number in
      OSCMessage("/canon/\(name)", words.map { value($0, number) })
    }
    guard let place = placeOfStem(name, words) else { return messages }
    let stem = words.remove(at: place)
    let address = stem == StemSelection.master ? "/canon/master/\(name)" : "/canon/stem/\(stem)/\(name)"
    return messages + numbers.map { number in OSCMessage(address, words.map { value($0, number) }) }
  }

  /// Where the arguments have the first stem; nil if none has an id, which an address needs.
  private static func placeOfStem(_ name: String, _ words: [String]) -> Int? {
    guard let word = Vocabulary.words(at: .network).first(where: { $0.name == name }),
      let place = word.forms[0].firstIndex(where: { $0.kind.isOfStems }), place < words.count,
      SurfaceBench.ids.contains(words[place]) || words[place] == StemSelection.master
    else { return nil }
    return place
  }

  /// The types of a number: nil for a text.
  private static let numbers: [@Sendable (Double) -> OSCValue?] = [
    { _ in nil }, { Int32(exactly: $0).map { .int($0) } }, { Int64(exactly: $0).map { .long($0) } },
    { .float(Float($0)) }, { .double($0) },
  ]

  private static func value(_ word: String, _ number: @Sendable (Double) -> OSCValue?) -> OSCValue {
    // With a sign in front, as in "seek +1 beat", it is a way.
    guard word.first != "+", let value = Double(word), value.isFinite else { return .text(word) }
    return number(value) ?? .text(word)
  }
}
