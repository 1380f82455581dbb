import Foundation

/// A folder for temporary files, removed with this object.
final class ScratchFolder: Sendable {
  let path: String

  /// - Throws: ``SelfTestProblem/noFolder(_:)``.
  init() throws(SelfTestProblem) {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/canon-doctor-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .noFolder(parent) }
    path = String(cString: made)
  }

  func file(_ name: String) -> String { path + "/" + name }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
