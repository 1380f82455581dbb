import CanonFiles
import CanonNetwork

/// What a session manager has canon open: its part of a session.
public struct NSMProject: Hashable, Sendable {
  /// canon's folder in the session, an absolute path. It may not exist yet.
  public let path: String
  /// For people.
  public let title: String
  /// The name of the JACK client: no other client of the session has it, and this one has it again the next time.
  public let client: String

  /// JACK's limit, in bytes.
  static let longestName = 63

  /// - Returns: nil for what is none of these.
  init?(path: String, title: String, client: String) {
    let names = [path, title, client]
    guard path.hasPrefix("/"), path.contains(where: { $0 != "/" }), !client.isEmpty,
      client.utf8.count <= Self.longestName, !client.contains(":"),
      !names.contains(where: { $0.unicodeScalars.contains { CleanText.isUnsafe($0) } })
    else { return nil }
    (self.path, self.title, self.client) = (path, title, client)
  }
}

/// What a session manager says to canon (NSM's interface, version 1.1.2).
enum NSMRequest: Hashable, Sendable {
  /// It has canon in its session; its own name.
  case welcome(String)
  /// It does not want canon; its reason.
  case refused(String)
  /// nil if it has not said what to open.
  case open(NSMProject?)
  case save

  static let announcing = "/nsm/server/announce"
  static let opening = "/nsm/client/open"
  static let saving = "/nsm/client/save"

  /// - Returns: nil for what canon does not act upon, such as that the session has been loaded.
  init?(_ message: OSCMessage) {
    let words = message.arguments
    switch message.address {
    case "/reply" where words.first == .text(Self.announcing):
      self = .welcome(words.count > 2 ? words[2].text ?? "" : "")
    case "/error" where words.first == .text(Self.announcing):
      self = .refused(words.count > 2 ? words[2].text ?? "" : "")
    case Self.opening:
      guard words.count >= 3, let path = words[0].text, let title = words[1].text, let client = words[2].text
      else {
        self = .open(nil)
        return
      }
      self = .open(NSMProject(path: path, title: title, client: client))
    case Self.saving: self = .save
    default: return nil
    }
  }
}

extension OSCValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
