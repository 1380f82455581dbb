import CanonControl
import CanonSession
import NIOCore
import NIOHTTP1

/// One connection: requests come one after the other, each has its answer before the next one is read.
///
/// - Thread: the channel's event loop
final class WebHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let desk: Desk
  private let sight: WebSight
  private let rate: LineRate
  private var state = State.idle
  /// Ends a connection on which no whole request has come for a while.
  private var deadline: Scheduled<Void>?

  private enum State {
    case idle
    case reading(WebRequest, HTTPRequestHead, ByteBuffer)
    /// The request was answered before its end: the connection ends with the answer.
    case refused
  }

  /// How long a browser may be silent, or send one request.
  static let patience = TimeAmount.seconds(20)

  init(_ desk: Desk, _ sight: WebSight, _ rate: LineRate) {
    (self.desk, self.sight, self.rate) = (desk, sight, rate)
  }

  func channelActive(context: ChannelHandlerContext) { wait(context.channel) }

  func channelInactive(context: ChannelHandlerContext) { deadline?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .idle):
      do throws(WebRefusal) {
        state = .reading(try WebRequest(head), head, ByteBuffer())
      } catch {
        refuse(error, channel)
      }
    case (.body(var part), .reading(let request, let head, var body)):
      body.writeBuffer(&part)
      // The head has told the length.
      state = .reading(request, head, body)
    case (.end, .reading(let request, let head, let body)):
      state = .idle
      deadline?.cancel()
      answer(request, head, body, channel)
    default: break
    }
  }

  private func wait(_ channel: any Channel) {
    deadline?.cancel()
    deadline = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  // MARK: - Answers

  private func answer(
    _ request: WebRequest, _ head: HTTPRequestHead, _ body: ByteBuffer, _ channel: any Channel
  ) {
    switch request {
    case .file(let file):
      WebAnswer(type: file.type, body: file.bytes).send(to: channel)
      wait(channel)
    case .events:
      let (sight, viewer) = (sight, WebViewer(channel))
      channel.closeFuture.whenComplete { _ in Task { await sight.remove(viewer) } }
      Task {
        if await !sight.add(viewer) { WebAnswer(.tooMany, isLast: true).send(to: channel) }
      }
    case .doors:
      reply(channel) { [desk] in WebAnswer(json: await desk.json(.doors)) }
    case .line:
      do throws(WebRefusal) {
        let line = try WebLine(body, head.headers)
        guard rate.take(line.text) else { throw .tooFast }
        reply(channel) { [desk] in WebAnswer(json: await Self.perform(line, at: desk)) }
      } catch {
        WebAnswer(error).send(to: channel)
        wait(channel)
      }
    }
  }

  /// Sends an answer that takes time to make.
  private func reply(_ channel: any Channel, _ make: @escaping @Sendable () async -> WebAnswer) {
    let done = channel.eventLoop.makePromise(of: Void.self)
    // Commands of people do not wait behind files that are being read.
    Task(priority: .userInitiated) {
      await make().send(to: channel)
      done.succeed()
    }
    done.futureResult.assumeIsolated().whenSuccess { self.wait(channel) }
  }

  private static func perform(_ line: WebLine, at desk: Desk) async -> String {
    let reply = await desk.perform(line.text, at: .network, by: .named("web"))
    if case .view(let view) = reply { return await desk.json(view) }
    return ReplyRecord(reply, line.language).json
  }

  private func refuse(_ refusal: WebRefusal, _ channel: any Channel) {
    state = .refused
    deadline?.cancel()
    WebAnswer(refusal, isLast: true).send(to: channel)
  }
}
