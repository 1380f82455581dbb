import NIOCore

/// Where a server listens: `9000`, `192.168.1.20:9000` or `[::1]:9000`.
public struct OSCPlace: Hashable, Sendable, CustomStringConvertible {
  /// In digits: a name could mean another interface tomorrow.
  let host: String
  /// 0 for any that is free.
  var port: Int

  /// - Returns: nil unless `text` is a port, alone or behind an address in digits.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let port = parts.last.flatMap({ UInt16($0) }), parts.last?.first != "+" else { return nil }
    let host = parts.count == 1 ? "127.0.0.1" : parts.dropLast().joined(separator: ":")
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let address = isBracketed ? String(host.dropFirst().dropLast()) : host
    guard isBracketed == address.contains(":"),
      (try? SocketAddress(ipAddress: address, port: Int(port))) != nil
    else { return nil }
    (self.host, self.port) = (address, Int(port))
  }

  /// Whether only programs of this machine reach it.
  public var isOfThisMachine: Bool { Self.isOfThisMachine(host) }

  /// 127.0.0.0/8, also as an address of IPv6, or ::1.
  static func isOfThisMachine(_ address: String) -> Bool {
    address.hasPrefix("127.") || address.hasPrefix("::ffff:127.") || address == "::1"
  }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
