import CanonControl
import CanonFiles
import Glibc

/// Why the history of the command line cannot be read or kept.
enum HistoryAdvice: TranslatedAdvice {
  /// A folder, a pipe or the like lies in its place.
  case notRegular
  /// An error number of the system.
  case system(Int32)

  var code: String? { Self.code("history", self) }

  var words: Advice {
    let expected = "the history of the command line"
    return switch self {
    case .notRegular:
      Advice(
        found: "something that is not a regular file", expected: expected,
        remedy: "Move it away; canon makes a new file.")
    case .system(let code):
      Advice(
        found: String(cString: strerror(code)).lowercased(), expected: expected,
        remedy:
          "Check the permissions of the file and its folder; what is typed is remembered until canon ends.")
    }
  }
}
