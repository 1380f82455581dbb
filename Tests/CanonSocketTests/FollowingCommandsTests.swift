import CanonControlSupport
import CanonLiveSupport
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSession
@testable import CanonSocket

/// A client that sends the next line before it has the reply to the last one.
@Suite struct FollowingCommandsTests {
  /// The whole lines that have arrived and are not read yet.
  private static func arrived(at client: UnixSocket) -> [Substring] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(client.descriptor, &bytes, bytes.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
  }

  private static func wait(_ what: String, until isSo: () async -> Bool) async throws {
    let latest = ContinuousClock.now + .seconds(Int(UnixSocket.patience))
    while await !isSo() {
      guard ContinuousClock.now < latest else { throw TimedOut(description: what) }
      await Task.yield()
    }
  }

  @Test(
    "Commands for one stem are given without waiting for the replies to those before, and keep their order; a view waits for all of them"
  )
  func together() async throws {
    let (bench, folder) = (try await SurfaceBench(), try TestFolder())
    let place = SocketPlace(folder: folder.file("run"))
    let socket = try await ControlSocket.open(bench.desk, name: "canon", in: place)
    let listening = Task { await socket.listen() }
    do {
      let client = try UnixSocket.waiting(at: place.path(of: socket.name))
      let performance = bench.desk.performance
      let words = ["press violin-a now", "mute violin-a now", "unmute violin-a now", "pan violin-b 0.5"]
      let lines = words + (1...6).map { "gain violin-a -\($0).0" }
      let ids = lines.indices
      #expect(
        client.write(
          text: zip(ids, lines).map { "{\"id\":\($0),\"line\":\"\($1)\"}\n" }.joined()))
      try await Self.wait("all are given") { await performance.unanswered >= lines.count }
      // Without an answer of the engine each would have its reply two seconds after the one before.
      #expect(Self.arrived(at: client).count < lines.count - 1)
      await bench.run()
      try await Self.wait("all have replies") { Self.arrived(at: client).count >= lines.count }
      for id in ids { #expect(client.readLine()?.contains("\"id\":\(id),\"reply\":") == true) }

      #expect(client.write(text: "gain violin-b -17.5\nstatus\n"))
      try await Self.wait("the view has its answer") {
        await bench.run()
        return Self.arrived(at: client).count >= 2
      }
      // On a machine that is busy for two seconds it comes later.
      let reply = client.readLine()
      #expect(["done", "later"].contains { reply == "{\"reply\":\"\($0)\",\"status\":0}" })
      #expect(client.readLine()?.contains("-17.5") == true)
      let journal = try await bench.endJournal().filter { line in lines.contains { line.contains($0) } }
      #expect(journal.map { $0.drop { $0 != " " }.dropFirst() }.elementsEqual(lines.map { $0[...] }))
      #expect(Set(journal.map { $0.prefix { $0 != " " } }).count == 1, "on one frame: \(journal)")
    }
    listening.cancel()
    await listening.value
    await socket.flush()
  }

  @Test(
    "More of them than are given in one step, and than may be without a reply, are carried out once each and have their replies in their order, also around what waits for all"
  )
  func many() async throws {
    let (bench, folder) = (try await SurfaceBench(), try TestFolder())
    let place = SocketPlace(folder: folder.file("run"))
    let socket = try await ControlSocket.open(bench.desk, name: "canon", in: place)
    let listening = Task { await socket.listen() }
    do {
      let client = try UnixSocket.waiting(at: place.path(of: socket.name))
      let waiting = [30, 31, 500]
      let lines = (0..<700).map { number in
        waiting.contains(number) ? "gain violin-* -10\(number % 7).5" : "gain violin-a -\(1 + number % 90).0"
      }
      #expect(
        client.write(
          text: zip(lines.indices, lines).map { "{\"id\":\($0),\"line\":\"\($1)\"}\n" }.joined()))
      try await Self.wait("all have replies") {
        await bench.run()
        return Self.arrived(at: client).count >= lines.count
      }
      for id in lines.indices { #expect(client.readLine()?.hasPrefix("{\"id\":\(id),\"reply\":") == true) }
      let gains = try await bench.endJournal().map { String($0.drop { $0 != " " }.dropFirst()) }
        .filter { $0.hasPrefix("gain") }
      let wanted = lines.flatMap { line in
        line.contains("*") ? ["a", "b"].map { line.replacing("*", with: $0) } : [line]
      }
      #expect(gains == wanted)
    }
    listening.cancel()
    await listening.value
    await socket.flush()
  }
}
