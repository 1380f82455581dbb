import NIOCore
import Synchronization

/// The open connections of a server; their number is bounded.
package final class ConnectionList: Sendable {
  private let most: Int
  private let channels = Mutex<(open: [ObjectIdentifier: any Channel], isClosed: Bool)>(([:], false))

  /// - Parameter most: The greatest number of connections at a time.
  package init(most: Int) { self.most = most }

  /// - Returns: Whether there is room.
  package func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isIn = channels.withLock { channels in
      guard !channels.isClosed, channels.open.count < most else { return false }
      channels.open[id] = channel
      return true
    }
    if isIn { channel.closeFuture.whenComplete { _ in self.channels.withLock { $0.open[id] = nil } } }
    return isIn
  }

  /// Closes all; none is accepted after that.
  package func closeAll() {
    let open = channels.withLock { channels in
      channels.isClosed = true
      return Array(channels.open.values)
    }
    for channel in open { channel.close(promise: nil) }
  }
}
