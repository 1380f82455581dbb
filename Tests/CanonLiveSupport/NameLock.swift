import Foundation

/// The sole use of a JACK server's name on this machine. Names are fixed (jackd leaves a small file behind for every new
/// one), so two runs of the tests at a time, as of two checkouts, would play into each other's servers: the second waits.
public final class NameLock {
  private let descriptor: Int32

  /// Waits until nobody else has it.
  public init(_ name: String) throws {
    let descriptor = open("/tmp/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw TimedOut(description: "/tmp/\(name).lock cannot be opened") }
    self.descriptor = descriptor
    try waitUntil("no other test uses the server \(name)", seconds: 300) {
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
  }

  deinit { close(descriptor) }
}
