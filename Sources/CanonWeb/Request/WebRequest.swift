import CanonNetwork
import NIOHTTP1

/// What a browser, or another program, asks for.
enum WebRequest: Hashable, Sendable {
  case file(WebFile)
  /// What happens, from now on.
  case events
  /// The calendar of the doors.
  case doors
  /// A line of the vocabulary, which is the body.
  case line
  /// What the browser may do.
  case role
  /// The browser wants to be paired by the code in the body.
  case pair

  /// The greatest lengths, in bytes.
  static let longestHead = 8192
  static let longestBody = 2048

  /// The header with which the page says that it is the page: a form or a picture of another site cannot set it, and canon never allows
  /// another site to.
  static let ownHeader = "X-Canon"

  /// - Parameter isOpen: Whether other machines reach the page.
  /// - Throws: Why it is refused before its body is read.
  init(_ head: HTTPRequestHead, isOpen: Bool) throws(WebRefusal) {
    let length = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard length <= Self.longestHead else { throw .longHead }
    guard !head.headers.contains(name: "Upgrade") else { throw .upgrade }
    try Self.checkOrigin(head.headers, isOpen: isOpen)
    let path = head.uri.prefix { $0 != "?" }
    if let file = WebFile(path: String(path)) {
      self = .file(file)
    } else if let request = Self.paths[String(path)] {
      self = request
    } else {
      throw .unknownPath
    }
    let isPosted = self == .line || self == .pair
    let method: HTTPMethod = isPosted ? .POST : .GET
    guard head.method == method else { throw .method(method.rawValue) }
    let lengths = head.headers["Content-Length"]
    guard lengths.allSatisfy({ Int($0).map { (0...Self.longestBody).contains($0) } ?? false }),
      !head.headers.contains(name: "Transfer-Encoding")
    else { throw .longBody }
    if isPosted, !head.headers.contains(name: Self.ownHeader) { throw .foreign }
  }

  private static let paths: [String: WebRequest] = [
    "/events": .events, "/doors": .doors, "/line": .line, "/role": .role, "/pair": .pair,
  ]

  /// A site elsewhere could have its name point to this machine, and a page of another site could post here: a browser says in `Host` and
  /// `Origin` for whom it asks.
  private static func checkOrigin(_ headers: HTTPHeaders, isOpen: Bool) throws(WebRefusal) {
    guard let host = NetworkPlace.ownHost(of: headers["Host"], isOpen: isOpen) else { throw .otherHost }
    for origin in headers["Origin"] where origin != "http://\(host)" { throw .foreign }
  }
}
