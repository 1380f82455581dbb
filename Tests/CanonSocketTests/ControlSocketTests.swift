import CanonLiveSupport
import CanonSession
import Foundation
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSocket

/// The socket over a real session without a server: what is said comes later, what is shown is shown. One test at a time,
/// because some take all places of clients, and the numbers of their askers belong to the process.
@Suite(.serialized) struct ControlSocketTests {
  private let bench: SocketBench
  private var place: SocketPlace { bench.place }

  init() throws { bench = try SocketBench() }

  /// As many clients as there are places. Each says a line, and is told something.
  private static func fill(_ path: String, _ line: String, _ told: String) throws -> [UnixSocket] {
    try (0..<ClientList.most).map { _ in
      let client = try UnixSocket.waiting(at: path)
      #expect(client.ask(line)?.contains(told) == true)
      return client
    }
  }

  @Test func eachLineHasItsReplyInItsOrder() async throws {
    try await bench.serve { path in
      let socket = try UnixSocket.waiting(at: path)
      #expect(socket.write(line: "prss a") && socket.write(line: #"{"id":7,"line":"start a"}"#))
      #expect(try #require(socket.readLine()).contains(#""reply":"refused","status":2"#))
      #expect(socket.readLine() == #"{"id":7,"reply":"later","status":0}"#)
      #expect(socket.write(line: "status"))
      let status = try #require(socket.readLine())
      #expect(
        status.hasPrefix(#"{"answer":{"event":"status""#)
          && status.hasSuffix(#""reply":"status","status":0}"#))
    }
  }

  @Test("Each client takes back what it has changed itself, and shared requests what any of them has")
  func undo() async throws {
    try await bench.serve { path in
      let clients = [try UnixSocket.waiting(at: path), try UnixSocket.waiting(at: path)]
      let shared = { (line: String) in #"{"line":"\#(line)","shared":true}"# }
      #expect(clients[0].ask("gain a -6")?.contains(#""reply":"later""#) == true)
      #expect(clients[1].ask("undo")?.contains("nothing-to-undo") == true)
      #expect(clients[0].ask(shared("gain a -3"))?.contains(#""reply":"later""#) == true)
      #expect(clients[0].ask("undo")?.contains(#"Undone: "#) == true)
      #expect(clients[0].ask("undo")?.contains("nothing-to-undo") == true)
      #expect(clients[1].ask(shared("undo"))?.contains(#""reply":"done""#) == true)
      #expect(clients[1].ask(shared("undo"))?.contains("nothing-to-undo") == true)
    }
  }

  @Test("The list of a client that has left is gone, whoever comes after it")
  func undoAfterLeaving() async throws {
    try await bench.serve { path in
      for _ in 0..<200 {
        let client = try UnixSocket.waiting(at: path)
        #expect(client.ask("undo")?.contains("nothing-to-undo") == true)
        #expect(client.ask("gain a -6")?.contains(#""reply":"later""#) == true)
      }
    }
  }

  @Test("A line is cut off at 65,536 bytes, even if it arrives with its end", arguments: [65_536, 65_537])
  func longest(count: Int) async throws {
    try await bench.serve { path in
      let client = try UnixSocket.waiting(at: path)
      let reply = client.ask(String(repeating: "x", count: count))
      #expect(
        reply?.contains(count > 65_536 ? #""reply":"error""# : #""reply":"refused""#) == true,
        "\(reply ?? "-")")
    }
  }

  @Test func theSocketIsItsUsersAlone() async throws {
    try await bench.serve { path in
      var attributes = stat()
      #expect(stat(path, &attributes) == 0 && attributes.st_mode & 0o777 == 0o600)
    }
  }

  @Test func aLivingCanonKeepsItsNameAndADeadOnesIsTaken() async throws {
    let place = place
    let first = try await ControlSocket.open(try OpenSocket.makeDesk(), name: "canon", in: place)
    let second = try await ControlSocket.open(try OpenSocket.makeDesk(), name: "canon", in: place)
    #expect([first.name, second.name] == ["canon", "canon-2"])
    // Other files in the folder are nobody's socket.
    try "".write(toFile: place.folder + "/canon.text", atomically: true, encoding: .utf8)
    #expect(place.living() == ["canon", "canon-2"])
    try UnixSocket.leaveBehind(at: place.path(of: "killed"))
    let third = try await ControlSocket.open(try OpenSocket.makeDesk(), name: "killed", in: place)
    #expect(third.name == "killed")
    #expect(place.living() == ["canon", "canon-2", "killed"])
    for socket in [first, second, third] {
      let ending = Task { await socket.listen() }
      ending.cancel()
      await ending.value
    }
    #expect(place.living() == [])
  }

  @Test func aNameWithASlashStaysInTheFolder() async throws {
    try await bench.serve(name: "a/../b") { path in #expect(path.hasSuffix("/run/a-..-b.sock")) }
  }

  @Test("What is no socket is left where it lies")
  func notASocket() async throws {
    let path = place.path(of: "canon")
    try place.prepare()
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    await #expect(throws: SocketProblem.notASocket(path)) {
      _ = try await ControlSocket.open(try OpenSocket.makeDesk(), name: "canon", in: place)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func aNameTooLongForAnAddressIsRefusedWithItsPath() async throws {
    for length in [104, 200] {
      let long = String(repeating: "x", count: length - place.path(of: "").utf8.count)
      await #expect(throws: SocketProblem.tooLong(place.path(of: long))) {
        _ = try await ControlSocket.open(try OpenSocket.makeDesk(), name: long, in: place)
      }
    }
    try await bench.serve(name: String(repeating: "x", count: 103 - place.path(of: "").utf8.count)) { path in
      #expect(path.utf8.count == 103)
      let client = try UnixSocket.waiting(at: path)
      #expect(client.ask("help")?.contains("\"reply\":\"help\"") == true)
    }
  }

  @Test("A client that sends no end of line gets an error and is disconnected; others are served")
  func flood() async throws {
    try await bench.serve { path in
      let bad = try UnixSocket.waiting(at: path)
      let good = try UnixSocket.waiting(at: path)
      let piece = String(repeating: "x", count: 1 << 20)
      var sent = 0
      while sent < 100, bad.write(text: piece) { sent += 1 }
      #expect(sent < 100, "it was not read to the end")
      #expect(good.write(line: "help"))
      #expect(good.readLine()?.contains("\"reply\":\"help\"") == true)
      if let told = bad.readLine() { #expect(told.contains("longer than 65536 bytes")) }
      #expect(bad.readLine() == nil)
    }
  }

  @Test func aLineThatIsTooLongIsAnsweredBeforeTheConnectionEnds() async throws {
    try await bench.serve { path in
      let client = try UnixSocket.waiting(at: path)
      #expect(client.write(text: String(repeating: "x", count: LineDecoder.longestLine + 1)))
      #expect(client.readLine()?.contains("longer than 65536 bytes") == true)
      #expect(client.readLine() == nil)
    }
  }

  @Test("Lines that a client sends before it leaves are carried out")
  func writesAndLeaves() async throws {
    let desk = try OpenSocket.makeDesk()
    let feed = await desk.feed()
    let socket = try await ControlSocket.open(desk, name: "canon", in: place)
    let tasks = [Task { await socket.listen() }, Task { await desk.run() }]
    do {
      let client = try UnixSocket.waiting(at: place.path(of: "canon"))
      #expect(client.write(text: (0..<100).map { "prss \($0)\n" }.joined()))
    }
    var number = 0
    for await item in feed {
      guard case .notice(let notice) = item, notice.text(.english)?.contains("\"prss\"") == true else {
        continue
      }
      number += 1
      if number == 100 { break }
    }
    #expect(number == 100)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await socket.flush()
  }

  @Test func garbageIsToldToBeAndTheConnectionStays() async throws {
    try await bench.serve { path in
      let socket = try UnixSocket.waiting(at: path)
      for line in ["{\"line\":", "\u{1b}[31m\u{0}\u{7f}", "{}", "ドア"] {
        #expect(socket.write(line: line))
        #expect(try #require(socket.readLine()).contains("\"status\":2"), "\(line)")
      }
      for line in ["", " ", "\t\r"] { #expect(socket.write(line: line), "an empty line has no reply") }
      #expect(socket.write(line: "help"))
      #expect(socket.readLine()?.contains("\"reply\":\"help\"") == true)
    }
  }

  @Test("One client too many takes the place of the one that has been silent longest, which is told")
  func oneTooMany() async throws {
    try await bench.serve { path in
      let clients = try Self.fill(path, "help", #""reply":"help""#)
      // The first speaks again: now the second is the one that has been silent longest.
      #expect(clients[0].ask("help")?.contains("\"reply\":\"help\"") == true)
      let late = try UnixSocket.waiting(at: path)
      #expect(late.ask("help")?.contains("\"reply\":\"help\"") == true)
      #expect(clients[1].readLine()?.contains("too-many-clients") == true)
      #expect(clients[1].readLine() == nil)
      for client in clients[2...] + [clients[0]] {
        #expect(client.ask("help")?.contains("\"reply\":\"help\"") == true)
      }
    }
  }

  @Test func aSilentClientKeepsItsPlaceHoweverManyComeAndGo() async throws {
    try await bench.serve { path in
      let silent = try UnixSocket.waiting(at: path)
      #expect(silent.ask("help")?.contains("\"reply\":\"help\"") == true)
      for _ in 0..<(2 * ClientList.most) {
        #expect(try UnixSocket.waiting(at: path).ask("help")?.contains("\"reply\":\"help\"") == true)
      }
      #expect(silent.ask("help")?.contains("\"reply\":\"help\"") == true)
    }
  }

  @Test("Clients that watch keep their places: where all do, another is refused until one leaves")
  func tooManyWatch() async throws {
    try await bench.serve { path in
      var clients = try Self.fill(path, "watch", #"{"reply":"watching","status":0}"#)
      let refused = try UnixSocket.waiting(at: path)
      #expect(refused.readLine()?.contains("64 clients that watch") == true)
      #expect(refused.readLine() == nil, "its connection ends")
      clients.removeFirst(10)
      let end = ContinuousClock.now + .seconds(900)
      while try UnixSocket.waiting(at: path).ask("help")?.contains("\"reply\":\"help\"") != true {
        guard ContinuousClock.now < end else { throw TimedOut(description: "there is no room again") }
      }
    }
  }

  @Test("A client that watches already is told so, and is told everything once")
  func watchesTwice() async throws {
    try await bench.serve(runs: true) { path in
      let client = try UnixSocket.waiting(at: path)
      #expect(client.ask("watch") == #"{"reply":"watching","status":0}"#)
      #expect(client.readLine()?.contains("\"event\":\"status\"") == true)
      #expect(
        client.ask(#"{"id":2,"line":"watch"}"#) == SocketReply(.watchesAlready).reply(to: .number(2)).json)
    }
  }

  @Test("Clients that watch get the events of others; one that never reads disturbs nobody")
  func watching() async throws {
    try await bench.serve(runs: true) { path in
      let silent = try UnixSocket.waiting(at: path)
      let watcher = try UnixSocket.waiting(at: path)
      let speaker = try UnixSocket.waiting(at: path)
      #expect(silent.write(line: "watch") && watcher.write(line: "watch"))
      #expect(watcher.readLine() == #"{"reply":"watching","status":0}"#)
      #expect(watcher.readLine()?.contains("\"event\":\"status\"") == true)
      for number in 0..<300 {
        #expect(speaker.ask("prss \(number)")?.contains("\"status\":2") == true)
        guard let told = watcher.readLine() else { throw TimedOut(description: "nothing is told") }
        #expect(told.contains("prss") && told.contains("\"by\":\"socket\""))
      }
      _ = silent.readLine()
    }
  }
}
