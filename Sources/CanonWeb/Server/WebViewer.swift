import NIOCore
import NIOHTTP1

/// A browser that watches: a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
final class WebViewer: Sendable {
  private let channel: any Channel
  let guest: WebGuest

  init(_ channel: any Channel, _ guest: WebGuest) { (self.channel, self.guest) = (channel, guest) }

  /// Whether little waits to be sent: a browser that reads slowly is shown the newest picture later, not every one.
  var isReady: Bool { channel.isWritable }

  func begin() {
    var headers = WebAnswer.headers(type: "text/event-stream")
    // A proxy would wait for more before it hands on what happens.
    headers.add(name: "X-Accel-Buffering", value: "no")
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    // A browser comes back by itself after this many milliseconds.
    send(ByteBuffer(string: "retry: 1000\n\n"))
  }

  /// An event of the stream.
  /// - Parameter text: One line.
  static func event(_ name: String, _ text: String = "{}") -> ByteBuffer {
    ByteBuffer(string: "event: \(name)\ndata: \(text)\n\n")
  }

  func send(_ event: ByteBuffer) {
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(event)), promise: nil)
  }

  /// Sends events to many browsers. Each loop is woken once: that costs more than the sending.
  static func send(_ events: [(viewer: WebViewer, events: ByteBuffer)]) {
    for (_, same) in Dictionary(grouping: events, by: { ObjectIdentifier($0.viewer.channel.eventLoop) }) {
      same[0].viewer.channel.eventLoop.execute { for (viewer, events) in same { viewer.send(events) } }
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
