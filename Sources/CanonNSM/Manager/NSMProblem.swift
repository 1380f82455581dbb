import CanonFiles
import Glibc

/// Why canon is in no session, though a manager is named.
public enum NSMProblem: Error, Translated, Hashable, Sendable {
  /// `NSM_URL` says something else than an address.
  case address(String)
  /// No socket leads there; the number of a system's error, 0 if the host is unknown.
  case unreachable(String, Int32)
  /// Nothing has answered for this time.
  case noAnswer(String, seconds: Int)
  /// The manager has answered, and has not said what to open.
  case noProject(String, seconds: Int)
  /// The manager does not want canon; its reason.
  case refused(String)

  /// In English.
  package var message: String {
    switch self {
    case .address(let text):
      "NSM_URL is \(CleanText.quote(text)), which is no address of a session manager. Expected osc.udp://HOST:PORT/, as the manager sets it."
    case .unreachable(let text, let code):
      "NSM_URL is \(CleanText.quote(text)): \(code == 0 ? "this machine is not known by that name" : String(cString: strerror(code)))."
    case .noAnswer(let text, let seconds):
      "No session manager has answered at \(CleanText.quote(text)) for \(seconds) seconds. If none runs any more, unset NSM_URL."
    case .noProject(let text, let seconds):
      "The session manager at \(CleanText.quote(text)) has not said for \(seconds) seconds what to open. Open a session, and add canon there."
    case .refused(let reason):
      "The session manager does not want canon: \(CleanText.clean(reason))"
    }
  }

  /// What canon does then, if it knows what to play.
  public static func goesOn(_ language: Language) -> String {
    switch language {
    case .english: "canon plays without a session."
    case .japanese: japaneseGoesOn
    }
  }
}
