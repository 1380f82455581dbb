import CanonLiveSupport
import CanonStems

@testable import CanonControl
@testable import CanonSession
@testable import CanonSocket

/// A socket over a session of its own, of a set with one stem.
struct OpenSocket {
  let socket: ControlSocket
  /// The socket's clients, and nobody else, keep it.
  private let desk: WeakDesk

  private struct WeakDesk { weak var desk: Desk? }

  static func makeDesk() throws -> Desk {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return Desk(try Performance(set: set, schedule: nil, now: { .now() }))
  }

  init(
    name: String = "canon", in place: SocketPlace, longestWrite: Duration = .seconds(30)
  ) async throws {
    let desk = try Self.makeDesk()
    socket = try await ControlSocket.open(desk, name: name, in: place, longestWrite: longestWrite)
    self.desk = WeakDesk(desk: desk)
  }

  /// Waits until no client is served: lines that a client sent before it left are carried out after that, and what is under way
  /// when the process of the tests ends looks like a leak.
  func awaitEnd() async throws {
    let latest = ContinuousClock.now + .seconds(Int(UnixSocket.patience))
    while desk.desk != nil {
      guard ContinuousClock.now < latest else { throw TimedOut(description: "a client is served forever") }
      await Task.yield()
    }
  }
}
