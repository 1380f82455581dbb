import CanonControl
import CanonLiveSupport
import CanonSession
import CanonStems
import Foundation
import Testing

@testable import CanonMPRIS

/// The player over a performance of one stem without a JACK server. `LiveTests` has what its clients see: they do not wait for a process
/// in which thousands of tests run.
@Suite struct MPRISPlayerTests {
  private func makeDesk() throws -> Desk {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return Desk(try Performance(set: set, schedule: nil, now: { .now() }))
  }

  @Test("Without a bus it ends at once, and so does what waits for its calls")
  func noBus() async throws {
    let player = MPRISPlayer(try makeDesk(), .english, address: "unix:path=/nonexistent/bus")
    await player.listen()
    await player.flush()
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
}
