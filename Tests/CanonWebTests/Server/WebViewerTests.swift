import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import CanonWeb

@Suite struct WebViewerTests {
  /// Makes a viewer of each connection.
  private final class Greeter: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPServerRequestPart
    private let viewers: AsyncStream<WebViewer>.Continuation

    init(_ viewers: AsyncStream<WebViewer>.Continuation) { self.viewers = viewers }

    func channelActive(context: ChannelHandlerContext) {
      if let viewer = try? WebViewer(context.channel, .anyone) { viewers.yield(viewer) }
    }
  }

  @Test("Events come whole and in their order, also while the socket takes only a part of one, or nothing")
  func order() async throws {
    let viewers = AsyncStream<WebViewer>.makeStream()
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.socketOption(.so_sndbuf), value: 4096)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
          try pipeline.addHandler(Greeter(viewers.continuation))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let client = try WebClient(try #require(listener.localAddress?.port))
    var connected = viewers.stream.makeAsyncIterator()
    let viewer = try #require(await connected.next())
    viewer.begin()
    // More than the buffers of both sides have room for; the last ones find them empty again.
    let texts = (1...64).map { number in "\(number) " + String(repeating: "x", count: 8000) }
    for text in texts { viewer.send(WebViewer.event("motion", text)) }
    for text in texts { #expect(try client.event("motion") == text) }
    for text in ["65", "66"] {
      viewer.send(WebViewer.event("motion", text))
      #expect(try client.event("motion") == text)
    }
    var both = WebViewer.event("picture", "67")
    both.writeImmutableBuffer(WebViewer.event("motion", "68"))
    viewer.send(both)
    #expect(try client.event("picture") == "67")
    #expect(try client.event("motion") == "68")
    // The viewer has a number of the socket of its own, and is still there.
    viewer.end()
    client.waitForEnd()
    viewer.send(WebViewer.event("motion", "69"))
    try await listener.close()
  }
}
