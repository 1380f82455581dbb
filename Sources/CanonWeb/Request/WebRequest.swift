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

  /// The greatest lengths, in bytes.
  static let longestHead = 8192
  static let longestBody = 2048

  /// The header with which the page says that it is the page: a form or a picture of another site cannot set it, and canon never allows
  /// another site to.
  static let ownHeader = "X-Canon"

  /// - Throws: Why it is refused before its body is read.
  init(_ head: HTTPRequestHead) throws(WebRefusal) {
    let length = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard length <= Self.longestHead else { throw .longHead }
    guard !head.headers.contains(name: "Upgrade") else { throw .upgrade }
    try Self.checkOrigin(head.headers)
    let path = head.uri.prefix { $0 != "?" }
    if let file = WebFile(path: String(path)) {
      self = .file(file)
    } else if let request = Self.paths[String(path)] {
      self = request
    } else {
      throw .unknownPath
    }
    let method: HTTPMethod = self == .line ? .POST : .GET
    guard head.method == method else { throw .method(method.rawValue) }
    let body = head.headers["Content-Length"].first.flatMap(Int.init) ?? 0
    guard body <= Self.longestBody, !head.headers.contains(name: "Transfer-Encoding") else { throw .longBody }
    if self == .line, !head.headers.contains(name: Self.ownHeader) { throw .foreign }
  }

  private static let paths: [String: WebRequest] = ["/events": .events, "/doors": .doors, "/line": .line]

  /// A site elsewhere could have its name point to this machine, and a page of another site could post here: a browser says in `Host` and
  /// `Origin` for whom it asks.
  private static func checkOrigin(_ headers: HTTPHeaders) throws(WebRefusal) {
    let hosts = headers["Host"]
    guard hosts.count == 1, let host = hosts.first, isOfThisMachine(host) else { throw .otherHost }
    for origin in headers["Origin"] where origin != "http://\(host)" { throw .foreign }
  }

  /// Whether a browser that asks for this host asks for this machine, whatever the port is that leads here (`ssh -L`). Nobody can have
  /// digits point elsewhere.
  private static func isOfThisMachine(_ host: String) -> Bool {
    let name = "localhost"
    guard host.lowercased().hasPrefix(name) else {
      return NetworkPlace(address: host, usualPort: 80)?.isOfThisMachine == true
    }
    return host.count == name.count || NetworkPlace("127.0.0.1" + host.dropFirst(name.count)) != nil
  }
}
