import CanonControl
import CanonEngine
import NIOCore

/// One client of the socket: its lines are carried out one after the other, and each has a reply before the next.
struct SocketClient {
  typealias Channel = NIOAsyncChannel<String, ByteBuffer>

  let desk: Desk
  let channel: Channel
  let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

  /// How long a client may leave what it was sent unread.
  private static let longestWrite = Duration.seconds(30)
  /// The most events that wait for a client that watches.
  private static let mostEvents = 1024

  /// Serves the client until it leaves.
  func serve(_ lines: NIOAsyncChannelInboundStream<String>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      do {
        for try await line in lines {
          if line.allSatisfy(\.isWhitespace) { continue }
          guard let request = SocketRequest(line) else {
            try await write(
              SocketReply.error(
                "not understood. Expected a line of the vocabulary, or {\"id\":1,\"line\":\"status\"}."
              ).json)
            continue
          }
          if request.isWatching {
            let feed = await desk.feed(limit: Self.mostEvents)
            try await write(
              SocketReply(id: request.id, reply: "watching", status: SocketReply.Status.done).json)
            group.addTask { try await tell(feed, asText: request.wantsText) }
          } else {
            try await answer(request)
          }
        }
      } catch is ByteToMessageDecoderError.PayloadTooLargeError {
        try await write(
          SocketReply.error("the line is longer than \(LineDecoder.longestLine) bytes; the connection ends.")
            .json)
      }
      group.cancelAll()
    }
  }

  private func answer(_ request: SocketRequest) async throws {
    let reply = await desk.perform(request.line, by: .socket)
    var answer = SocketReply(request.id, reply)
    if case .view(let view) = reply {
      if request.wantsText {
        answer.text = await desk.text(view)
      } else {
        return try await write(answer.json(with: await desk.json(view)))
      }
    }
    try await write(answer.json)
  }

  /// Tells everything that happens, for as long as the client reads.
  private func tell(_ feed: Feed, asText: Bool) async throws {
    for await item in feed {
      switch item {
      case .snapshot:
        try await write(asText ? SocketText(await desk.text(.status)).json : await desk.json(.status))
      case .notice(let notice):
        if !asText {
          try await write(notice.json)
        } else if let text = notice.text {
          try await write(SocketText([text]).json)
        }
      case .missed(let count): try await write(MissedRecord(count: count).json)
      }
    }
  }

  /// - Throws: What ended the connection; also that the client has not read for too long.
  private func write(_ line: String) async throws {
    let channel = channel.channel
    let limit = Task {
      try await Task.sleep(for: Self.longestWrite)
      channel.close(promise: nil)
    }
    defer { limit.cancel() }
    try await outbound.write(ByteBuffer(string: line + "\n"))
  }
}
