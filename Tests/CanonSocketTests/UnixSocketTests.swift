import CanonLiveSupport
import Glibc
import Testing

@testable import CanonSocket

/// The client side of a socket.
@Suite struct UnixSocketTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A canon that was stopped (Ctrl-Z) keeps its name, however many clients wait for it.
  @Test func aProgramThatAcceptsNobodyStillListens() throws {
    let path = folder.file("canon.sock")
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    try #require(UnixSocket.withAddress(path) { address, length in bind(descriptor, address, length) == 0 })
    #expect(!UnixSocket.isListening(at: path))
    try #require(listen(descriptor, 0) == 0)
    var waiting: [UnixSocket] = []
    while waiting.count < 16, let client = UnixSocket(connectingTo: path) { waiting.append(client) }
    try #require(waiting.count < 16, "there is no more room to wait")
    #expect(UnixSocket.isListening(at: path))
  }
}
