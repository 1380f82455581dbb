/// Where a session manager listens, as `NSM_URL` says it: `osc.udp://HOST:PORT/`.
struct NSMAddress: Hashable, Sendable {
  /// A name or an address of this machine.
  let host: String
  let port: UInt16

  private static let scheme = "osc.udp://"

  /// - Returns: nil for anything else, and for TCP, which no manager uses.
  init?(_ url: String) {
    guard url.lowercased().hasPrefix(Self.scheme) else { return nil }
    let rest = url.dropFirst(Self.scheme.count).prefix { $0 != "/" }
    guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0
    else { return nil }
    let host = rest[..<colon]
    guard !host.isEmpty, !host.contains(":") else { return nil }
    (self.host, self.port) = (String(host), port)
  }
}
