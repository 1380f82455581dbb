import CanonControl
import CanonFiles
import Glibc
import NIOCore
import NIOPosix

/// The surface for other programs: a Unix socket that only its user can open, with JSON lines in both directions
/// (Documentation/Socket.md).
public final class ControlSocket: Surface {
  private let server: any Channel
  let clients: ClientList
  /// The argument of `canon ctl --name`.
  public let name: String

  /// Listens in `place` as `name`, or as `name-2` and so on if a running canon has that name.
  /// - Parameter longestWrite: How long a client may leave its data unread before its connection ends.
  /// - Throws: The reason why canon cannot listen there.
  public static func open(
    _ desk: Desk, name: String, in place: SocketPlace, longestWrite: Duration = .seconds(30)
  ) async throws(SocketProblem) -> ControlSocket {
    try place.prepare()
    let lock = try SocketLock(place.folder)
    defer { lock.end() }
    let name = SocketLock.freeName(name, in: place)
    let path = place.path(of: name)
    if path.utf8.count > UnixSocket.longestPath { throw .tooLong(path) }
    var old = stat()
    if lstat(path, &old) == 0, old.st_mode & S_IFMT != S_IFSOCK { throw .notASocket(path) }
    unlink(path)
    do {
      let clients = ClientList()
      let server = try await bind(path) { channel in try accept(channel, desk, clients, longestWrite) }
      chmod(path, 0o600)
      return ControlSocket(server, clients, name: name)
    } catch {
      throw .cannotListen(path, "\(error)")
    }
  }

  private init(_ server: any Channel, _ clients: ClientList, name: String) {
    (self.server, self.clients, self.name) = (server, clients, name)
  }

  private static func bind(
    _ path: String, accept: @escaping @Sendable (any Channel) throws -> Void
  ) async throws -> any Channel {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      // A client that has shut its own side still waits for its replies.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try accept(channel) }
      }
      .bind(unixDomainSocketPath: path).get()
  }

  /// - Thread: the channel's event loop
  private static func accept(
    _ channel: any Channel, _ desk: Desk, _ clients: ClientList, _ longestWrite: Duration
  ) throws {
    guard clients.add(channel) else {
      let reply = ByteBuffer(string: SocketReply(.tooMany).json + "\n")
      Task {
        try? await channel.writeAndFlush(reply)
        try? await channel.close()
      }
      return
    }
    let (inputs, continuation) = AsyncStream.makeStream(of: [SocketLine].self)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(
      ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longestLine))
    try pipeline.addHandler(ClientHandler(continuation))
    let peer = channel.peer
    // Commands of people do not wait behind files that are being read.
    Task(priority: .userInitiated) {
      let user = try? await peer?.get().user
      if user == getuid() || user == 0 {
        await SocketClient(desk: desk, clients: clients, channel: channel, longestWrite: longestWrite)
          .serve(inputs)
      }
      try? await channel.close()
    }
  }

  // MARK: - Surface: each client that watches has its own feed

  /// Accepts clients until the task is cancelled; then clients no longer find this canon, and its name is free.
  public func listen() async {
    await withTaskCancellationHandler {
      try? await server.closeFuture.get()
    } onCancel: {
      server.close(promise: nil)
    }
  }

  /// Waits until clients have received the end of the feed and their replies, if they read, and closes all connections.
  public func flush() async {
    for _ in 0..<100 where clients.isTelling { try? await Task.sleep(for: .milliseconds(5)) }
    clients.closeAll()
  }
}

extension Channel {
  /// The process at the other end. Request it before the connection can close.
  fileprivate var peer: EventLoopFuture<Peer>? {
    (self as? any SocketOptionProvider)?.unsafeGetSocketOption(
      level: .init(rawValue: SOL_SOCKET), name: .init(rawValue: SO_PEERCRED))
  }
}

/// `struct ucred`, which Glibc's module lacks.
private struct Peer {
  var process: Int32 = 0
  var user: UInt32 = .max
  var group: UInt32 = .max
}
