import CanonFiles
import CanonLiveSupport
import CanonNetwork
import CanonSession
import CanonStems
import Foundation
import NIOCore
import Testing

@testable import CanonControl
@testable import CanonOSC

/// A server over a performance of one stem, without a JACK server.
enum OSCBench {
  static func makeDesk() throws -> Desk {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return try makeDesk(set)
  }

  static func makeDesk(_ set: StemSet) throws -> Desk {
    Desk(try Performance(set: set, schedule: nil, now: { .now() }))
  }

  /// Serves while `body` runs, on a thread where clients may wait.
  /// - Parameters:
  ///   - expiry: Of subscriptions.
  ///   - trustsThisMachine: Whether clients are served as those of this machine.
  static func serve(
    _ language: Language = .english, expiry: Duration = .seconds(60), patience: TimeAmount = .seconds(3600),
    trustsThisMachine: Bool = true,
    _ body: @escaping @Sendable (_ port: Int) throws -> Void
  ) async throws {
    var settings = OSCSettings(language: language) { 0 }
    (settings.expiry, settings.patience, settings.trustsThisMachine) = (expiry, patience, trustsThisMachine)
    let server = try await OSCServer.open(try makeDesk(), at: try #require(NetworkPlace("0")), settings)
    let listening = Task { await server.listen() }
    let port = server.place.port
    let outcome = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try body(port) }) }
    }
    listening.cancel()
    await listening.value
    await server.flush()
    try outcome.get()
  }
}
