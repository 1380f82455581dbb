import Glibc

/// A name that no other running canon of this user has: for the JACK client under PipeWire, whose libjack does not make names unique, and for
/// the control socket. It is free again when this object or the process ends.
public final class NameClaim: Sendable {
  public let name: String
  private let descriptor: Int32

  /// The longest name of a JACK client, in bytes.
  private static let longest = 63

  /// Claims `name`, or `name-2` and so on if a running canon has claimed it or has a control socket of that name.
  /// - Throws: The reason why nothing can be claimed in `place`.
  public init(_ name: String, in place: SocketPlace) throws(SocketProblem) {
    try place.prepare()
    let lock = try SocketLock(place.folder)
    defer { lock.end() }
    var (candidate, number) = (name, 1)
    while true {
      if let descriptor = try Self.claim(candidate, in: place) {
        (self.name, self.descriptor) = (candidate, descriptor)
        return
      }
      number += 1
      var base = name
      while base.utf8.count + "-\(number)".utf8.count > Self.longest { base.removeLast() }
      candidate = "\(base)-\(number)"
    }
  }

  /// - Returns: The descriptor that has the name; nil if it is taken.
  private static func claim(_ name: String, in place: SocketPlace) throws(SocketProblem) -> Int32? {
    if UnixSocket.isListening(at: place.path(of: name)) { return nil }
    let path = "\(place.folder)/.\(SocketPlace.fileName(name)).name"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .folder(place.folder, errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  deinit { close(descriptor) }
}
