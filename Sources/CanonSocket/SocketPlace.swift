import CanonFiles
import Glibc

/// Where canon's sockets are: `$XDG_RUNTIME_DIR/canon`, else `/tmp/canon-UID`. The folder is its user's alone.
public struct SocketPlace: Sendable {
  public let folder: String

  /// As the environment says.
  public static func usual(environment: [String: String]) -> SocketPlace {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return SocketPlace(folder: runtime + "/canon")
    }
    return SocketPlace(folder: "/tmp/canon-\(getuid())")
  }

  public init(folder: String) { self.folder = folder }

  /// The path of the socket of the canon called `name`.
  public func path(of name: String) -> String { "\(folder)/\(name).sock" }

  /// Makes the folder, or checks the one that is there: nobody else may have put a socket into it.
  public func prepare() throws(SocketProblem) {
    if mkdir(folder, 0o700) != 0 && errno != EEXIST { throw .folder(folder, errno) }
    let status = try check()
    if status.st_mode & 0o077 != 0, chmod(folder, 0o700) != 0 { throw .folder(folder, errno) }
  }

  /// Looks at the folder that is there: a client does not speak to sockets that somebody else has put there.
  @discardableResult
  public func check() throws(SocketProblem) -> stat {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw .folder(folder, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { throw .notOurs(folder) }
    return status
  }

  /// The names under which a canon answers, in alphabetical order.
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

/// Why canon cannot be controlled by a socket.
public enum SocketProblem: Error, Hashable, Sendable {
  case folder(String, Int32)
  /// The folder belongs to somebody else, or is none.
  case notOurs(String)
  case cannotListen(String, String)
  /// A path of more bytes than a socket's address has.
  case tooLong(String)
  /// No canon answers there.
  case nobody(name: String, others: [String])
  /// The answer did not come, or is none.
  case noAnswer(String)

  /// What is wrong, with the value, what was expected, and what to do.
  public var message: String {
    switch self {
    case .folder(let path, let error):
      "\(CleanText.quote(path)): \(String(cString: strerror(error))). Expected a folder for canon's sockets: set XDG_RUNTIME_DIR to a folder of yours."
    case .notOurs(let path):
      "\(CleanText.quote(path)) is not a folder of this user. Remove it, or set XDG_RUNTIME_DIR to a folder of yours."
    case .cannotListen(let path, let reason):
      "\(CleanText.quote(path)): cannot listen there: \(reason). Set XDG_RUNTIME_DIR to a folder of yours, or give --no-control."
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
