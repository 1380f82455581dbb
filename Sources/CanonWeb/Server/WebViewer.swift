import Glibc
import NIOCore
import NIOHTTP1

/// A browser that watches: a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
final class WebViewer: Sendable {
  private let channel: any Channel
  let guest: WebGuest
  private let wire: NIOLoopBoundBox<Wire>

  /// The way to the network.
  private struct Wire {
    /// That behind HTTP's encoder, which would wrap each event anew for each browser.
    let context: ChannelHandlerContext
    /// The socket itself, for events when nothing waits to be sent: most of what the way through the channel costs is the way. nil if the
    /// channel has none.
    let socket: NIOBSDSocket.Handle?
    /// How many times something was given to the channel of which it has not said yet that it is sent.
    var waiting = 0
  }

  /// - Thread: the channel's event loop
  init(_ channel: any Channel, _ guest: WebGuest) throws {
    (self.channel, self.guest) = (channel, guest)
    let pipeline = channel.pipeline.syncOperations
    let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
    let socket = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
    wire = NIOLoopBoundBox(Wire(context: encoder, socket: socket), eventLoop: channel.eventLoop)
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
    var retry = ByteBuffer()
    retry.writeChunk { $0.writeStaticString("retry: 1000\n\n") }
    hand(retry)
  }

  /// Sends events. Who calls it on the channel's event loop wakes no other thread.
  /// - Thread: any
  func send(_ events: ByteBuffer) {
    let loop = channel.eventLoop
    guard loop.inEventLoop else { return loop.execute { self.send(events) } }
    var rest = events
    if let free = wire.withValue({ $0.waiting == 0 ? $0.socket : nil }) {
      rest.moveReaderIndex(forwardBy: sendNow(rest, to: free))
    }
    if rest.readableBytes > 0 { hand(rest) }
  }

  /// Gives events to the channel, which sends them when it can.
  /// - Thread: any
  private func hand(_ events: ByteBuffer) {
    let loop = channel.eventLoop
    guard loop.inEventLoop else { return loop.execute { self.hand(events) } }
    let (context, sent) = (wire.value.context, loop.makePromise(of: Void.self))
    wire.value.waiting += 1
    sent.futureResult.assumeIsolated().whenComplete { [wire] _ in wire.value.waiting -= 1 }
    context.writeAndFlush(NIOAny(events), promise: sent)
  }

  /// Gives the socket as much of the events as it takes at once. The rest, and every error, is the channel's.
  /// - Returns: The number of bytes that it has taken.
  private func sendNow(_ events: ByteBuffer, to socket: NIOBSDSocket.Handle) -> Int {
    // A channel that has closed has no socket any more, and another one may have its number.
    guard channel.isActive else { return 0 }
    return events.withUnsafeReadableBytes { bytes in
      max(0, Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)))
    }
  }

  /// Lets it go: a browser that is there comes back.
  func close() { channel.close(promise: nil) }

  func end() {
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
      self.channel.close(promise: nil)
    }
  }
}
