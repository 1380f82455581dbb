import NIOCore
import Synchronization

/// The open connections of a server; their number is bounded.
package final class ConnectionList: Sendable {
  private struct Connection {
    let channel: any Channel
    /// Of another machine; nil for this one.
    let network: String?
  }

  private let most: Int
  private let mostOfOthers: Int
  private let mostOfOne: Int
  private let connections = Mutex<(open: [ObjectIdentifier: Connection], isClosed: Bool)>(([:], false))

  /// - Parameters:
  ///   - most: The greatest number of connections at a time.
  ///   - mostOfOthers: That of all other machines: they do not keep out this one.
  ///   - mostOfOne: That of one other machine: it does not keep out the others.
  package init(most: Int, mostOfOthers: Int = .max, mostOfOne: Int = .max) {
    (self.most, self.mostOfOthers, self.mostOfOne) = (most, mostOfOthers, mostOfOne)
  }

  /// - Returns: Whether there is room.
  package func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let connection = Connection(
      channel: channel, network: channel.remoteAddress.flatMap(NetworkPlace.network(of:)))
    let isIn = connections.withLock { connections in
      guard !connections.isClosed, connections.open.count < most else { return false }
      if let network = connection.network {
        let networks = connections.open.values.compactMap(\.network)
        guard networks.count < mostOfOthers, networks.count(where: { $0 == network }) < mostOfOne else {
          return false
        }
      }
      connections.open[id] = connection
      return true
    }
    if isIn { channel.closeFuture.whenComplete { _ in self.connections.withLock { $0.open[id] = nil } } }
    return isIn
  }

  /// Closes all; none is accepted after that.
  package func closeAll() {
    let open = connections.withLock { connections in
      connections.isClosed = true
      return Array(connections.open.values)
    }
    for connection in open { connection.channel.close(promise: nil) }
  }
}
