import Synchronization

/// The clients that have subscribed; their number is bounded.
final class OSCSubscribers: Sendable {
  static let most = 16

  private let ids = Mutex<Set<ObjectIdentifier>>([])

  /// - Returns: Whether there is room for it, or it is there already.
  func add(_ client: OSCClient) -> Bool {
    ids.withLock { ids in
      guard ids.count < Self.most || ids.contains(ObjectIdentifier(client)) else { return false }
      ids.insert(ObjectIdentifier(client))
      return true
    }
  }

  func remove(_ client: OSCClient) { _ = ids.withLock { $0.remove(ObjectIdentifier(client)) } }
}
