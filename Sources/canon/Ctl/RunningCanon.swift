import CanonControl
import CanonFiles
import CanonSocket
import Foundation

/// A connection to a canon that runs.
struct RunningCanon {
  private let socket: UnixSocket
  private let path: String
  private let language: Language

  /// In seconds: longer than canon waits for a stalled server.
  private static let patience = 10

  /// - Throws: Status 69 if there is no canon of this name.
  init(named name: String, _ language: Language) throws {
    let place = SocketPlace.usual(environment: ProcessInfo.processInfo.environment)
    do throws(SocketProblem) {
      try place.check()
    } catch {
      if case .folder(_, ENOENT) = error {
        throw Failure(.noServer, SocketProblem.nobody(name: name, others: []).text(language))
      }
      throw Failure(.failed, error.text(language))
    }
    path = place.path(of: name)
    guard let socket = UnixSocket(connectingTo: path) else {
      throw Failure(.noServer, SocketProblem.nobody(name: name, others: place.living()).text(language))
    }
    (self.socket, self.language) = (socket, language)
  }

  private struct Request: Encodable {
    var line: String
    var text: Bool
    var ascii: Bool
    var lang: String
    /// Each call is a client of its own: `canon ctl undo` takes back what another call has changed.
    let shared = true
  }

  /// Sends a line.
  /// - Parameters:
  ///   - isText: Whether views are answered as lines for people, with pictures if standard output is a terminal that shows them.
  ///   - language: That of the answer.
  ///   - isEndless: Whether events follow the answer for as long as canon plays.
  /// - Returns: The answer, one object on one line.
  /// - Throws: Status 69 if there is none.
  func ask(_ line: String, isText: Bool, in language: Language, isEndless: Bool = false) throws -> String {
    socket.limitWaiting(seconds: isEndless ? 0 : Self.patience)
    let draws = isatty(STDOUT_FILENO) == 1 && ScreenOptions.isUTF8(ProcessInfo.processInfo.environment)
    let request = Request(line: line, text: isText, ascii: !draws, lang: language.rawValue)
    // The write may fail, because canon does not read from a client that it refuses. The answer gives the reason.
    _ = socket.write(line: JSONText.text(request))
    guard let answer = socket.readLine() else {
      throw Failure(.noServer, SocketProblem.noAnswer(path).text(self.language))
    }
    return answer
  }

  /// What follows the answer; nil at the end.
  func readLine() -> String? { socket.readLine() }
}
