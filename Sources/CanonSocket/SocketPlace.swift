import CanonFiles
import Glibc

/// The folder of canon's sockets: `$XDG_RUNTIME_DIR/canon`, else `/tmp/canon-UID`. Only its user can open it.
public struct SocketPlace: Sendable {
  public let folder: String

  /// The folder that the environment names.
  public static func usual(environment: [String: String]) -> SocketPlace {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return SocketPlace(folder: runtime + "/canon")
    }
    return SocketPlace(folder: "/tmp/canon-\(getuid())")
  }

  public init(folder: String) { self.folder = folder }

  /// The path of the socket of the canon called `name`.
  public func path(of name: String) -> String { "\(folder)/\(Self.fileName(name)).sock" }

  /// A name that stays in the folder: a slash becomes a hyphen.
  static func fileName(_ name: String) -> String { String(name.map { $0 == "/" ? "-" : $0 }) }

  /// Creates the folder, or checks an existing one: no other user may be able to put a socket into it.
  public func prepare() throws(SocketProblem) {
    if mkdir(folder, 0o700) != 0 && errno != EEXIST { throw .folder(folder, errno) }
    let status = try status()
    if status.st_mode & 0o077 != 0, chmod(folder, 0o700) != 0 { throw .folder(folder, errno) }
  }

  /// Checks the existing folder: a client does not connect to sockets that other users may have put there.
  public func check() throws(SocketProblem) {
    if try status().st_mode & 0o022 != 0 { throw .notPrivate(folder) }
  }

  private func status() throws(SocketProblem) -> stat {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw .folder(folder, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { throw .notOurs(folder) }
    return status
  }

  /// The names of the running canons, in alphabetical order.
  public func living() -> [String] { names().filter { UnixSocket.isListening(at: path(of: $0)) } }

  private func names() -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".sock") { names.append(String(name.dropLast(5))) }
    }
    return names.sorted()
  }
}

/// The reason why a socket cannot control canon.
public enum SocketProblem: Error, Hashable, Sendable {
  case folder(String, Int32)
  /// The folder belongs to another user, or is not a folder.
  case notOurs(String)
  /// Other users can put files into the folder.
  case notPrivate(String)
  case cannotListen(String, String)
  /// Something else lies where the socket is to be.
  case notASocket(String)
  /// The path is longer than a socket's address allows.
  case tooLong(String)
  /// No canon answers there.
  case nobody(name: String, others: [String])
  /// There was no answer, or it was not valid.
  case noAnswer(String)

  /// The problem, with the value, what was expected, and the remedy.
  public var message: String {
    switch self {
    case .folder(let path, let error):
      "\(CleanText.quote(path)): \(String(cString: strerror(error))). Expected a folder for canon's sockets: set XDG_RUNTIME_DIR to a folder of yours."
    case .notOurs(let path):
      "\(CleanText.quote(path)) is not a folder of this user. Remove it, or set XDG_RUNTIME_DIR to a folder of yours."
    case .notPrivate(let path):
      "\(CleanText.quote(path)) can be changed by other users, so its sockets are not trusted. Run chmod 700 on it."
    case .cannotListen(let path, let reason):
      "\(CleanText.quote(path)): cannot listen there: \(reason). Set XDG_RUNTIME_DIR to a folder of yours, or give --no-control."
    case .notASocket(let path):
      "\(CleanText.quote(path)) is not a socket. Remove it, give another --name, or give --no-control."
    case .tooLong(let path):
      "\(CleanText.quote(path)) is longer than the 107 bytes of a socket's address. Set XDG_RUNTIME_DIR to a shorter path, or give a shorter --name."
    case .nobody(let name, let others):
      "no canon called \(CleanText.quote(name)) is running."
        + (others.isEmpty
          ? " Start one with \"canon play\"."
          : " Running: \(others.joined(separator: ", ")). Name one with --name.")
    case .noAnswer(let path): "\(CleanText.quote(path)): canon did not answer. Is it stopped?"
    }
  }
}
