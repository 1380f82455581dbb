import CanonControl
import CanonEngine
import CanonNetwork
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
  private let access: WebAccess
  private let sight: WebSight
  private let rate: LineRate
  private let strangers: StrangerRate
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
  private let patience: TimeAmount

  init(
    _ desk: Desk, _ access: WebAccess, _ sight: WebSight, _ rate: LineRate, _ strangers: StrangerRate,
    patience: TimeAmount
  ) {
    (self.desk, self.access, self.sight) = (desk, access, sight)
    (self.rate, self.strangers, self.patience) = (rate, strangers, patience)
  }

  func channelActive(context: ChannelHandlerContext) { wait(context.channel) }

  func channelInactive(context: ChannelHandlerContext) { deadline?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .idle):
      do throws(WebRefusal) {
        state = .reading(try WebRequest(head, isOpen: access.isOpen), head, ByteBuffer())
      } catch {
        state = .over
        send(WebAnswer(error, isLast: true), to: channel)
      }
    case (.body(var part), .reading(let request, let head, var body)):
      // The head has told the length; whatever a parser makes of it, no more is kept.
      guard body.readableBytes + part.readableBytes <= WebRequest.longestBody else {
        return channel.close(promise: nil)
      }
      body.writeBuffer(&part)
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
    deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  // MARK: - Answers

  private func answer(
    _ request: WebRequest, _ head: HTTPRequestHead, _ body: ByteBuffer, _ channel: any Channel
  ) {
    let isLast = !head.isKeepAlive
    let address = channel.remoteAddress.flatMap(NetworkPlace.network(of:)) ?? "this machine"
    if access.guest(head.headers) == nil, !strangers.take(address) {
      return send(WebAnswer(.tooManyOfStranger, isLast: true), isLast: true, to: channel)
    }
    do throws(WebRefusal) {
      switch request {
      case .file(let file): send(WebAnswer(type: file.type, body: file.bytes), isLast: isLast, to: channel)
      case .role: send(WebAnswer(role: access.guest(head.headers)?.role), isLast: isLast, to: channel)
      case .pair:
        let code = try WebLine(body, head.headers).text
        let (guest, cookie) = try access.pair(code, head.headers, from: address)
        reply(channel, isLast) { [sight] in
          // What it was shown before was for who it was then.
          if let number = guest.number { sight.dismiss(number) }
          var answer = WebAnswer(role: guest.role)
          answer.cookie = cookie
          return answer
        }
      case .events:
        let guest = try access.required(head.headers)
        deadline?.cancel()
        watch(guest, head.headers, channel)
      case .doors:
        _ = try access.required(head.headers)
        reply(channel, isLast) { [desk] in WebAnswer(json: await desk.json(.doors)) }
      case .line:
        let guest = try access.required(head.headers)
        guard guest.role == .play else { throw .onlyLooks }
        let line = try WebLine(body, head.headers)
        guard rate.take(line.text) else { throw .tooFast }
        reply(channel, isLast) { [desk] in
          WebAnswer(json: await Self.perform(line, by: .named(guest.name), at: desk))
        }
      }
    } catch {
      send(WebAnswer(error), isLast: isLast, to: channel)
    }
  }

  private func watch(_ guest: WebGuest, _ headers: HTTPHeaders, _ channel: any Channel) {
    guard let viewer = try? WebViewer(channel, guest) else { return channel.close(promise: nil) }
    Task { [sight, access] in
      do throws(WebRefusal) {
        // It may have been unpaired meanwhile.
        try sight.add(viewer) { access.guest(headers) != nil }
      } catch {
        return WebAnswer(error, isLast: true).send(to: channel)
      }
      channel.closeFuture.whenComplete { _ in Task { sight.remove(viewer) } }
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

  private static func perform(_ line: WebLine, by asker: Asker, at desk: Desk) async -> String {
    let reply = await desk.perform(line.text, at: .network, by: asker)
    if case .view(let view) = reply { return await desk.json(view) }
    return ReplyRecord(reply, line.language).json
  }
}
