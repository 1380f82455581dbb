import Synchronization

/// How many requests come from those who are not paired, each address for itself: whoever asks without end keeps the thread of the network
/// neither from paired browsers nor from the other surfaces.
final class StrangerRate: Sendable {
  /// Within a second, from one address. The page with all its files, and a code, are ten.
  static let most = 50

  private struct Recent {
    var begin: ContinuousClock.Instant?
    var counts: [String: Int] = [:]
  }

  /// Of the second that has begun last: nothing is remembered longer, however many addresses there are.
  private let recent = Mutex(Recent())

  /// - Parameter address: Where the request comes from.
  /// - Returns: Whether a request that has come now may be answered.
  func take(_ address: String, at now: ContinuousClock.Instant = .now) -> Bool {
    recent.withLock { recent in
      if recent.begin.map({ now - $0 >= .seconds(1) }) ?? true { recent = Recent(begin: now) }
      let count = recent.counts[address, default: 0] + 1
      recent.counts[address] = count
      return count <= Self.most
    }
  }
}
