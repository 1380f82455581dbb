extension NetworkPlace {
  /// The host for which a request over HTTP asks, if that is canon (``isOwn(host:isOpen:)``).
  /// - Parameter hosts: All its headers `Host`: exactly one names a host.
  package static func ownHost(of hosts: [String], isOpen: Bool) -> String? {
    hosts.count == 1 && isOwn(host: hosts[0], isOpen: isOpen) ? hosts[0] : nil
  }

  /// Whether a program that asks for this host asks for canon, whatever the port is that leads here (`ssh -L`): a site elsewhere could have its
  /// name point to this machine, but nobody can have digits point elsewhere.
  /// - Parameters:
  ///   - host: What the `Host` of its request says.
  ///   - isOpen: Whether other machines reach canon.
  package static func isOwn(host: String, isOpen: Bool) -> Bool {
    let name = "localhost"
    guard host.lowercased().hasPrefix(name) else {
      return NetworkPlace(address: host, usualPort: 80).map { isOpen || $0.isOfThisMachine } ?? false
    }
    let port = host.dropFirst(name.count)
    return port.isEmpty || port.first == ":" && NetworkPlace(thisMachine + port) != nil
  }
}
