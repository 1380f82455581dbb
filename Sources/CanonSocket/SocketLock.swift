import Glibc

/// A lock, so that only one canon at a time searches for a free name.
struct SocketLock {
  private let descriptor: Int32

  init(_ folder: String) throws(SocketProblem) {
    descriptor = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { throw .folder(folder, errno) }
  }

  func end() { close(descriptor) }

  /// `name`, or `name-2` and so on: the first one that no running canon has. The socket of a killed canon counts as
  /// free.
  static func freeName(_ name: String, in place: SocketPlace) -> String {
    let base = SocketPlace.fileName(name)
    var (candidate, number) = (base, 1)
    while UnixSocket.isListening(at: place.path(of: candidate)) {
      number += 1
      candidate = "\(base)-\(number)"
    }
    return candidate
  }
}
