import CanonControl
import CanonNetwork
import CanonSession

/// A message as a line of the vocabulary: `/canon/gain violin-a -6` and `/canon/stem/violin-a/gain -6` are both `gain violin-a -6`.
///
/// The types of the arguments are those of the word's parameters: texts for what is a word, numbers for what is a number. A number or truth value
/// behind that is the position of a button.
struct OSCLine {
  private let word: Word
  private let address: String
  /// Texts and numbers as one types them, the stem of the address among them.
  private var words: [String] = []
  /// Whether the button behind them is pressed; nil without one.
  private var button: Bool?

  /// - Parameters:
  ///   - name: Of the word.
  ///   - stem: That of the address.
  init(_ name: String, of stem: String?, _ message: OSCMessage) throws(OSCRefusal) {
    guard let word = Vocabulary.words(at: .network).first(where: { $0.name == name }) else {
      throw .address(OSCClient.short(message.address))
    }
    (self.word, address) = (word, message.address)
    let form = word.specialForm(for: message.arguments.first?.text) ?? word.forms[0]
    for (index, argument) in message.arguments.enumerated() {
      let isLast = index == message.arguments.count - 1
      guard let text = argument.word else {
        switch argument {
        case .bool(let isOn) where isLast: button = isOn
        case .impulse where isLast: button = true
        case .none where isLast: break
        default: throw .argument(address: address, number: index + 1, type: argument.tag)
        }
        continue
      }
      if let number = argument.number, !form.takesNumber(after: words.last) {
        guard isLast else { throw .argument(address: address, number: index + 1, type: argument.tag) }
        button = number != 0
      } else {
        words.append(text)
      }
    }
    if let stem { try insert(stem) }
    if button == nil { findButton(message.arguments) }
  }

  var request: OSCRequest { button == false ? .released : .line(line(words)) }

  private func line(_ words: [String]) -> String {
    ([word.name] + words.map(CommandWords.quote)).joined(separator: " ")
  }

  /// Puts the stem of the address where the word has its stems.
  private mutating func insert(_ stem: String) throws(OSCRefusal) {
    let place = word.forms[0].firstIndex { $0.kind.isOfStems }
    guard let place, words.count >= place else { throw .notOfStems(address, word: word.name) }
    words.insert(stem, at: place)
  }

  /// The only number of a message is a button's position if the line means something without it, and nothing with it.
  private mutating func findButton(_ arguments: [OSCValue]) {
    guard let number = arguments.last?.number, arguments.count(where: { $0.number != nil }) == 1,
      !isRead(words), isRead(words.dropLast())
    else { return }
    words.removeLast()
    button = number != 0
  }

  private func isRead(_ words: [String]) -> Bool {
    (try? CommandParser.read(line(words), at: .network)) != nil
  }
}

extension ParameterKind {
  var isOfStems: Bool {
    switch self {
    case .stems, .stem: true
    default: false
    }
  }

  fileprivate var isNumeric: Bool {
    switch self {
    // A destination may be the number of a mark, and a section may be called 2.
    case .number, .frame, .length, .time, .place, .span, .section, .destination, .waiting, .command,
      .playedTempo,
      .transposition:
      true
    case .stems, .stem, .choice, .scene, .variant, .file, .recording, .port, .bus,
      .quantum,
      .word:
      false
    }
  }
}

extension [Parameter] {
  /// - Parameter word: The one before it.
  fileprivate func takesNumber(after word: String?) -> Bool {
    contains { $0.kind.isNumeric && ($0.keyword == nil || $0.keyword == word) }
  }
}

extension OSCValue {
  /// nil for what is no text.
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  /// As one types it; nil for what cannot be typed. Whole numbers have no fraction, so that a fader's 3.0 can be a count.
  fileprivate var word: String? {
    switch self {
    case .text(let text): text
    case .int(let value): "\(value)"
    case .long(let value): "\(value)"
    case .float(let value): Int32(exactly: value).map { "\($0)" } ?? "\(value)"
    case .double(let value): Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    case .blob, .bool, .time, .none, .impulse: nil
    }
  }
}
