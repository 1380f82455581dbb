import CanonControl
import CanonEngine
import NIOCore

/// One client of the socket. Its lines run one after the other, and each has its reply before the next one is read.
struct SocketClient {
  let desk: Desk
  let clients: ClientList
  let channel: any Channel
  /// How long the client may leave its data unread.
  let longestWrite: Duration

  /// The number of events that can wait for a client that watches.
  private static let mostEvents = 1024

  /// Serves the client until it leaves. A client that watches continues to receive events after it shuts its sending side. The
  /// lines that a client sent before it left are carried out, although their replies are not read.
  func serve(_ inputs: AsyncStream<ClientHandler.Input>) async {
    let asker = desk.enter(named: Asker.socket.word)
    await serve(inputs, as: asker)
    await desk.leave(asker)
  }

  private func serve(_ inputs: AsyncStream<ClientHandler.Input>, as asker: Asker) async {
    var watching: Task<Void, Never>?
    for await input in inputs {
      switch input {
      case .mayRead: channel.read()
      case .line(.unfinished): try? await write(SocketReply(.unfinished).json)
      case .line(.whole(let line)):
        clients.touch(channel)
        if line.allSatisfy(\.isWhitespace) { continue }
        let request: SocketRequest
        do throws(SocketReply) {
          request = try SocketRequest(line)
        } catch {
          try? await write(error.json)
          continue
        }
        clients.beginAnswer(channel)
        defer { clients.endAnswer(channel) }
        let reply = await desk.perform(request.line, at: .socket, by: request.isShared ? .socket : asker)
        if case .view(.watch) = reply {
          if watching == nil {
            watching = await watch(request)
          } else {
            try? await write(SocketReply(.watchesAlready, request.language).reply(to: request.id).json)
          }
        } else {
          try? await answer(request, reply)
        }
      }
    }
    await watching?.value
  }

  /// The connection ends with the performance.
  private func watch(_ request: SocketRequest) async -> Task<Void, Never> {
    let feed = await desk.feed(limit: Self.mostEvents)
    let clients = clients
    clients.beginTelling(channel)
    try? await write(SocketReply(id: request.id, reply: "watching", status: ReplyRecord.Status.done).json)
    let task = Task {
      try? await tell(feed, request)
      clients.endTelling(channel)
      try? await channel.close()
    }
    channel.closeFuture.whenComplete { _ in task.cancel() }
    return task
  }

  private func answer(_ request: SocketRequest, _ reply: Reply) async throws {
    var answer = SocketReply(request.id, reply, request.language)
    if case .view(let view) = reply {
      if request.wantsText {
        answer.text = await desk.text(view, request.language, draws: request.draws)
      } else {
        return try await write(answer.json(with: await desk.json(view)))
      }
    }
    try await write(answer.json)
  }

  /// Sends all events while the client reads them.
  private func tell(_ feed: Feed, _ request: SocketRequest) async throws {
    let (asText, language) = (request.wantsText, request.language)
    for await item in feed {
      switch item {
      case .snapshot:
        try await write(
          asText ? SocketText(await desk.text(.status, language)).json : await desk.json(.status))
      case .notice(let notice):
        if !asText {
          try await write(notice.json(language))
        } else if let text = notice.text(language) {
          try await write(SocketText([text]).json)
        }
      case .missed(let count):
        let missed = MissedRecord(count: count)
        try await write(asText ? SocketText([missed.text(language)]).json : missed.json)
      }
    }
  }

  /// - Throws: The error that ended the connection, also if the client did not read for too long.
  private func write(_ line: String) async throws {
    let limit = Task {
      try await Task.sleep(for: longestWrite)
      channel.close(promise: nil)
    }
    defer { limit.cancel() }
    try await channel.writeAndFlush(ByteBuffer(string: line + "\n"))
  }
}
