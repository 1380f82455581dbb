import CanonLiveSupport
import CanonSession
import CanonStems
import Foundation
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSocket

/// A folder for sockets, and clients that speak to a canon there on a thread where they may wait.
struct SocketBench {
  let folder: TestFolder
  let place: SocketPlace

  init() throws {
    folder = try TestFolder()
    place = SocketPlace(folder: folder.file("run"))
  }

  /// Serves a desk of its own while `body` runs.
  /// - Parameters:
  ///   - runs: Whether the performance pumps itself, so that its events are told.
  ///   - body: Gets the path of the socket, and what ends the performance before its own end.
  func serve<Value: Sendable>(
    name: String = "canon", runs: Bool = false, longestWrite: Duration = .seconds(30),
    _ body: @escaping @Sendable (_ path: String, _ end: () -> Void) throws -> Value
  ) async throws -> Value {
    let open = try await OpenSocket(name: name, in: place, longestWrite: longestWrite)
    let socket = open.socket
    let path = place.path(of: socket.name)
    let tasks = [Task { await socket.listen() }] + (runs ? open.run() : [])
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    async let value = withCheckedThrowingContinuation { result in
      DispatchQueue(label: "client").async {
        let value = Result { try body(path, { end.finish() }) }
        end.finish()
        result.resume(with: value)
      }
    }
    for await _ in ending {}
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await socket.flush()
    let result = try await value
    #expect(!FileManager.default.fileExists(atPath: path), "it leaves nothing behind")
    try await open.awaitEnd()
    return result
  }

  func serve(
    name: String = "canon", runs: Bool = false, _ body: @escaping @Sendable (_ path: String) throws -> Void
  ) async throws {
    try await serve(name: name, runs: runs) { path, _ in try body(path) }
  }
}

/// A socket over a session of its own, of a set with one stem.
struct OpenSocket {
  let socket: ControlSocket
  /// The socket's clients, and nobody else, keep it.
  private let desk: WeakDesk

  private struct WeakDesk { weak var desk: Desk? }

  static func makeDesk() throws -> Desk {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return Desk(try Performance(set: set, schedule: nil, now: { .now() }))
  }

  init(
    name: String = "canon", in place: SocketPlace, longestWrite: Duration = .seconds(30)
  ) async throws {
    let desk = try Self.makeDesk()
    socket = try await ControlSocket.open(desk, name: name, in: place, longestWrite: longestWrite)
    self.desk = WeakDesk(desk: desk)
  }

  /// Lets the performance pump itself until it is cancelled.
  func run() -> [Task<Void, Never>] {
    desk.desk.map { desk in [Task { await desk.run() }] } ?? []
  }

  /// Waits until no client is served: lines that a client sent before it left are carried out after that, and what is under way
  /// when the process of the tests ends looks like a leak.
  func awaitEnd() async throws {
    let latest = ContinuousClock.now + .seconds(Int(UnixSocket.patience))
    while desk.desk != nil {
      guard ContinuousClock.now < latest else { throw TimedOut(description: "a client is served forever") }
      await Task.yield()
    }
  }
}

extension UnixSocket {
  /// How long a test waits for what must come, in seconds: the tests share two threads with thousands of others.
  static let patience: Int32 = 900

  /// A client whose waits are long.
  static func waiting(at path: String) throws -> UnixSocket {
    guard let socket = UnixSocket(connectingTo: path) else {
      throw TimedOut(description: "nobody listens at \(path)")
    }
    socket.limitWaiting(seconds: Int(patience))
    return socket
  }

  /// What a canon that was killed leaves: a socket on which nobody listens.
  static func leaveBehind(at path: String) throws {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(descriptor) }
    let isBound = withAddress(path) { address, length in Glibc.bind(descriptor, address, length) == 0 }
    guard isBound else { throw TimedOut(description: "nothing can be bound at \(path)") }
  }

  /// Writes a line and reads one.
  func ask(_ line: String) -> String? { write(line: line) ? readLine() : nil }

  /// Waits until canon has closed the connection; reads nothing.
  func hasEnded() -> Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 1000 * Self.patience) == 1 && state.revents & Int16(POLLHUP) != 0
  }
}
