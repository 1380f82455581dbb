import CanonControl
import CanonFiles
import Glibc

/// The reason why a socket cannot control canon.
public enum SocketProblem: Error, Translated, Hashable, Sendable {
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

  /// In English.
  package var message: String {
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
      "\(CleanText.quote(path)) is longer than the \(UnixSocket.longestPath) bytes of a socket's address. Set XDG_RUNTIME_DIR to a shorter path, or give a shorter --name."
    case .nobody(let name, let others):
      "no canon called \(CleanText.quote(name)) is running."
        + (others.isEmpty
          ? " Start one with \"canon play\"."
          : " Running: \(others.joined(separator: ", ")). Name one with --name.")
    case .noAnswer(let path): "\(CleanText.quote(path)): canon did not answer. Is it stopped?"
    }
  }
}
