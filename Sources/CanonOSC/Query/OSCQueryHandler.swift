import CanonControl
import NIOCore
import NIOHTTP1

/// Answers one query on a connection, which then ends.
///
/// - Thread: the channel's event loop
final class OSCQueryHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let server: OSCShared
  private var isAnswered = false
  private var deadline: Scheduled<Void>?

  init(_ server: OSCShared) { self.server = server }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = channel.eventLoop.scheduleTask(in: server.settings.patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // A query has no body, and what comes after it is nobody's.
    guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
    isAnswered = true
    answer(head, on: context.channel)
  }

  private func answer(_ head: HTTPRequestHead, on channel: any Channel) {
    let port = channel.localAddress?.port ?? 0
    let query: OSCQuery
    do throws(OSCQuery.Refusal) {
      query = try OSCQuery(head, isOpen: server.isOpen)
    } catch {
      return Self.send(error.status, to: channel)
    }
    let server = server
    Task { await OSCQueryHandler.answer(query, server, port: port, to: channel) }
  }

  private static func answer(
    _ query: OSCQuery, _ server: OSCShared, port: Int, to channel: any Channel
  ) async {
    // Who has gone meanwhile costs nothing more.
    guard channel.isActive else { return }
    let space = await server.sight.space
    do throws(OSCQuery.Refusal) {
      send(.ok, JSONText.text(try query.answer(space, port: port), keepsKeys: true), to: channel)
    } catch {
      send(error.status, to: channel)
    }
  }

  /// - Thread: any
  private static func send(_ status: HTTPResponseStatus, _ body: String = "", to channel: any Channel) {
    var head = HTTPResponseHead(version: .http1_1, status: status)
    head.headers = [
      "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Connection": "close",
    ]
    if status != .noContent { head.headers.add(name: "Content-Length", value: "\(body.utf8.count)") }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    if !body.isEmpty {
      channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))), promise: nil)
    }
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
  }
}
