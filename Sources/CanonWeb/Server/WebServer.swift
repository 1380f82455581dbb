import CanonControl
import CanonNetwork
import NIOCore
import NIOHTTP1
import NIOPosix

/// The surface for browsers (Documentation/Web.md): one page, with which people play canon and see what it does.
public final class WebServer: Surface {
  private let sight: WebSight
  private let connections: ConnectionList
  private let listener: any Channel
  /// Where it listens, with the port that it was given.
  public let place: NetworkPlace

  /// The port that is used if none is given.
  public static let usualPort = 8321

  /// Listens in a place.
  /// - Throws: The reason why canon cannot listen there.
  public static func open(_ desk: Desk, at place: NetworkPlace) async throws(NetworkProblem) -> WebServer {
    let (sight, connections, rate) = (WebSight(desk), ConnectionList(most: 64), LineRate())
    do {
      let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 256 << 10))
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard connections.add(channel) else { return channel.close(promise: nil) }
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandler(WebHandler(desk, sight, rate))
          }
        }
        .bind(host: place.host, port: place.port).get()
      return WebServer(sight, connections, listener, place.with(port: listener.localAddress?.port))
    } catch {
      throw NetworkProblem("--web-address", place, error)
    }
  }

  private init(
    _ sight: WebSight, _ connections: ConnectionList, _ listener: any Channel, _ place: NetworkPlace
  ) {
    (self.sight, self.connections, self.listener, self.place) = (sight, connections, listener, place)
  }

  // MARK: - Surface

  /// Serves browsers until the task is cancelled.
  public func listen() async {
    await withTaskCancellationHandler {
      try? await listener.closeFuture.get()
    } onCancel: {
      listener.close(promise: nil)
    }
  }

  /// Tells the pages that canon has ended, and closes everything.
  public func flush() async {
    await sight.end()
    connections.closeAll()
    try? await listener.close()
  }
}
