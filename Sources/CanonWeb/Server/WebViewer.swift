import NIOCore
import NIOHTTP1

/// A browser that watches: a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
final class WebViewer: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  /// Whether little waits to be sent: a browser that reads slowly is shown the newest picture later, not every one.
  var isReady: Bool { channel.isWritable }

  func begin() {
    let head = HTTPResponseHead(
      version: .http1_1, status: .ok, headers: WebAnswer.headers(type: "text/event-stream"))
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    // A browser comes back by itself after this many milliseconds.
    send("retry: 1000\n\n")
  }

  /// - Parameter text: One line.
  func send(_ event: String, _ text: String) { send("event: \(event)\ndata: \(text)\n\n") }

  private func send(_ text: String) {
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
  }

  /// Lets it go: a browser that is there comes back.
  func close() { channel.close(promise: nil) }

  func end() {
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
      self.channel.close(promise: nil)
    }
  }
}
