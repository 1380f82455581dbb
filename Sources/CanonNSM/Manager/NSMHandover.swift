import Glibc

/// What a program that replaces canon in its process needs to go on in the session: in its environment, and a descriptor that stays open.
struct NSMHandover {
  let descriptor: Int32
  let project: NSMProject

  private static let socketVariable = "CANON_NSM_SOCKET"
  private static let pathVariable = "CANON_NSM_PATH"
  private static let clientVariable = "CANON_NSM_CLIENT"

  init(descriptor: Int32, project: NSMProject) { (self.descriptor, self.project) = (descriptor, project) }

  /// Takes what the program before has given; programs that canon starts do not get it.
  /// - Returns: nil if there is nothing, or no socket of that number.
  init?(taking environment: [String: String]) {
    let names = [Self.socketVariable, Self.pathVariable, Self.clientVariable]
    let values = names.compactMap { environment[$0] }
    for name in names { unsetenv(name) }
    guard values.count == names.count, let descriptor = Int32(values[0]), Self.isOurs(descriptor),
      let project = NSMProject(path: values[1], client: values[2])
    else { return nil }
    self.init(descriptor: descriptor, project: project)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Just before the program is replaced.
  func give() {
    _ = fcntl(descriptor, F_SETFD, 0)
    setenv(Self.socketVariable, "\(descriptor)", 1)
    setenv(Self.pathVariable, project.path, 1)
    setenv(Self.clientVariable, project.client, 1)
  }

  /// Whether a descriptor is a socket for datagrams of this machine.
  private static func isOurs(_ descriptor: Int32) -> Bool {
    guard descriptor > 2 else { return false }
    var place = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0,
      kind == Int32(SOCK_DGRAM.rawValue)
    else { return false }
    return result == 0 && place.sin_family == sockaddr_in.thisMachine.sin_family
      && place.sin_addr.s_addr == sockaddr_in.thisMachine.sin_addr.s_addr
  }
}

extension sockaddr_in {
  /// This machine alone (127.0.0.1), at any port that is free.
  static var thisMachine: sockaddr_in {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return place
  }
}
