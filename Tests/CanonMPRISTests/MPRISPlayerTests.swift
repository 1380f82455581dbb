import CSystemd
import CanonControl
import CanonLiveSupport
import CanonSession
import CanonStems
import Foundation
import Testing

@testable import CanonMPRIS

/// The player on a real bus, over a performance of one stem without a JACK server.
@Suite struct MPRISPlayerTests {
  private func makeDesk() throws -> Desk {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return Desk(try Performance(set: set, schedule: nil, now: { .now() }))
  }

  /// Serves while `body` runs, on a thread where clients may wait.
  private func serve(_ bus: DBusDaemon, _ body: @escaping @Sendable () throws -> Void) async throws {
    let desk = try makeDesk()
    let player = MPRISPlayer(desk, .english, address: bus.address)
    let feed = await desk.feed()
    let tasks = [Task { await player.show(feed) }, Task { await player.listen() }]
    let outcome = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: Result {
            try waitUntil("it is there") { try bus.run("playerctl", "-l").text == "canon" }
            try body()
          })
      }
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await player.flush()
    try outcome.get()
  }

  @Test("Without a bus it ends at once, and so does what waits for its calls")
  func noBus() async throws {
    let player = MPRISPlayer(try makeDesk(), .english, address: "unix:path=/nonexistent/bus")
    await player.listen()
    await player.flush()
  }

  @Test("Before a server is found it is stopped, and has no length", .enabled(if: DBusDaemon.isTested))
  func early() async throws {
    let bus = try DBusDaemon()
    try await serve(bus) {
      // A client gives up waiting after 25 seconds, in which the tests beside may leave no thread to this one.
      try waitUntil("it is stopped") { try bus.run("playerctl", "status").text == "Stopped" }
      var metadata = ""
      try waitUntil("it has a title") {
        metadata = try bus.run("playerctl", "metadata").text
        return metadata.contains("title")
      }
      #expect(metadata.contains("One") && !metadata.contains("length"), "\(metadata)")
    }
  }

  @Test("A bus that ends takes nothing with it", .enabled(if: DBusDaemon.isTested))
  func busEnds() async throws {
    let bus = try DBusDaemon()
    let player = MPRISPlayer(try makeDesk(), .english, address: bus.address)
    let listening = Task { await player.listen() }
    let hasAppeared = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let appeared = Result {
          try waitUntil("it is there") { try bus.run("playerctl", "-l").text == "canon" }
        }
        bus.end()
        continuation.resume(returning: (try? appeared.get()) != nil)
      }
    }
    #expect(hasAppeared)
    await listening.value
    await player.flush()
  }

  @Test(
    "A flood of calls, with arguments of every wrong kind, leaves it answering",
    .enabled(if: DBusDaemon.isTested))
  func flood() async throws {
    let bus = try DBusDaemon()
    try await serve(bus) {
      var client: OpaquePointer?
      #expect(sd_bus_new(&client) >= 0 && sd_bus_set_address(client, bus.address) >= 0)
      #expect(sd_bus_set_bus_client(client, 1) >= 0 && sd_bus_start(client) >= 0)
      defer { sd_bus_flush_close_unref(client) }
      let values: [BusValue] = [
        .bool(true), .integer(.min), .number(.nan), .text(MPRIS.player), .path("/"), .texts(["a"]),
        .table(["Volume": .number(1)]),
      ]
      let members = ["Seek", "SetPosition", "Get", "Set", "GetAll", "PlayPause", "Introspect", "None"]
      let interfaces = [MPRIS.player, MPRIS.root, BusCall.properties, BusCall.introspection]
      for number in 0..<10_000 {
        var call: OpaquePointer?
        sd_bus_message_new_method_call(
          client, &call, MPRIS.name, MPRIS.path, interfaces[number % 4], members[number / 4 % 8])
        let message = BusMessage(pointer: try #require(call))
        for argument in 0..<(number / 32 % 4) { message.append(values[(number / 128 + argument) % 7]) }
        sd_bus_message_set_expect_reply(call, 0)
        #expect(sd_bus_send(client, call, nil) >= 0)
        sd_bus_message_unref(call)
        while sd_bus_process(client, nil) > 0 {}
      }
      sd_bus_flush(client)
      // A call that has an answer: a method of another player, with a text as long as a book.
      var (call, reply) = (OpaquePointer?.none, OpaquePointer?.none)
      sd_bus_message_new_method_call(client, &call, MPRIS.name, MPRIS.path, MPRIS.player, "Play")
      BusMessage(pointer: try #require(call)).append(.text(String(repeating: "x", count: 1 << 20)))
      var error = sd_bus_error()
      #expect(sd_bus_call(client, call, 0, &error, &reply) < 0)
      #expect(error.name.map { String(cString: $0) } == "org.freedesktop.DBus.Error.UnknownMethod")
      sd_bus_error_free(&error)
      sd_bus_message_unref(call)
      try waitUntil("it answers") { try bus.run("playerctl", "status").text == "Stopped" }
    }
  }
}
