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
  /// Ends a connection on which no whole request has come for a while, or whose last answer is not read.
  private var deadline: Scheduled<Void>?

  private enum State {
    case idle
    case reading(WebRequest, HTTPRequestHead, ByteBuffer)
    /// The connection ends with the answer; what still comes is nobody's.
    case over
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
        state = .over
        send(WebAnswer(error, isLast: true), to: channel)
      }
    case (.body(var part), .reading(let request, let head, var body)):
      body.writeBuffer(&part)
      // The head has told the length.
      state = .reading(request, head, body)
    case (.end, .reading(let request, let head, let body)):
      state = head.isKeepAlive ? .idle : .over
      // Who does not read answers gets no more of them.
      guard channel.isWritable else { return channel.close(promise: nil) }
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
    let isLast = !head.isKeepAlive
    switch request {
    case .file(let file): send(WebAnswer(type: file.type, body: file.bytes), isLast: isLast, to: channel)
    case .events:
      deadline?.cancel()
      let sight = sight
      Task {
        let viewer = WebViewer(channel)
        guard await sight.add(viewer) else { return WebAnswer(.tooMany, isLast: true).send(to: channel) }
        channel.closeFuture.whenComplete { _ in Task { await sight.remove(viewer) } }
      }
    case .doors: reply(channel, isLast) { [desk] in WebAnswer(json: await desk.json(.doors)) }
    case .line:
      do throws(WebRefusal) {
        let line = try WebLine(body, head.headers)
        guard rate.take(line.text) else { throw .tooFast }
        reply(channel, isLast) { [desk] in WebAnswer(json: await Self.perform(line, at: desk)) }
      } catch {
        send(WebAnswer(error), isLast: isLast, to: channel)
      }
    }
  }

  /// Sends an answer, not within the request: the next request that waits would be read within it, and so on.
  private func send(_ answer: WebAnswer, isLast: Bool = false, to channel: any Channel) {
    var answer = answer
    answer.isLast = answer.isLast || isLast
    wait(channel)
    channel.eventLoop.execute { [answer] in answer.send(to: channel) }
  }

  /// Sends an answer that takes time to make.
  private func reply(
    _ channel: any Channel, _ isLast: Bool, _ make: @escaping @Sendable () async -> WebAnswer
  ) {
    deadline?.cancel()
    let made = channel.eventLoop.makePromise(of: WebAnswer.self)
    // Commands of people do not wait behind files that are being read.
    Task(priority: .userInitiated) { made.succeed(await make()) }
    made.futureResult.assumeIsolated().whenSuccess { self.send($0, isLast: isLast, to: channel) }
  }

  private static func perform(_ line: WebLine, at desk: Desk) async -> String {
    let reply = await desk.perform(line.text, at: .network, by: .named("web"))
    if case .view(let view) = reply { return await desk.json(view) }
    return ReplyRecord(reply, line.language).json
  }
}
