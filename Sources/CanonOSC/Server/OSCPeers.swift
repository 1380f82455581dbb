import NIOCore

/// The addresses that have sent datagrams; their number is bounded. Who has been silent longest is forgotten first, unless it has subscribed.
struct OSCPeers {
  static let most = 64

  private struct Peer {
    let client: OSCClient
    var lastHeard: Int
  }

  private var peers: [SocketAddress: Peer] = [:]
  private var heard = 0

  /// The client of an address.
  mutating func client(at address: SocketAddress, make: () -> OSCClient) async -> OSCClient {
    heard += 1
    if let peer = peers[address] {
      peers[address]?.lastHeard = heard
      return peer.client
    }
    if peers.count >= Self.most { await forgetOne() }
    let client = make()
    peers[address] = Peer(client: client, lastHeard: heard)
    return client
  }

  private mutating func forgetOne() async {
    let old = peers.sorted { $0.value.lastHeard < $1.value.lastHeard }
    var leaving = old[0]
    for peer in old where await !peer.value.client.isSubscribed {
      leaving = peer
      break
    }
    await leaving.value.client.end()
    peers[leaving.key] = nil
  }

  func end() async { for peer in peers.values { await peer.client.end() } }
}
