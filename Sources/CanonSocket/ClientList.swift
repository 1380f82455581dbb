import NIOCore
import Synchronization

/// The connected clients; their number is bounded. When a new one finds no room, the client that has been silent longest
/// leaves, unless it watches: clients that hang cannot lock others out.
final class ClientList: Sendable {
  private struct Client {
    let channel: any Channel
    /// When it connected, or sent its last lines.
    var lastHeard = ContinuousClock.now
    var isWatching = false
    /// Whether no reply to its last lines is due.
    var isAnswered = true
  }

  private let clients = Mutex<[ObjectIdentifier: Client]>([:])
  private let isClosed = Atomic(false)

  /// The greatest number of clients at a time.
  static let most = 64

  /// - Returns: Whether there is room: not if all clients watch.
  func add(_ channel: any Channel) -> Bool {
    let (isIn, leaving) = clients.withLock { clients -> (Bool, (any Channel)?) in
      var leaving: (any Channel)?
      if clients.count >= Self.most {
        let silent = clients.filter { !$0.value.isWatching }.min { $0.value.lastHeard < $1.value.lastHeard }
        guard let silent else { return (false, nil) }
        clients[silent.key] = nil
        leaving = silent.value.channel
      }
      clients[ObjectIdentifier(channel)] = Client(channel: channel)
      return (true, leaving)
    }
    if isIn { channel.closeFuture.whenComplete { [weak self] _ in self?.remove(channel) } }
    if isClosed.load(ordering: .sequentiallyConsistent) { channel.close(promise: nil) }
    if let leaving {
      leaving.writeAndFlush(ByteBuffer(string: SocketReply(.pushedOut).json + "\n"), promise: nil)
      leaving.close(promise: nil)
    }
    return isIn
  }

  private func remove(_ channel: any Channel) { clients.withLock { $0[ObjectIdentifier(channel)] = nil } }

  func beginTelling(_ channel: any Channel) { setWatching(channel, true) }
  func endTelling(_ channel: any Channel) { setWatching(channel, false) }

  private func setWatching(_ channel: any Channel, _ isWatching: Bool) {
    clients.withLock { $0[ObjectIdentifier(channel)]?.isWatching = isWatching }
  }

  /// The client has sent lines; their replies are due.
  func beginAnswer(_ channel: any Channel) {
    clients.withLock { clients in
      clients[ObjectIdentifier(channel)]?.lastHeard = .now
      clients[ObjectIdentifier(channel)]?.isAnswered = false
    }
  }

  func endAnswer(_ channel: any Channel) {
    clients.withLock { $0[ObjectIdentifier(channel)]?.isAnswered = true }
  }

  /// Whether any client watches, or waits for a reply.
  var isTelling: Bool { clients.withLock { $0.values.contains { $0.isWatching || !$0.isAnswered } } }

  /// Closes all connections, and each that is still accepted after that.
  func closeAll() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    for client in clients.withLock({ Array($0.values) }) { client.channel.close(promise: nil) }
  }
}
