import CanonControl
import CanonSession
import NIOCore
import NIOHTTP1

/// A whole answer.
struct WebAnswer: Sendable {
  var status = HTTPResponseStatus.ok
  var type: String
  var body: ByteBuffer
  /// The method of the path, for a request with another one.
  var allowed: String?
  /// What the browser keeps.
  var cookie: String?
  /// Whether the connection ends with it.
  var isLast = false

  init(type: String, body: ByteBuffer) { (self.type, self.body) = (type, body) }

  init(json: String) { self.init(type: "application/json", body: ByteBuffer(string: json)) }

  /// What a browser may do; nil if it is not paired.
  init(role: PairedBrowser.Role?) {
    self.init(json: JSONText.text(["role": role?.rawValue ?? "none"]))
  }

  init(_ refusal: WebRefusal, isLast: Bool = false) {
    self.init(type: "text/plain; charset=utf-8", body: ByteBuffer(string: refusal.text + "\n"))
    (status, self.isLast) = (refusal.status, isLast)
    if case .method(let method) = refusal { allowed = method }
  }

  /// What every answer says: the page loads nothing from elsewhere, stands in no other page, and is kept by nobody.
  static func headers(type: String) -> HTTPHeaders {
    [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ]
  }

  /// - Thread: any
  func send(to channel: any Channel) {
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: Self.headers(type: type))
    head.headers.add(name: "Content-Length", value: "\(body.readableBytes)")
    if let allowed { head.headers.add(name: "Allow", value: allowed) }
    if let cookie { head.headers.add(name: "Set-Cookie", value: cookie) }
    if isLast { head.headers.add(name: "Connection", value: "close") }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
    let sent = channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    if isLast { sent.whenComplete { _ in channel.close(promise: nil) } }
  }
}
