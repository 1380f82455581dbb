import NIOCore
import Synchronization

/// The connected clients; their number is bounded.
final class ClientList: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  /// The greatest number of clients at a time.
  static let most = 64

  /// - Returns: Whether there is room.
  func add(_ channel: any Channel) -> Bool {
    let isIn = channels.withLock { channels in
      if channels.count >= Self.most { return false }
      channels[ObjectIdentifier(channel)] = channel
      return true
    }
    if isIn { channel.closeFuture.whenComplete { [weak self] _ in self?.remove(channel) } }
    return isIn
  }

  private func remove(_ channel: any Channel) {
    channels.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  /// The number of clients that watch.
  private let tellers = Atomic(0)

  func beginTelling() { tellers.add(1, ordering: .relaxed) }
  func endTelling() { tellers.subtract(1, ordering: .relaxed) }
  var isTelling: Bool { tellers.load(ordering: .relaxed) > 0 }

  func closeAll() {
    for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) }
  }
}
