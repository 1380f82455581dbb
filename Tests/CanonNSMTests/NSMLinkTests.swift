import Glibc
import Testing

@testable import CanonNSM

@Suite struct NSMLinkTests {
  @Test("A link that cannot be opened leaves no descriptor behind, also none that it was given")
  func failure() async {
    // A high number, which no other test's descriptors have.
    let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    let given = fcntl(socket, F_DUPFD_CLOEXEC, 700)
    #expect(given >= 700)
    close(socket)
    await #expect(throws: NSMProblem.self) {
      _ = try await NSMLink.open(to: "no address", inherited: given)
    }
    #expect(fcntl(given, F_GETFD) == -1)
  }
}
