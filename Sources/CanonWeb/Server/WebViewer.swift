import Glibc
import NIOCore
import NIOHTTP1
import Synchronization

/// A browser that watches: a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
final class WebViewer: Sendable {
  private let channel: any Channel
  let guest: WebGuest
  /// Behind HTTP's encoder, which would wrap each event anew for each browser.
  private let context: NIOLoopBound<ChannelHandlerContext>
  /// The channel's socket by a number of its own, for events when nothing waits to be sent: most of what the way through the channel costs is
  /// the way, and another thread. No other connection gets the number while this exists. nil if the channel has no socket.
  private let socket: NIOBSDSocket.Handle?
  /// How many times something was given to the channel of which it has not said that it is sent.
  private let waiting = Atomic(0)

  /// - Thread: the channel's event loop
  init(_ channel: any Channel, _ guest: WebGuest) throws {
    (self.channel, self.guest) = (channel, guest)
    let pipeline = channel.pipeline.syncOperations
    let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
    context = NIOLoopBound(encoder, eventLoop: channel.eventLoop)
    let own = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
      fcntl(socket, F_DUPFD_CLOEXEC, 0)
    }
    socket = own.flatMap { $0 < 0 ? nil : $0 }
    // The connection would last as long as this number.
    channel.closeFuture.whenComplete { _ in
      if let socket = self.socket { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  deinit { if let socket { Glibc.close(socket) } }

  /// Whether little waits to be sent: a browser that reads slowly is shown the newest picture later, not every one.
  var isReady: Bool { waiting.load(ordering: .acquiring) == 0 || channel.isWritable }

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

  /// Sends events, and wakes no other thread for it while nothing waits to be sent.
  /// - Thread: any, but one at a time
  func send(_ events: ByteBuffer) {
    var rest = events
    // What the channel has sent has reached the socket before.
    if let socket, waiting.load(ordering: .acquiring) == 0 {
      rest.moveReaderIndex(forwardBy: Self.sendNow(rest, to: socket))
    }
    if rest.readableBytes > 0 { hand(rest) }
  }

  /// Gives events to the channel, which sends them when it can.
  private func hand(_ events: ByteBuffer) {
    waiting.wrappingAdd(1, ordering: .relaxed)
    let loop = channel.eventLoop
    // Also on the loop's own thread, for the order.
    loop.execute {
      let sent = loop.makePromise(of: Void.self)
      // What fails has ended the connection, perhaps within an event: nothing may follow it by the other way.
      sent.futureResult.whenSuccess { self.waiting.wrappingSubtract(1, ordering: .releasing) }
      self.context.value.writeAndFlush(NIOAny(events), promise: sent)
    }
  }

  /// Gives a socket as much of the events as it takes at once. The rest, and every error, is the channel's.
  /// - Returns: The number of bytes that it has taken.
  private static func sendNow(_ events: ByteBuffer, to socket: NIOBSDSocket.Handle) -> Int {
    events.withUnsafeReadableBytes { bytes in
      max(0, Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)))
    }
  }

  /// Lets it go: a browser that is there comes back.
  func close() { channel.close(promise: nil) }

  /// Ends the stream behind all that was sent.
  func end() {
    channel.eventLoop.execute { [channel] in
      channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
    }
  }
}
