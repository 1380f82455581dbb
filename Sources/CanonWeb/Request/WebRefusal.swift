import NIOHTTP1

/// Why a request is refused. The text is for those who write programs: the page makes few of these requests, and has words of its own.
enum WebRefusal: Error, Hashable, Sendable {
  case longHead, longBody, otherHost, foreign, unknownPath, tooFast, tooMany, tooManyOfOne, notText, upgrade
  /// Of pairing. The page has words of its own for them.
  case notPaired, onlyLooks, wrongCode, tooManyCodes, tooManyPaired, tooManyOfStranger
  /// The method that the path has instead.
  case method(String)

  var status: HTTPResponseStatus {
    switch self {
    case .longHead: .requestHeaderFieldsTooLarge
    case .longBody: .payloadTooLarge
    case .otherHost: .misdirectedRequest
    case .foreign, .notPaired, .onlyLooks: .forbidden
    case .wrongCode: .unprocessableEntity
    case .unknownPath: .notFound
    case .tooFast, .tooManyCodes, .tooManyOfStranger: .tooManyRequests
    case .tooMany, .tooManyOfOne, .tooManyPaired: .serviceUnavailable
    case .notText, .upgrade: .badRequest
    case .method: .methodNotAllowed
    }
  }

  var text: String {
    switch self {
    case .longHead: "The head is longer than \(WebRequest.longestHead) bytes."
    case .longBody:
      "The body is longer than \(WebRequest.longestBody) bytes, or has no Content-Length: send one line of the vocabulary."
    case .otherHost:
      "canon answers to addresses in digits at which its page is, and to localhost: a name could lead here from another site."
    case .foreign:
      "Only canon's own page may ask for this: send the header \(WebRequest.ownHeader), and no Origin of another site."
    case .unknownPath: "There is no such path: /, /events, /doors, /line, /role and /pair are served."
    case .tooFast:
      "More than \(LineRate.most) lines came within a second: send fewer. \"panic\" is always carried out."
    case .tooMany: "Too many browsers watch at a time, the most are \(WebSight.mostViewers): close one."
    case .tooManyOfOne: "This browser watches in \(WebSight.mostOfOne) windows already: close one."
    case .notText: "The body is not UTF-8, or not one line: send one line of the vocabulary."
    case .notPaired:
      "This browser is not paired: open the page, and type the code that \"pair play\" or \"pair look\" shows in canon."
    case .onlyLooks:
      "This browser may only look: pair it again with the code that \"pair play\" shows in canon."
    case .wrongCode: "This code is wrong: \"pair play\" and \"pair look\" show the codes in canon."
    case .tooManyCodes: "\(CodeGuesses.most) wrong codes have come from this address: wait ten minutes."
    case .tooManyPaired:
      "\(WebAccess.mostBrowsers) browsers are paired, and more cannot be: end the pairing of one with \"unpair\" in canon."
    case .tooManyOfStranger:
      "More than \(StrangerRate.most) requests of browsers that are not paired came from this address within a second: send fewer."
    case .upgrade: "canon speaks HTTP 1.1 alone: send no Upgrade."
    case .method(let method): "The method of this path is \(method)."
    }
  }
}
