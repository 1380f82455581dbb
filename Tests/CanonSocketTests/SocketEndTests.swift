import CanonLiveSupport
import CanonSession
import CanonStems
import Foundation
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSocket

/// How the connection of a client ends.
@Suite struct SocketEndTests {
  private let folder: TestFolder
  private let place: SocketPlace

  init() throws {
    folder = try TestFolder()
    place = SocketPlace(folder: folder.file("run"))
  }

  /// Serves clients that `body` makes on a thread where it may wait, and ends once `body` is ready for it.
  private func serve<Value: Sendable>(
    longestWrite: Duration = .seconds(30),
    _ body: @escaping @Sendable (_ path: String, _ isReady: () -> Void) throws -> Value
  ) async throws -> Value {
    let open = try await OpenSocket(in: place, longestWrite: longestWrite)
    let socket = open.socket
    let listening = Task { await socket.listen() }
    let path = place.path(of: socket.name)
    let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
    async let value = withCheckedThrowingContinuation { result in
      DispatchQueue(label: "client").async {
        let value = Result { try body(path, { continuation.finish() }) }
        continuation.finish()
        result.resume(with: value)
      }
    }
    for await _ in ready {}
    listening.cancel()
    await listening.value
    await socket.flush()
    let result = try await value
    try await open.awaitEnd()
    return result
  }

  @Test("A line without an end is not carried out, and its client is told so")
  func unfinished() async throws {
    let replies = try await serve { path, _ in
      let client = try UnixSocket.waiting(at: path)
      #expect(client.write(text: "help"))
      shutdown(client.descriptor, Int32(SHUT_WR))
      return [client.readLine(), client.readLine()]
    }
    #expect(replies == [SocketReply(.unfinished).json, nil])
  }

  @Test("A client that leaves its answers unread for too long is disconnected")
  func unread() async throws {
    let hasEnded = try await serve(longestWrite: .milliseconds(50)) { path, _ in
      let client = try UnixSocket.waiting(at: path)
      // More answers than the connection holds.
      #expect(client.write(text: String(repeating: "help\n", count: 1000)))
      return client.hasEnded()
    }
    #expect(hasEnded)
  }

  @Test("At the end of the performance every connection is closed, also of clients that say nothing")
  func all() async throws {
    let ends = try await serve { path, isReady in
      let clients = try (0..<3).map { _ in try UnixSocket.waiting(at: path) }
      for client in clients { #expect(client.write(line: "help") && client.readLine() != nil) }
      isReady()
      return clients.map { $0.hasEnded() }
    }
    #expect(ends == [true, true, true])
  }

  @Test("A client that connects just as the performance ends is let go of")
  func justThen() async throws {
    for _ in 0..<25 {
      let hasEnded = try await serve { path, isReady in
        let client = try UnixSocket.waiting(at: path)
        isReady()
        return client.hasEnded()
      }
      #expect(hasEnded)
    }
  }
}

extension UnixSocket {
  /// A client whose waits are long: the tests share two threads with thousands of others.
  fileprivate static func waiting(at path: String) throws -> UnixSocket {
    guard let socket = UnixSocket(connectingTo: path) else {
      throw TimedOut(description: "nobody is at \(path)")
    }
    socket.limitWaiting(seconds: Int(patience))
    return socket
  }

  /// How long a test waits for what must come, in seconds: the tests share two threads with thousands of others.
  static let patience: Int32 = 900

  /// Waits until canon has closed the connection; reads nothing.
  fileprivate func hasEnded() -> Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 1000 * Self.patience) == 1 && state.revents & Int16(POLLHUP) != 0
  }
}
