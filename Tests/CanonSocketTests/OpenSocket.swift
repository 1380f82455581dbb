import CanonLiveSupport
import CanonStems

@testable import CanonControl
@testable import CanonSession
@testable import CanonSocket

/// A socket over a session of its own.
struct OpenSocket {
  let socket: ControlSocket
  /// The socket's clients, and nobody else, keep it.
  private let desk: WeakDesk

  private struct WeakDesk { weak var desk: Desk? }

  init(
    _ set: StemSet, name: String = "canon", in place: SocketPlace, longestWrite: Duration = .seconds(30)
  ) async throws {
    let desk = Desk(try Performance(set: set, schedule: nil, now: { .now() }))
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
