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
    Folder.names(in: folder).filter { $0.hasSuffix(".sock") }.map { String($0.dropLast(5)) }.sorted()
  }
}
