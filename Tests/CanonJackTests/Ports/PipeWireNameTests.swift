import CanonLiveSupport
import Foundation
import Testing

/// Several canons under one PipeWire. Its libjack does not make names of clients unique.
extension LiveTests.PipeWire {
  private func client(_ canon: CanonProcess, from start: Int = 0) throws -> String? {
    (try canon.waitForEvent("connected", from: start)["server"] as? [String: Any])?["client"] as? String
  }

  /// The outputs of canons, as programs that were made for jackd see them.
  private func masters(_ server: PipeWireServer) throws -> [String] {
    try server.clientOutput("jack_lsp").split(separator: "\n").map(String.init)
      .filter { $0.hasSuffix(":master_1") }.sorted()
  }

  @Test("A second canon has another name, everywhere the same, and its own connections; also after a restart")
  func twoCanons() throws {
    let server = try PipeWireServer(Self.speakers)
    let first = try server.play("Schedules/always.toml", "--no-control")
    let second = try server.play("Schedules/always.toml")
    #expect(try [client(first), client(second)] == ["canon", "canon-2"])
    func expectBoth() throws {
      try waitUntil("both play to the sink") {
        try ["canon", "canon-2"].allSatisfy {
          try server.connections(of: "\($0):master_1") == ["speakers:playback_FL"]
        }
      }
      #expect(try masters(server) == ["canon-2:master_1", "canon:master_1"])
    }
    try expectBoth()
    let ports = try CanonProcess.run(["ports", "--name", "canon-2"], environment: server.environment).output
    #expect(ports.first?.hasPrefix("master: left to \"Loud speakers:playback_FL\"") == true, "\(ports)")
    let (start, other) = (first.output.count, second.output.count)
    server.kill()
    for (canon, start) in [(first, start), (second, other)] { try canon.waitForEvent("lost", from: start) }
    try server.start()
    #expect(try [client(first, from: start), client(second, from: other)] == ["canon", "canon-2"])
    try expectBoth()
    #expect(!(first.output + second.output).contains { $0.contains("not-connected") })
    try #expect(first.quit() == 0 && second.quit() == 0)
  }

  @Test("What people have connected and cut of two canons is as they left it when PipeWire comes back")
  func wiringOfTwo() throws {
    let server = try PipeWireServer(Self.speakers)
    let canons = [try server.play("Schedules/always.toml"), try server.play("Schedules/always.toml")]
    func wiring() throws -> [[String]] {
      try ["canon:violin-a_1", "canon:master_2", "canon-2:violin-a_1", "canon-2:master_2"].map {
        try server.connections(of: $0)
      }
    }
    let (left, right) = ("speakers:playback_FL", "speakers:playback_FR")
    try waitUntil("both play") { try wiring() == [[], [right], [], [right]] }
    try server.connect("canon:violin-a_1", right)
    try server.disconnect("canon:master_2", right)
    try server.connect("canon-2:violin-a_1", left)
    let expected = [[right], [], [left], [right]]
    for round in 1...2 {
      try waitUntil("the wiring, round \(round)") { try wiring() == expected }
      let start = canons.map(\.output.count)
      for canon in canons { try waitForLook(canon) }
      server.kill()
      for (canon, start) in zip(canons, start) { try canon.waitForEvent("lost", from: start) }
      try server.start()
      for (canon, start) in zip(canons, start) { try canon.waitForEvent("connected", from: start) }
      for canon in canons { try waitForLook(canon) }
    }
    try waitUntil("the wiring in the end") { try wiring() == expected }
    for canon in canons { try #expect(canon.quit() == 0) }
  }

  @Test("With --name programs that were made for jackd, and mixers, see that name")
  func named() throws {
    let server = try PipeWireServer(Self.speakers)
    let first = try server.play("Schedules/always.toml", "--name", "first")
    let second = try server.play("Schedules/always.toml", "--name", "the \"second\"")
    #expect(try [client(first), client(second)] == ["first", "the \"second\""])
    #expect(try masters(server) == ["first:master_1", "the \"second\":master_1"])
    #expect(try server.properties(of: "first").contains("node.description = \"first\""))
    let third = try server.play(
      "Schedules/always.toml", "--name", "third",
      environment: ["PIPEWIRE_PROPS": "{ node.description = \"My music\" }"])
    #expect(try server.properties(of: "third").contains("node.description = \"My music\""))
    for canon in [first, second, third] { try #expect(canon.quit() == 0) }
  }
}
