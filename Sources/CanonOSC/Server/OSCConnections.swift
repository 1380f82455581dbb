import CanonControl
import CanonNetwork
import NIOCore
import NIOHTTP1
import NIOPosix

/// The connections of a server.
final class OSCConnections: Sendable {
  private typealias Handler = OSCPacketHandler<ByteBuffer>

  /// At a time.
  static let most = 16

  private let list = ConnectionList(most: most)

  /// - Throws: The reason why canon cannot listen there.
  func listen(_ server: OSCShared, at place: NetworkPlace) async throws -> any Channel {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(
        .writeBufferWaterMark, value: .init(low: OSCLink.mostWaiting / 2, high: OSCLink.mostWaiting)
      )
      // A tablet that has lost its power is noticed within two minutes.
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 60)
      .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 10)
      .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 6)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try self.accept(channel, server) }
      }
      .bind(host: place.host, port: place.port).get()
  }

  /// - Thread: the channel's event loop
  private func accept(_ channel: any Channel, _ server: OSCShared) throws {
    guard list.add(channel) else { return channel.close(promise: nil) }
    try channel.pipeline.syncOperations.addHandler(
      OSCStreamStart(patience: server.settings.patience) { kind in
        switch kind {
        case .query: try Self.answerQuery(on: channel, server)
        case .packets(let framing): try Self.serve(channel, framing, server)
        }
      })
  }

  private static func answerQuery(on channel: any Channel, _ server: OSCShared) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
    try pipeline.addHandler(OSCQueryHandler(server))
    try channel.syncOptions?.setOption(.autoRead, value: true)
  }

  private static func serve(
    _ channel: any Channel, _ framing: OSCFraming, _ server: OSCShared
  ) throws {
    let (inputs, continuation) = AsyncStream.makeStream(of: Handler.Input.self)
    let pipeline = channel.pipeline.syncOperations
    switch framing {
    case .length:
      try pipeline.addHandler(
        ByteToMessageHandler(OSCStreamDecoder(), maximumBufferSize: 4 + OSCReader.longestPacket))
    case .slip:
      try pipeline.addHandler(
        ByteToMessageHandler(OSCSLIPDecoder(), maximumBufferSize: OSCSLIPDecoder.most))
    }
    try pipeline.addHandler(Handler(continuation))
    let address = channel.remoteAddress?.ipAddress ?? "?"
    // Commands of people do not wait behind files that are being read.
    Task(priority: .userInitiated) {
      let client = OSCClient(server, OSCLink(stream: channel, framing), at: address)
      for await input in inputs {
        switch input {
        case .mayRead: channel.read()
        case .packet(let packet): await client.receive(Array(packet.readableBytesView))
        }
      }
      await client.end(carriesOut: true)
      try? await channel.close()
    }
  }

  /// Closes all, and each that is still accepted after that.
  func closeAll() { list.closeAll() }
}
