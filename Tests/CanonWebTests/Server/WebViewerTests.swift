import CanonSession
import CanonStems
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import CanonControl
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

  /// A viewer of a connection whose sending side has little room, and the client at its other end.
  private func connected() async throws -> (listener: any Channel, viewer: WebViewer, client: WebClient) {
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
    return (listener, try #require(await connected.next()), client)
  }

  @Test("Who is unpaired before it has its seat gets none, and nothing is sent to it")
  func welcome() async throws {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    let desk = Desk(try Performance(set: set, schedule: nil, now: { .now() }))
    let sight = WebSight(desk, on: MultiThreadedEventLoopGroup.singleton.any())
    let (listener, viewer, client) = try await connected()
    #expect(throws: WebRefusal.notPaired) { try sight.add(viewer) { false } }
    #expect(!sight.isWatched && !sight.isShown && viewer.isReady)
    try sight.add(viewer) { true }
    #expect(sight.isWatched && sight.isShown)
    #expect(try client.event("picture").contains("\"stem\":\"a\""))
    sight.end()
    client.waitForEnd()
    try await listener.close()
  }

  @Test("Events come whole and in their order, also while the socket takes only a part of one, or nothing")
  func order() async throws {
    let (listener, viewer, client) = try await connected()
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
