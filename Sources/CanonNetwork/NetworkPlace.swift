import NIOCore

/// Where a surface listens: an address in digits, and a port.
public struct NetworkPlace: Hashable, Sendable, CustomStringConvertible {
  /// A name could mean another interface tomorrow.
  package let host: String
  /// 0 for any that is free.
  package private(set) var port: Int

  private static let thisMachine = "127.0.0.1"

  private init?(host: String, port: Int) {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let address = isBracketed ? String(host.dropFirst().dropLast()) : host
    guard isBracketed == address.contains(":"), (try? SocketAddress(ipAddress: address, port: port)) != nil
    else { return nil }
    (self.host, self.port) = (address, port)
  }

  /// - Parameter text: `9000`, `192.168.1.20:9000` or `[::1]:9000`; a port alone is one of this machine.
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let port = parts.last.flatMap({ Self.port($0) }) else { return nil }
    self.init(host: parts.count == 1 ? Self.thisMachine : parts.dropLast().joined(separator: ":"), port: port)
  }

  /// - Parameters:
  ///   - address: `127.0.0.1`, `192.168.1.20:9000`, `[::1]` or `[::1]:9000`; nil for this machine alone.
  ///   - usualPort: The port if the text has none.
  /// - Returns: nil for anything else.
  public init?(address text: String?, usualPort: Int) {
    // Browsers write an address of IPv4 as such.
    if text?.hasPrefix("[::ffff:") == true { return nil }
    guard let text else {
      self.init(host: Self.thisMachine, port: usualPort)
      return
    }
    if let place = NetworkPlace(host: text, port: usualPort) {
      self = place
    } else if text.contains(":"), let place = NetworkPlace(text) {
      self = place
    } else {
      return nil
    }
  }

  private static func port(_ text: Substring) -> Int? {
    text.first == "+" ? nil : UInt16(text).map { Int($0) }
  }

  /// The same place with the port that was free.
  package func with(port: Int?) -> NetworkPlace {
    var place = self
    place.port = port ?? self.port
    return place
  }

  /// Whether only programs of this machine reach it.
  public var isOfThisMachine: Bool { Self.isOfThisMachine(host) }

  /// 127.0.0.0/8, also as an address of IPv6, or ::1.
  package static func isOfThisMachine(_ address: String) -> Bool {
    address.hasPrefix("127.") || address.hasPrefix("::ffff:127.") || address == "::1"
  }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
