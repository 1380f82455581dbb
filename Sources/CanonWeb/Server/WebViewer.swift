import NIOCore
import NIOHTTP1

/// A browser that watches: a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
final class WebViewer: Sendable {
  private let channel: any Channel
  let guest: WebGuest
  /// The way to the network behind HTTP's encoder, which would wrap each event anew for each browser.
  private let wire: NIOLoopBound<ChannelHandlerContext>

  /// - Thread: the channel's event loop
  init(_ channel: any Channel, _ guest: WebGuest) throws {
    (self.channel, self.guest) = (channel, guest)
    let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    wire = NIOLoopBound(encoder, eventLoop: channel.eventLoop)
  }

  /// Whether little waits to be sent: a browser that reads slowly is shown the newest picture later, not every one.
  var isReady: Bool { channel.isWritable }

  func begin() {
    var headers = WebAnswer.headers(type: "text/event-stream")
    // A proxy would wait for more before it hands on what happens.
    headers.add(name: "X-Accel-Buffering", value: "no")
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    // A browser comes back by itself after this many milliseconds.
    send([Self.chunk(room: 16) { $0.writeStaticString("retry: 1000\n\n") }])
  }

  /// Sends events, all at once. Who calls it on the channel's event loop wakes no other thread.
  /// - Thread: any
  func send(_ events: [ByteBuffer]) {
    let loop = channel.eventLoop
    guard loop.inEventLoop else { return loop.execute { self.send(events) } }
    for event in events { wire.value.write(NIOAny(event), promise: nil) }
    wire.value.flush()
  }

  /// Lets it go: a browser that is there comes back.
  func close() { channel.close(promise: nil) }

  func end() {
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
      self.channel.close(promise: nil)
    }
  }
}
