import CanonControl
import CanonEngine
import NIOCore
import NIOPosix
import Synchronization

/// The surface for OSC (Documentation/OSC.md): one port, for datagrams and for connections.
public final class OSCServer: Surface {
  /// The first word of the askers' names.
  static let name = "osc"
  /// Connections at a time.
  static let mostConnections = 16

  typealias Datagrams = NIOAsyncChannel<AddressedEnvelope<ByteBuffer>, AddressedEnvelope<ByteBuffer>>
  typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private let desk: Desk
  private let settings: OSCSettings
  private let datagrams: Datagrams
  private let connections: NIOAsyncChannel<Connection, Never>
  private let subscribers = OSCSubscribers()
  private let connected = Atomic(0)
  /// Where it listens, with the port that it was given.
  public let place: OSCPlace

  /// Listens in a place; nothing is read before ``listen()``.
  /// - Throws: The reason why canon cannot listen there.
  public static func open(
    _ desk: Desk, at place: OSCPlace, _ settings: OSCSettings
  ) async throws(OSCProblem) -> OSCServer {
    // More askers than there are numbers share this one.
    _ = Asker.named(name)
    var place = place
    do {
      let datagrams = try await bindDatagrams(place)
      place.port = datagrams.channel.localAddress?.port ?? place.port
      do {
        return OSCServer(desk, settings, datagrams, try await bindConnections(place), place)
      } catch {
        try? await datagrams.executeThenClose { _, _ in }
        throw error
      }
    } catch {
      throw OSCProblem(place: place, reason: "\(error)")
    }
  }

  private init(
    _ desk: Desk, _ settings: OSCSettings, _ datagrams: Datagrams,
    _ connections: NIOAsyncChannel<Connection, Never>, _ place: OSCPlace
  ) {
    (self.desk, self.settings, self.datagrams, self.connections) = (desk, settings, datagrams, connections)
    self.place = place
  }

  private static func bindDatagrams(_ place: OSCPlace) async throws -> Datagrams {
    try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: OSCReader.longestPacket)
      )
      .bind(host: place.host, port: place.port) { channel in
        channel.eventLoop.makeCompletedFuture { try Datagrams(wrappingChannelSynchronously: channel) }
      }
  }

  private static func bindConnections(_ place: OSCPlace) async throws -> NIOAsyncChannel<Connection, Never> {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: place.host, port: place.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            ByteToMessageHandler(OSCStreamDecoder(), maximumBufferSize: 4 + OSCReader.longestPacket))
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
  }

  // MARK: - Surface

  /// Serves clients until the task is cancelled. What comes faster than the desk takes it waits in the system, which drops datagrams and holds up
  /// connections.
  public func listen() async {
    await withDiscardingTaskGroup { group in
      group.addTask { try? await self.serveDatagrams() }
      group.addTask { try? await self.serveConnections() }
    }
  }

  private func serveDatagrams() async throws {
    try await datagrams.executeThenClose { inbound, _ in
      var peers = OSCPeers()
      for try await envelope in inbound {
        let address = envelope.remoteAddress
        let client = await peers.client(at: address) {
          let isProven = settings.trustsThisMachine && address.isOfThisMachine
          return makeClient(
            OSCLink(datagrams: datagrams.channel, to: address, isProven: isProven), at: address)
        }
        await client.receive(Array(envelope.data.readableBytesView))
      }
      await peers.end()
    }
  }

  private func serveConnections() async throws {
    try await connections.executeThenClose { inbound in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in inbound {
          let isOneTooMany = connected.add(1, ordering: .relaxed).newValue > Self.mostConnections
          group.addTask {
            try? await isOneTooMany ? connection.executeThenClose { _, _ in } : self.serve(connection)
            self.connected.subtract(1, ordering: .relaxed)
          }
        }
      }
    }
  }

  private func serve(_ connection: Connection) async throws {
    try await connection.executeThenClose { inbound, _ in
      let client = makeClient(OSCLink(stream: connection.channel), at: connection.channel.remoteAddress)
      do {
        for try await packet in inbound { await client.receive(Array(packet.readableBytesView)) }
        await client.end()
      } catch {
        await client.end()
        throw error
      }
    }
  }

  private func makeClient(_ link: OSCLink, at address: SocketAddress?) -> OSCClient {
    OSCClient(desk, settings, subscribers, link, at: address?.ipAddress ?? "?")
  }
}
