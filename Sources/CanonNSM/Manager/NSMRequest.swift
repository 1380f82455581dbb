import CanonNetwork

/// What a session manager says to canon (NSM's interface, version 1.1.2).
enum NSMRequest: Hashable, Sendable {
  /// It has canon in its session.
  case welcome
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
      self = .welcome
    case "/error" where words.first == .text(Self.announcing):
      self = .refused(words.count > 2 ? words[2].text ?? "" : "")
    case Self.opening:
      // Between them it says what the session is called.
      guard words.count >= 3, let path = words[0].text, words[1].text != nil, let client = words[2].text
      else {
        self = .open(nil)
        return
      }
      self = .open(NSMProject(path: path, client: client))
    case Self.saving: self = .save
    default: return nil
    }
  }
}

extension OSCValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
