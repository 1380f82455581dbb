import Glibc

/// The client side of a Unix stream socket. It blocks; use it on a separate thread or in a short program.
public final class UnixSocket {
  let descriptor: Int32
  private var rest: [UInt8] = []

  /// - Returns: nil if no program listens at `path`.
  public init?(connectingTo path: String) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    // A stopped program accepts no connections; if too many clients wait for it, connecting would block for ever.
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let isConnected = Self.withAddress(path) { address, length in connect(descriptor, address, length) == 0 }
    guard isConnected else {
      let reason = errno
      Glibc.close(descriptor)
      errno = reason
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { Glibc.close(descriptor) }

  /// Whether a program listens at `path`, even if it is stopped.
  static func isListening(at path: String) -> Bool {
    if UnixSocket(connectingTo: path) != nil { return true }
    return errno == EAGAIN || errno == EINPROGRESS
  }

  /// The greatest length of a path in bytes. An address of Linux holds 107, but SwiftNIO takes as many as every system does.
  static let longestPath = 103

  static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    guard path.utf8.count <= longestPath else {
      errno = ENAMETOOLONG
      return false
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Limits the wait for each piece of an answer; 0 waits without limit.
  public func limitWaiting(seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// - Returns: Whether everything was written.
  public func write(line: String) -> Bool { write(text: line + "\n") }

  func write(text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      bytes.removeFirst(count)
    }
    return true
  }

  /// The next line, without its end; nil at the end of input or after the time limit.
  public func readLine() -> String? {
    var searched = 0
    while true {
      if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      searched = rest.count
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return nil }
      rest += piece[..<count]
    }
  }
}
