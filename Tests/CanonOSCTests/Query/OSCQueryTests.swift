import CanonNetwork
import Foundation
import NIOHTTP1
import Testing

@testable import CanonOSC

/// What programs ask of the addresses, by HTTP at the port of OSC.
@Suite struct OSCQueryTests {
  private func query(
    _ uri: String, host: String = "127.0.0.1:9000", isOpen: Bool = false, method: HTTPMethod = .GET
  ) throws -> OSCQuery {
    let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: ["Host": host])
    return try OSCQuery(head, isOpen: isOpen)
  }

  @Test("A path, and an attribute behind it")
  func paths() throws {
    #expect(try query("/") == .node(path: "/", nil))
    #expect(try query("/canon/stem/violin%2Da") == .node(path: "/canon/stem/violin-a", nil))
    #expect(try query("/canon/title?VALUE") == .node(path: "/canon/title", .value))
    #expect(try query("/?HOST_INFO") == .host)
  }

  @Test(
    "What means nothing is refused",
    arguments: [
      ("/canon?GAIN", "127.0.0.1", .syntax), ("/%FF", "127.0.0.1", .syntax), ("*", "127.0.0.1", .syntax),
      ("/", "canon.example", .otherHost), ("/", "192.168.1.20:9000", .otherHost),
      ("/" + String(repeating: "x", count: 5000), "127.0.0.1", .longHead),
    ] as [(String, String, OSCQuery.Refusal)])
  func refused(uri: String, host: String, refusal: OSCQuery.Refusal) {
    #expect(throws: refusal) { try query(uri, host: host) }
  }

  @Test("Other machines name canon by its digits, if it listens to them")
  func hosts() throws {
    #expect(try query("/", host: "192.168.1.20:9000", isOpen: true) == .node(path: "/", nil))
    #expect(throws: OSCQuery.Refusal.otherHost) { try query("/", host: "canon.example", isOpen: true) }
    #expect(throws: OSCQuery.Refusal.syntax) { try query("/", method: .HEAD) }
  }

  // MARK: - Over a connection

  private struct Answer {
    var status = 0
    var head = ""
    var json: [String: Any] = [:]
  }

  private static func ask(_ uri: String, host: String = "127.0.0.1", at port: Int) throws -> Answer {
    let client = try OSCTestClient(port: port, isStream: true)
    client.sendBytes(Array("GET \(uri) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
    let text = client.rest()
    guard let end = text.range(of: "\r\n\r\n") else { return Answer() }
    var answer = Answer()
    answer.head = String(text[..<end.lowerBound])
    answer.status = Int(answer.head.split(separator: " ").dropFirst().first ?? "") ?? 0
    answer.json =
      (try? JSONSerialization.jsonObject(with: Data(text[end.upperBound...].utf8))) as? [String: Any] ?? [:]
    return answer
  }

  @Test("The host, a node, an attribute; what is not there is said by the status")
  func answers() async throws {
    try await OSCBench.serve { port in
      let host = try Self.ask("/?HOST_INFO", at: port).json
      #expect(host["OSC_PORT"] as? Int == port && host["OSC_TRANSPORT"] as? String == "UDP")
      #expect((host["EXTENSIONS"] as? [String: Bool])?["VALUE"] == true)
      let root = try Self.ask("/", at: port)
      #expect(root.status == 200 && root.head.contains("application/json"))
      #expect(root.json["FULL_PATH"] as? String == "/" && root.json["ACCESS"] as? Int == 0)
      let canon = (root.json["CONTENTS"] as? [String: Any])?["canon"] as? [String: Any]
      #expect((canon?["CONTENTS"] as? [String: Any])?["press"] != nil)
      let gain = try Self.ask("/canon/stem/a/gain", at: port).json
      #expect(gain["TYPE"] as? String == "f" && gain["ACCESS"] as? Int == 3)
      #expect(gain["VALUE"] as? [Double] == [0])
      let range = (gain["RANGE"] as? [[String: Double]])?.first
      #expect(range == ["MIN": -120, "MAX": 24])
      let value = try Self.ask("/canon/stem/a/state?VALUE", at: port).json
      #expect(value.count == 1 && value["VALUE"] as? [String] == ["stop"])
      #expect(try Self.ask("/canon/stem/b", at: port).status == 404)
      #expect(try Self.ask("/canon/press?VALUE", at: port).status == 204)
      #expect(try Self.ask("/canon?GAIN", at: port).status == 400)
      #expect(try Self.ask("/", host: "canon.example", at: port).status == 421)
    }
  }

  @Test("A value that was set by OSC is read by HTTP, at the same port")
  func together() async throws {
    try await OSCBench.serve { port in
      let client = try OSCTestClient(port: port, isStream: true)
      client.send("/canon/stem/a/gain", .float(-6.5))
      #expect(client.next()?.address == "/canon/later")
      #expect(try Self.ask("/canon/stem/a/gain?VALUE", at: port).json["VALUE"] as? [Double] == [-6.5])
      client.send("/canon/ping")
      #expect(client.next()?.address == "/canon/pong", "a query ends no other connection")
    }
  }

  @Test("Who begins and goes on no further is let go", arguments: ["G", "GET / HT"])
  func slow(beginning: String) async throws {
    try await OSCBench.serve(patience: .milliseconds(300)) { port in
      let client = try OSCTestClient(port: port, isStream: true)
      client.sendBytes(Array(beginning.utf8))
      #expect(client.rest() == "")
    }
  }

  @Test("A connection begins with one byte after the other; what is neither OSC nor a query ends it")
  func beginnings() async throws {
    try await OSCBench.serve { port in
      let slow = try OSCTestClient(port: port, isStream: true)
      for byte in "GET /canon/title?VALUE HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8 { slow.sendBytes([byte]) }
      #expect(slow.rest().hasPrefix("HTTP/1.1 200"))
      let packet = OSCWriter.packet(OSCMessage("/canon/ping"))
      let surface = try OSCTestClient(port: port, isStream: true)
      for byte in withUnsafeBytes(of: UInt32(packet.count).bigEndian, Array.init) + packet {
        surface.sendBytes([byte])
      }
      #expect(surface.next()?.address == "/canon/pong")
      let other = try OSCTestClient(port: port, isStream: true)
      other.sendBytes(Array("POST / HTTP/1.1\r\n\r\n".utf8))
      #expect(other.rest() == "")
      let late = try OSCTestClient(port: port, isStream: true)
      late.sendBytes(
        Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      #expect(late.rest().components(separatedBy: "HTTP/1.1 200").count == 2, "one answer")
    }
  }
}
