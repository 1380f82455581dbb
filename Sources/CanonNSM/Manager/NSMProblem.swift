import CanonFiles
import Glibc

/// Why canon plays without the session manager that started it. NSM wants a client to go on then.
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
      "NSM_URL is \(CleanText.quote(text)), which is no address of a session manager. Expected osc.udp://HOST:PORT/, as the manager sets it. canon plays without one."
    case .unreachable(let text, let code):
      "NSM_URL is \(CleanText.quote(text)): \(code == 0 ? "this machine is not known by that name" : String(cString: strerror(code))). canon plays without a session manager."
    case .noAnswer(let text, let seconds):
      "No session manager has answered at \(CleanText.quote(text)) for \(seconds) seconds. canon plays without one; if none runs any more, unset NSM_URL."
    case .noProject(let text, let seconds):
      "The session manager at \(CleanText.quote(text)) has not said for \(seconds) seconds what to open. canon plays without it; open a session, and add canon there."
    case .refused(let reason):
      "The session manager does not want canon: \(CleanText.clean(reason)) canon plays without it."
    }
  }
}
