import CanonControl
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonNetwork
import CanonTestSupport
import Foundation
import Testing

@testable import CanonOSC

/// The server, with real sockets.
@Suite struct OSCServerTests {
  @Test(
    "Each message has its answer, in datagrams and over both kinds of connections",
    arguments: OSCTestClient.Way.allCases)
  func answers(way: OSCTestClient.Way) async throws {
    try await OSCBench.serve { port in
      let client = try OSCTestClient(port: port, way)
      client.send("/canon/ping")
      #expect(client.next() == OSCMessage("/canon/pong", .text("canon")))
      client.send("/canon/stem/a/press", .float(1))
      #expect(client.next() == OSCMessage("/canon/later", .text("press a")), "there is no JACK server")
      client.send("/canon/press", .text("b"))
      let refused = client.next()
      #expect(refused?.address == "/canon/refused")
      #expect(refused?.arguments.prefix(2) == [.text("press b"), .text("unknown-stem")])
      client.send("/canon/prss", .text("a"))
      let unknown = client.next()
      #expect(unknown?.arguments.prefix(2) == [.text("/canon/prss"), .text("osc-address")])
      client.send(Array("#bundle!".utf8))
      #expect(client.next()?.arguments.prefix(2) == [.text(""), .text("osc-format")])
      client.send("/canon/status")
      guard let status = client.next(), status.address == "/canon/status",
        case .text(let json)? = status.arguments.first
      else { throw TimedOut(description: "no status") }
      #expect(json.contains("\"event\":\"status\"") && json.contains("\"stem\":\"a\""))
    }
  }

  @Test("Reasons come in the language of canon")
  func language() async throws {
    try await OSCBench.serve(.japanese) { port in
      let client = try OSCTestClient(port: port, isStream: false)
      client.send("/canon/line")
      #expect(client.next()?.arguments.last == .text(OSCRefusal.lineExpected("/canon/line").text(.japanese)))
    }
  }

  @Test("All messages of a bundle are looked at, in order, those beside a wrong one too")
  func bundle() async throws {
    try await OSCBench.serve { port in
      let client = try OSCTestClient(port: port, isStream: false)
      let messages = [
        OSCMessage("/canon/subscribe", .text("nothing")), OSCMessage("/canon/ping"),
        OSCMessage("/canon/line"),
      ]
      client.send(OSCWriter.packets(messages, longest: 1000)[0].bytes)
      #expect(
        (0..<3).map { _ in client.next()?.address } == ["/canon/refused", "/canon/pong", "/canon/refused"])
    }
  }

  @Test(
    "A subscriber gets the whole picture, then what has changed, until it expires; renewed, the whole picture again"
  )
  func subscription() async throws {
    try await OSCBench.serve(expiry: .milliseconds(300)) { port in
      let client = try OSCTestClient(port: port, isStream: true)
      for _ in 0..<2 {
        client.send("/canon/subscribe", .text("state"), .int(10))
        #expect(client.next()?.address == "/canon/subscribed")
        var seen: [OSCMessage] = []
        while let message = client.next(), message.address != "/canon/unsubscribed" { seen.append(message) }
        #expect(seen.contains(OSCMessage("/canon/stems", .text("a"))))
        #expect(seen.contains(OSCMessage("/canon/stem/a/state", .text("stop"))))
        #expect(Set(seen.map(\.address)).count == seen.count, "nothing has changed, so nothing comes twice")
      }
      client.send("/canon/subscribe", .text("state"))
      _ = client.next("/canon/subscribed")
      client.send("/canon/unsubscribe")
      #expect(client.next("/canon/unsubscribed") == OSCMessage("/canon/unsubscribed", .text("state")))
    }
  }

  @Test("The seventeenth subscriber is refused, and takes the place of one that leaves")
  func subscribers() async throws {
    // Beside thousands of tests, a minute can pass before the last of them has subscribed.
    try await OSCBench.serve(expiry: .seconds(3600)) { port in
      var clients = try (0..<OSCSubscribers.most).map { _ in try OSCTestClient(port: port, isStream: false) }
      for client in clients {
        client.send("/canon/subscribe", .text("clock"))
        #expect(client.next()?.address == "/canon/subscribed")
      }
      let late = try OSCTestClient(port: port, isStream: false)
      late.send("/canon/subscribe", .text("clock"))
      #expect(late.next()?.arguments.dropFirst().first == .text("osc-subscribers"))
      clients[0].send("/canon/unsubscribe")
      #expect(clients[0].next("/canon/unsubscribed") != nil)
      late.send("/canon/subscribe", .text("clock"))
      #expect(late.next()?.address == "/canon/subscribed")
      clients.removeAll()
    }
  }

  @Test("A connection with a length that no packet has ends; one that ends within a packet does no harm")
  func brokenStreams() async throws {
    try await OSCBench.serve { port in
      let hostile = try OSCTestClient(port: port, isStream: true)
      hostile.sendBytes([0x7F, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4])
      #expect(hostile.next() == nil, "it is closed")
      do { try OSCTestClient(port: port, isStream: true).sendBytes([0, 0, 0, 16, 0x2F]) }
      let client = try OSCTestClient(port: port, isStream: true)
      client.send("/canon/ping")
      #expect(client.next()?.address == "/canon/pong")
    }
  }

  @Test("A connection too many is closed, and there is room again when one has left")
  func connections() async throws {
    try await OSCBench.serve { port in
      var clients = try (0..<OSCConnections.most).map { _ in
        try OSCTestClient(port: port, isStream: true)
      }
      for client in clients {
        client.send("/canon/ping")
        #expect(client.next() != nil)
      }
      #expect(try OSCTestClient(port: port, isStream: true).next() == nil)
      clients.removeFirst()
      // It is away once canon has noticed: until then others are closed.
      while true {
        let next = try OSCTestClient(port: port, isStream: true)
        next.send("/canon/ping")
        if next.next() != nil { break }
      }
      clients.removeAll()
    }
  }

  @Test("A flood of datagrams and of garbage leaves the server answering, over UDP and TCP")
  func flood() async throws {
    try await OSCBench.serve { port in
      let flood = try OSCTestClient(port: port, isStream: false)
      for number in 0..<20_000 {
        flood.send(
          number.isMultiple(of: 2)
            ? Array("garbage\(number)".utf8) : [0x2F, 0, 0, 0, 0x2C, 0x62, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
      }
      for isStream in [false, true] {
        let client = try OSCTestClient(port: port, isStream: isStream)
        #expect(client.isAnswered())
      }
    }
  }

  @Test("Damaged packets of one connection are each refused or answered, and the next message is served")
  func damaged() async throws {
    try await OSCBench.serve { port in
      var random = SplitMix64(seed: 7)
      let client = try OSCTestClient(port: port, isStream: true)
      for _ in 0..<LongCampaign.count(500, long: 20_000) {
        client.send(DamagedPacketTests.packet(&random))
        client.send("/canon/ping")
        #expect(client.next("/canon/pong") != nil)
      }
    }
  }

  @Test("A socket that has ended by itself is made again")
  func again() async throws {
    let settings = OSCSettings(language: .english) { 0 }
    // At 127.0.0.1 a client of another test may be given the port meanwhile, and keep it.
    let host = "127.0.7.1"
    let server = try await OSCServer.open(
      try OSCBench.makeDesk(), at: try #require(NetworkPlace(host + ":0")), settings)
    let listening = Task { await server.listen() }
    try await server.datagrams.channel.close()
    let port = server.place.port
    let isAnswered = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try OSCTestClient(host, port: port, .datagrams).isAnswered() })
      }
    }
    #expect(isAnswered)
    listening.cancel()
    await listening.value
    await server.flush()
  }

  @Test("More addresses than are remembered, and than there are names, are all served, and can undo")
  func manyAddresses() async throws {
    try await OSCBench.serve { port in
      for number in 1...150 {
        let client = try OSCTestClient(port: port, isStream: false)
        client.send("/canon/stem/a/gain", .int(-Int32(number % 20)))
        #expect(client.next()?.address == "/canon/later")
      }
    }
    #expect(Asker.named("later than those").word == "later than those", "they have used up no names")
  }

  @Test("Another machine's address gets nothing but a key until it has sent that back")
  func keys() async throws {
    try await OSCBench.serve(trustsThisMachine: false) { port in
      let client = try OSCTestClient(port: port, isStream: false)
      client.send("/canon/ping")
      client.send("/canon/status")
      client.send("/canon/subscribe", .text("state"))
      client.send("/canon/hello", .int(1))
      func key() throws -> Int32 {
        client.send("/canon/hello")
        guard case .int(let key)? = client.next("/canon/proof")?.arguments.first else {
          throw TimedOut(description: "no key")
        }
        return key
      }
      let first = try key()
      client.send("/canon/hello", .int(first &+ 1))
      client.send("/canon/hello", .int(first))
      let second = try key()
      client.send("/canon/hello", .int(second))
      #expect(client.next() == OSCMessage("/canon/welcome"), "and nothing before: a wrong guess ends a key")
      client.send("/canon/ping")
      #expect(client.next()?.address == "/canon/pong")
      // A connection has shown it already.
      let connection = try OSCTestClient(port: port, isStream: true)
      connection.send("/canon/ping")
      #expect(connection.next()?.address == "/canon/pong")
    }
  }

  @Test("A port that is taken is refused with its reason", arguments: Language.allCases)
  func taken(language: Language) async throws {
    let settings = OSCSettings(language: language) { 0 }
    let first = try await OSCServer.open(
      try OSCBench.makeDesk(), at: try #require(NetworkPlace("0")), settings)
    var problem: NetworkProblem?
    do throws(NetworkProblem) {
      _ = try await OSCServer.open(try! OSCBench.makeDesk(), at: first.place, settings)
    } catch { problem = error }
    #expect(problem?.text(language).contains("--osc \(first.place)") == true)
    await first.flush()
  }
}
