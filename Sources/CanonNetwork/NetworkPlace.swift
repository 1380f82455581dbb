import NIOCore

/// Where a surface listens: an address in digits, and a port.
public struct NetworkPlace: Hashable, Sendable, CustomStringConvertible {
  /// A name could mean another interface tomorrow.
  package let host: String
  /// 0 for any that is free.
  package private(set) var port: Int

  static let thisMachine = "127.0.0.1"

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

  /// The same place as other machines name it: instead of all addresses, one at which they reach this machine.
  package var reachable: NetworkPlace {
    guard host == "0.0.0.0" || host == "::" else { return self }
    let addresses = ((try? System.enumerateDevices()) ?? []).compactMap { $0.address?.ipAddress }
      .filter { !Self.isOfThisMachine($0) && !$0.hasPrefix("169.254.") && !$0.hasPrefix("fe80:") }
    let own = addresses.first { !$0.contains(":") } ?? addresses.first ?? Self.thisMachine
    return NetworkPlace(address: own.contains(":") ? "[\(own)]" : own, usualPort: port) ?? self
  }

  /// Whether only programs of this machine reach it.
  public var isOfThisMachine: Bool { Self.isOfThisMachine(host) }

  /// 127.0.0.0/8, also as an address of IPv6, or ::1.
  package static func isOfThisMachine(_ address: String) -> Bool {
    address.hasPrefix("127.") || address.hasPrefix("::ffff:127.") || address == "::1"
  }

  /// Where another machine is: its address, of IPv6 the first 64 bits, of which one machine has all addresses; nil for this machine.
  package static func network(of address: SocketAddress) -> String? {
    guard let text = address.ipAddress, !isOfThisMachine(text) else { return nil }
    guard case .v6(let place) = address, !text.hasPrefix("::ffff:") else { return text }
    return withUnsafeBytes(of: place.address.sin6_addr) { bytes in
      bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
