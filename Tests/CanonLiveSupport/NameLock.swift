import Foundation

/// Exclusive use of a JACK server's name on this machine. Names are fixed, because jackd leaves a small file for every new
/// one. Two simultaneous runs of the tests, such as of two checkouts, would use each other's servers, so the second waits.
public final class NameLock {
  private let descriptor: Int32

  /// Waits until no other process has the name.
  public init(_ name: String) throws {
    let descriptor = open("/tmp/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw TimedOut(description: "/tmp/\(name).lock cannot be opened") }
    self.descriptor = descriptor
    try waitUntil("no other test uses the server \(name)") {
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
  }

  deinit { close(descriptor) }
}
