import CanonControl
import CanonFiles
import CanonNetwork

/// Why a message of a client is not carried out, besides what the desk refuses. It changed nothing.
enum OSCRefusal: Error, Translated, Hashable, Sendable {
  case format(OSCFormatProblem)
  /// An address that canon does not have.
  case address(String)
  /// A word that is about no stem, below the address of one.
  case notOfStems(String, word: String)
  /// An argument of another type than the word takes; counted from 1.
  case argument(address: String, number: Int, type: Character)
  case topic(String)
  case interval(String)
  case lineExpected(String)
  case keyExpected(String)
  /// The key is not the one that was sent.
  case wrongKey
  /// Another machine has to show first that answers reach it.
  case unproven
  case tooManySubscribers
  /// The answer is longer than a packet may be.
  case tooLong(bytes: Int)
  /// More lines wait than may.
  case busy
  /// A time tag more than ``OSCClient/farthest`` ahead.
  case tooFarAhead
  /// A time tag, while there is no clock.
  case noClock

  /// A stable word for programs, the same in every language.
  var code: String {
    switch self {
    case .format: "osc-format"
    case .address: "osc-address"
    case .notOfStems, .argument, .topic, .interval, .lineExpected, .keyExpected: "osc-arguments"
    case .wrongKey, .unproven: "osc-key"
    case .tooManySubscribers: "osc-subscribers"
    case .tooLong: "osc-too-long"
    case .busy: "osc-busy"
    case .tooFarAhead: "osc-time"
    case .noClock: "no-clock"
    }
  }

  /// The nearest address to a mistyped one.
  static func nearest(to address: String) -> String? {
    let names = OSCRequest.ownNames + Vocabulary.words(at: .network).map(\.name)
    let parts = address.split(separator: "/").map(String.init)
    if parts.count == 3, parts[0] == "canon", parts[1] == "stem" { return "/canon/stem/\(parts[2])/press" }
    guard let last = parts.last, let name = Suggestion.nearest(to: last, among: names) else { return nil }
    let isOfStem = parts.count == 4 && parts[0] == "canon" && parts[1] == "stem"
    return isOfStem ? "/canon/stem/\(parts[2])/\(name)" : "/canon/\(name)"
  }

  package var message: String {
    switch self {
    case .format(let problem): problem.message
    case .address(let address):
      "\(CleanText.quote(address)) is no address of canon. Expected /canon/WORD, /canon/stem/STEM/WORD or /canon/line, without patterns."
        + (Self.nearest(to: address).map { " Did you mean \(CleanText.quote($0))?" } ?? "")
    case .notOfStems(let address, let word):
      "\(CleanText.quote(address)): \(word) is about no stem, or its first word is missing. Send it to /canon/\(word)."
    case .argument(let address, let number, let type):
      "\(CleanText.quote(address)): argument \(number) has the type \(type). Expected s for words, i or f for numbers; /canon/help says what the word takes."
    case .topic(let address):
      "\(CleanText.quote(address)): expected one of \(OSCTopic.allCases.map(\.rawValue).joined(separator: ", ")) as a text."
    case .interval(let address):
      "\(CleanText.quote(address)): expected \(OSCRequest.intervals.lowerBound) to \(OSCRequest.intervals.upperBound) milliseconds as the second argument, or none."
    case .lineExpected(let address):
      "\(CleanText.quote(address)): expected one text, as \"press violin-a bar\"."
    case .keyExpected(let address):
      "\(CleanText.quote(address)): expected nothing, or the number that /canon/proof had."
    case .wrongKey: "This is not the key of this address. Send /canon/hello without a number for another one."
    case .unproven:
      "Answers go to another machine only once it has shown that they reach it. Send /canon/hello, and then /canon/hello with the number of /canon/proof."
    case .tooManySubscribers:
      "There are \(OSCSubscribers.most) subscribers. End one with /canon/unsubscribe, or wait until one expires."
    case .tooLong(let bytes):
      "The answer has \(bytes) bytes, more than one packet holds. Ask over TCP."
    case .busy:
      "\(OSCClient.mostLines) lines of this client wait already. Send this one again when they are answered."
    case .tooFarAhead:
      "The time tag is more than \(Int(OSCClient.farthest / 3600)) hours ahead. Compare the clocks of both machines, or send it later."
    case .noClock: "A time tag has no frame while the clock does not run. Send it again when the music plays."
    }
  }
}
