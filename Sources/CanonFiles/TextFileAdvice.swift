import Glibc

/// Why a text file cannot be read.
public struct TextFileAdvice: FileAdvice {
  public enum Cause: Hashable, Sendable {
    case missing
    case notPermitted
    case system(Int32)
    case folder
    case notRegular
    /// In bytes; nil for more than the limit.
    case tooLarge(Int64?, limit: Int)
    case notText
  }

  public let cause: Cause
  /// What the file should be: the raw value of a ``FileKind``, or other words.
  public let kind: String

  package init(cause: Cause, kind: String) { (self.cause, self.kind) = (cause, kind) }

  public var code: String? { Self.code("text", cause) }

  public var words: Advice {
    let (found, remedy) = foundAndRemedy
    return Advice(found: found, expected: "\(kind) (a text file)", remedy: remedy)
  }

  private var foundAndRemedy: (String, String) {
    switch cause {
    case .missing: ("no such file", "Check the name and the folder.")
    case .notPermitted: ("a file that may not be read", "Change its permissions, e.g. with chmod u+r.")
    case .system(let code): (String(cString: strerror(code)), "Check the name and the folder.")
    case .folder: ("a folder", "Name the file itself.")
    case .notRegular: ("something that is not a regular file", "Name the file itself.")
    case .tooLarge(let size, let limit):
      (
        size.map { "\($0) bytes" } ?? "more than \(limit) bytes",
        "Such files are small; \(limit >> 20) MiB is the limit."
      )
    case .notText: ("bytes that are not UTF-8 text", "Save the file as UTF-8.")
    }
  }
}
