import CanonControl
import CanonEngine
import NIOCore

/// One client of the socket. Its lines run one after the other, and have their replies in their order. Commands that the desk lets follow each
/// other (``Desk/following(_:at:by:)``) are given without waiting for the engine's answers to those before; everything else waits for these, and
/// has its own reply before the next line runs.
struct SocketClient {
  let desk: Desk
  let clients: ClientList
  let channel: any Channel
  /// How long the client may leave its data unread.
  let longestWrite: Duration

  /// The number of events that can wait for a client that watches.
  private static let mostEvents = 1024

  /// The number of commands that can be without a reply: more than the engine receives at a high rate in a short period and the time until
  /// its answers are read, and few enough to be looked through for each.
  private static let mostUnanswered = 256

  /// The number of such commands that are given in one step: few enough that nobody else notices the step.
  private static let mostAtOnce = 64

  /// Commands that follow each other, in their order: those whose replies are due, and those that are not given yet.
  private struct Following {
    var given: [Given] = []
    var read: [Read] = []

    // Structs and not tuples, which are copied and released by way of their types' descriptions.

    struct Given {
      let request: SocketRequest
      let command: GivenCommand
    }

    struct Read {
      let request: SocketRequest
      let asker: Asker
      let command: FollowingCommand
    }
  }

  /// Serves the client until it leaves. A client that watches continues to receive events after it shuts its sending side. The
  /// lines that a client sent before it left are carried out, although their replies are not read.
  func serve(_ inputs: AsyncStream<[SocketLine]>) async {
    let asker = desk.enter(named: Asker.socket.word)
    await serve(inputs, as: asker)
    await desk.leave(asker)
  }

  private func serve(_ inputs: AsyncStream<[SocketLine]>, as asker: Asker) async {
    var watching: Task<Void, Never>?
    var following = Following()
    for await lines in inputs {
      if !lines.isEmpty { clients.beginAnswer(channel) }
      for line in lines {
        switch line {
        case .unfinished:
          await finish(&following)
          try? await write(SocketReply(.unfinished).json)
        case .whole(let line):
          if line.beginsWithWord || !line.allSatisfy(\.isWhitespace) {
            await run(line, as: asker, &following, &watching)
          }
        }
      }
      await finish(&following)
      if !lines.isEmpty { clients.endAnswer(channel) }
      channel.read()
    }
    await watching?.value
  }

  private func run(
    _ line: String, as client: Asker, _ following: inout Following, _ watching: inout Task<Void, Never>?
  ) async {
    let request: SocketRequest
    do throws(SocketReply) {
      request = try SocketRequest(line)
    } catch {
      await finish(&following)
      try? await write(error.json)
      return
    }
    let asker = request.isShared ? .socket : client
    if let command = desk.following(request.line, at: .socket, by: asker) {
      following.read.append(Following.Read(request: request, asker: asker, command: command))
      if following.read.count == Self.mostAtOnce { await give(&following) }
      return
    }
    await finish(&following)
    await perform(request, by: asker, &watching)
  }

  private func perform(
    _ request: SocketRequest, by asker: Asker, _ watching: inout Task<Void, Never>?
  ) async {
    let reply = await desk.perform(request.line, at: .socket, by: asker)
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

  /// Gives the commands that are read. Of those that follow no other before its answer, each has its reply before the next is given.
  private func give(_ following: inout Following) async {
    while !following.read.isEmpty {
      let room = Self.mostUnanswered - following.given.count
      let given = await desk.give(following.read.prefix(room).map(\.command))
      following.given += zip(following.read, given).map { Following.Given(request: $0.request, command: $1) }
      following.read.removeFirst(given.count)
      // Those that come next are given while the engine receives the younger half.
      if following.given.count == Self.mostUnanswered {
        await answer(&following, Self.mostUnanswered / 2)
      } else if !following.read.isEmpty {
        let next = following.read.removeFirst()
        await answer(&following)
        let reply = await desk.perform(next.request.line, at: .socket, by: next.asker)
        try? await answer(next.request, reply)
      }
    }
  }

  /// Gives what is read, and waits for all replies.
  private func finish(_ following: inout Following) async {
    await give(&following)
    await answer(&following)
  }

  /// How long replies that are there wait for the next one, to be written with it.
  private static let longestGathering = Duration.milliseconds(200)

  /// Waits for the replies of the oldest commands, and writes them together. Where the engine does not answer, none waits for all behind it.
  /// - Parameter count: nil for all.
  private func answer(_ following: inout Following, _ count: Int? = nil) async {
    var oldest = following.given.prefix(count ?? following.given.count)
    if oldest.isEmpty { return }
    following.given.removeFirst(oldest.count)
    var lines = ""
    while !oldest.isEmpty {
      let asked = ContinuousClock.now
      let replies = await desk.replies(to: oldest.map(\.command))
      for (given, reply) in zip(oldest, replies) {
        if !lines.isEmpty { lines += "\n" }
        lines += SocketReply.json(given.request.id, reply, given.request.language)
      }
      oldest.removeFirst(replies.count)
      if ContinuousClock.now - asked > Self.longestGathering {
        try? await write(lines)
        lines = ""
      }
    }
    if !lines.isEmpty { try? await write(lines) }
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

  /// - Parameter line: One line, or several with their ends between them.
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
