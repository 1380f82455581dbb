import Foundation

/// A folder for one test, removed with this object.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    path = FileManager.default.temporaryDirectory.path + "/canon-" + UUID().uuidString
    precondition(mkdir(path, 0o700) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  /// - Returns: Its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
