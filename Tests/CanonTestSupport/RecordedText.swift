import Foundation

/// A text that a test compares with a file in the checkout.
///
/// After a change that is meant, `CANON_RECORD_SNAPSHOTS=1 swift test --filter SUITE` writes the files anew; then every
/// comparison fails, so that a recording is never taken for a pass. Look at `git diff` before committing them.
public struct RecordedText {
  let file: URL

  /// - Parameter path: The file's place in the checkout.
  public init(_ path: String) { file = projectFolder.appending(path: path) }

  /// Compares a text with the file, or records it.
  /// - Returns: Why the test fails; nil if the file says the same.
  public func complaint(about text: String) throws -> String? {
    if ProcessInfo.processInfo.environment["CANON_RECORD_SNAPSHOTS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return "recorded \(file.path)"
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    return text == recorded ? nil : "\(file.path) says otherwise. It has:\n\(recorded)\nand not:\n\(text)"
  }
}
