import NIOHTTP1

/// Why a request is refused. The page makes none of these requests; the text is for those who write programs.
enum WebRefusal: Error, Hashable, Sendable {
  case longHead, longBody, otherHost, foreign, unknownPath, tooFast, tooMany, notText, upgrade
  /// The method that the path has instead.
  case method(String)

  var status: HTTPResponseStatus {
    switch self {
    case .longHead: .requestHeaderFieldsTooLarge
    case .longBody: .payloadTooLarge
    case .otherHost: .misdirectedRequest
    case .foreign: .forbidden
    case .unknownPath: .notFound
    case .tooFast: .tooManyRequests
    case .tooMany: .serviceUnavailable
    case .notText, .upgrade: .badRequest
    case .method: .methodNotAllowed
    }
  }

  var text: String {
    switch self {
    case .longHead: "The head is longer than \(WebRequest.longestHead) bytes."
    case .longBody:
      "The body is longer than \(WebRequest.longestBody) bytes, or has no Content-Length: send one line of the vocabulary."
    case .otherHost: "canon answers at addresses of its machine alone: ask for localhost, 127.0.0.1 or [::1]."
    case .foreign:
      "Only canon's own page may ask for this: send the header \(WebRequest.ownHeader), and no Origin of another site."
    case .unknownPath: "There is no such path: /, /events, /doors and /line are served."
    case .tooFast:
      "More than \(LineRate.most) lines came within a second: send fewer. \"panic\" is always carried out."
    case .tooMany: "Too many browsers watch at a time, the most are \(WebSight.mostViewers): close one."
    case .notText: "The body is not UTF-8, or not one line: send one line of the vocabulary."
    case .upgrade: "canon speaks HTTP 1.1 alone: send no Upgrade."
    case .method(let method): "The method of this path is \(method)."
    }
  }
}
