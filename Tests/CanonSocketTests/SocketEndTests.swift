import Glibc
import Testing

@testable import CanonControl
@testable import CanonSocket

/// How the connection of a client ends.
@Suite struct SocketEndTests {
  private let bench: SocketBench

  init() throws { bench = try SocketBench() }

  @Test("A line without an end is not carried out, and its client is told so")
  func unfinished() async throws {
    let replies = try await bench.serve { path, _ in
      let client = try UnixSocket.waiting(at: path)
      #expect(client.write(text: "help"))
      shutdown(client.descriptor, Int32(SHUT_WR))
      return [client.readLine(), client.readLine()]
    }
    #expect(replies == [SocketReply(.unfinished).json, nil])
  }

  @Test("A client that leaves its answers unread for too long is disconnected")
  func unread() async throws {
    let hasEnded = try await bench.serve(longestWrite: .milliseconds(50)) { path, _ in
      let client = try UnixSocket.waiting(at: path)
      // More answers than the connection holds.
      #expect(client.write(text: String(repeating: "help\n", count: 1000)))
      return client.hasEnded()
    }
    #expect(hasEnded)
  }

  @Test("At the end of the performance every connection is closed, also of clients that say nothing")
  func all() async throws {
    let ends = try await bench.serve { path, end in
      let clients = try (0..<3).map { _ in try UnixSocket.waiting(at: path) }
      for client in clients { #expect(client.write(line: "help") && client.readLine() != nil) }
      end()
      return clients.map { $0.hasEnded() }
    }
    #expect(ends == [true, true, true])
  }

  @Test(
    "The end waits half a second for a client that is told something, and not for one that has its reply"
  )
  func waits() async throws {
    let open = try await OpenSocket(name: "canon", in: bench.place)
    let listening = Task { await open.socket.listen() }
    let path = bench.place.path(of: open.socket.name)
    do {
      let answered = try UnixSocket.waiting(at: path)
      #expect(answered.ask("help") != nil)
      let latest = ContinuousClock.now + .seconds(600)
      while open.socket.clients.isTelling, ContinuousClock.now < latest { await Task.yield() }
      #expect(!open.socket.clients.isTelling)
      let watching = try UnixSocket.waiting(at: path)
      #expect(watching.ask("watch") != nil && watching.readLine() != nil)
      #expect(open.socket.clients.isTelling)
      let begin = ContinuousClock.now
      await open.socket.flush()
      #expect(ContinuousClock.now - begin >= .milliseconds(500))
      withExtendedLifetime(watching) {}
    }
    listening.cancel()
    await listening.value
    try await open.awaitEnd()
  }

  @Test("A client that connects just as the performance ends is let go of")
  func justThen() async throws {
    for _ in 0..<25 {
      let hasEnded = try await bench.serve { path, end in
        let client = try UnixSocket.waiting(at: path)
        end()
        return client.hasEnded()
      }
      #expect(hasEnded)
    }
  }
}
