import CanonControl
import CanonNetwork
import NIOCore
import NIOPosix

/// The datagrams of a server, and the addresses that have sent some; their number is bounded. Who has been silent longest is forgotten first,
/// unless it has subscribed.
actor OSCDatagrams {
  typealias Handler = OSCPacketHandler<AddressedEnvelope<ByteBuffer>>

  /// Addresses at a time.
  static let mostPeers = 64

  private struct Peer {
    let client: OSCClient
    var lastHeard: Int
  }

  private let server: OSCShared
  private(set) var channel: any Channel
  private var inputs: AsyncStream<Handler.Input>
  private var peers: [SocketAddress: Peer] = [:]
  private var heard = 0

  /// - Parameter bound: What ``bind(_:)`` has made.
  init(_ server: OSCShared, _ bound: (channel: any Channel, inputs: AsyncStream<Handler.Input>)) {
    self.server = server
    (channel, inputs) = bound
  }

  /// - Throws: The reason why canon cannot listen there.
  static func bind(_ place: NetworkPlace) async throws -> (
    channel: any Channel, inputs: AsyncStream<Handler.Input>
  ) {
    let (inputs, continuation) = AsyncStream.makeStream(of: Handler.Input.self)
    let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: OSCReader.longestPacket)
      )
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(continuation))
        }
      }
      .bind(host: place.host, port: place.port).get()
    return (channel, inputs)
  }

  /// Serves them until the task is cancelled. A socket that ended by itself, as by a network that went away under an answer, is made again.
  func serve(at place: NetworkPlace) async {
    while true {
      for await input in inputs {
        if Task.isCancelled { break }
        switch input {
        case .mayRead: channel.read()
        case .packet(let envelope): await receive(envelope)
        }
      }
      await forgetAll()
      try? await channel.close()
      if Task.isCancelled { return }
      guard let (channel, inputs) = try? await Self.bind(place) else {
        try? await Task.sleep(for: .milliseconds(200))
        continue
      }
      (self.channel, self.inputs) = (channel, inputs)
    }
  }

  private func receive(_ envelope: AddressedEnvelope<ByteBuffer>) async {
    let address = envelope.remoteAddress
    // Nothing can be sent to port 0: trying ends the socket.
    guard address.port != 0, let ip = address.ipAddress else { return }
    heard += 1
    if peers[address] == nil {
      if peers.count >= Self.mostPeers { await forgetOne() }
      let isProven = server.settings.trustsThisMachine && NetworkPlace.isOfThisMachine(ip)
      let link = OSCLink(datagrams: channel, to: address, isProven: isProven)
      peers[address] = Peer(
        client: OSCClient(server, link, at: ip), lastHeard: heard)
    }
    peers[address]?.lastHeard = heard
    await peers[address]?.client.receive(Array(envelope.data.readableBytesView))
  }

  private func forgetOne() async {
    let old = peers.sorted { $0.value.lastHeard < $1.value.lastHeard }
    var leaving = old[0]
    for peer in old where await !peer.value.client.isSubscribed {
      leaving = peer
      break
    }
    peers[leaving.key] = nil
    // What it has asked for goes on meanwhile.
    Task { await leaving.value.client.end(carriesOut: true) }
  }

  private func forgetAll() async {
    for peer in peers.values { await peer.client.end(carriesOut: false) }
    peers = [:]
  }
}
