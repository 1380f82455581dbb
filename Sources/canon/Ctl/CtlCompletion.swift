import CanonControl
import CanonSocket
import Foundation

/// Shell completion after `canon ctl`: the words, and the stems of the running canon.
enum CtlCompletion {
  /// - Parameters:
  ///   - arguments: The command line from the program's name on.
  ///   - prefix: The typed part of the word under the cursor.
  static func candidates(_ arguments: [String], prefix: String) -> [String] {
    var words: [String] = []
    var name = "canon"
    var rest = arguments.drop { $0 != "ctl" }.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--json": break
      case "--lang": rest.removeFirst(min(1, rest.count))
      case "--name": name = rest.popFirst() ?? name
      case _ where word.hasPrefix("--lang="): break
      case _ where word.hasPrefix("--name="): name = String(word.dropFirst("--name=".count))
      default: words.append(word)
      }
    }
    if words.last == prefix { words.removeLast() }
    let typed = words.joined(separator: " ") + (words.isEmpty ? "" : " ") + prefix
    return CommandCompletion.candidates(
      for: TypedWords(typed), CompletionSource(at: .socket, stems: stems(of: name)))
  }

  /// The stems of the running canon; empty if none answers immediately.
  private static func stems(of name: String) -> [String] {
    struct Reply: Decodable {
      struct Answer: Decodable {
        struct Stem: Decodable { var stem: String }
        var stems: [Stem]
      }
      var answer: Answer
    }
    let place = SocketPlace.usual(environment: ProcessInfo.processInfo.environment)
    guard (try? place.check()) != nil, let socket = UnixSocket(connectingTo: place.path(of: name)) else {
      return []
    }
    socket.limitWaiting(seconds: 1)
    guard socket.write(line: "status"), let line = socket.readLine(),
      let reply = try? JSONDecoder().decode(Reply.self, from: Data(line.utf8))
    else { return [] }
    return reply.answer.stems.map(\.stem)
  }
}
