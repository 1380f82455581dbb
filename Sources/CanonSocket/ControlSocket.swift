import CanonControl
import CanonFiles
import Glibc
import NIOCore
import NIOPosix

/// The surface that other programs play canon by: a Unix socket that only its user can open, JSON lines both ways
/// (Documentation/Socket.md).
public actor ControlSocket: Surface {
  private let desk: Desk
  private let server: NIOAsyncChannel<SocketClient.Channel, Never>
  /// What `canon ctl --name` takes.
  public nonisolated let name: String
  private var clientCount = 0

  /// The most clients at a time.
  static let mostClients = 64

  /// Listens in `place` as `name`, or as `name-2` and so on where a living canon has that name.
  /// - Throws: Why nobody can listen there.
  public static func open(_ desk: Desk, name: String, in place: SocketPlace) async throws(SocketProblem)
    -> ControlSocket
  {
    try place.prepare()
    let lock = try SocketLock(place.folder)
    defer { lock.end() }
    let name = SocketLock.freeName(name, in: place)
    let path = place.path(of: name)
    if path.utf8.count > UnixSocket.longestPath { throw .tooLong(path) }
    unlink(path)
    do {
      let server = try await listen(on: path)
      chmod(path, 0o600)
      return ControlSocket(desk, server, name: name)
    } catch {
      throw .cannotListen(path, "\(error)")
    }
  }

  private init(_ desk: Desk, _ server: NIOAsyncChannel<SocketClient.Channel, Never>, name: String) {
    (self.desk, self.server, self.name) = (desk, server, name)
  }

  private static func listen(on path: String) async throws -> NIOAsyncChannel<SocketClient.Channel, Never> {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      // Who has said all that it wants to say still waits for the replies.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .bind(unixDomainSocketPath: path) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longestLine))
          try channel.pipeline.syncOperations.addHandler(FloodGuard())
          return try SocketClient.Channel(wrappingChannelSynchronously: channel)
        }
      }
  }

  // MARK: - Surface

  /// Accepts clients until the task is cancelled.
  public func listen() async {
    try? await server.executeThenClose { clients in
      await withDiscardingTaskGroup { group in
        do {
          for try await client in clients {
            if clientCount >= Self.mostClients {
              group.addTask { await Self.refuse(client) }
              continue
            }
            clientCount += 1
            group.addTask { await self.serve(client) }
          }
        } catch {}
        group.cancelAll()
      }
    }
  }

  private func serve(_ client: SocketClient.Channel) async {
    defer { clientCount -= 1 }
    let desk = desk
    try? await client.executeThenClose { inbound, outbound in
      guard await client.channel.isOfThisUser else { return }
      try await SocketClient(desk: desk, channel: client, outbound: outbound).serve(inbound)
    }
  }

  private static func refuse(_ client: SocketClient.Channel) async {
    try? await client.executeThenClose { _, outbound in
      let reply = SocketReply.error("there are \(mostClients) clients already. Close one, and try again.")
      try await outbound.write(ByteBuffer(string: reply.json + "\n"))
    }
  }

  /// Clients that watch have feeds of their own.
  public func show(_ feed: Feed) async {}

  public func suspend() async {}

  /// Nothing waits: the socket's file goes with the server.
  public func flush() async {}
}

extension Channel {
  /// Whether the other end is a process of this user, or of the system's.
  fileprivate var isOfThisUser: Bool {
    get async {
      guard let options = self as? any SocketOptionProvider else { return false }
      let peer: EventLoopFuture<Peer> = options.unsafeGetSocketOption(
        level: .init(rawValue: SOL_SOCKET), name: .init(rawValue: SO_PEERCRED))
      guard let user = try? await peer.get().user else { return false }
      return user == getuid() || user == 0
    }
  }
}

/// `struct ucred`, which Glibc's module does not have.
private struct Peer {
  var process: Int32 = 0
  var user: UInt32 = .max
  var group: UInt32 = .max
}
