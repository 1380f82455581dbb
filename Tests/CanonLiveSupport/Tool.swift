import Foundation

/// A program that live tests need. If it is not installed, the tests are skipped and reported as such. `make test` and the
/// gate require all of them, so there they run and fail.
public enum Tool {
  /// Whether all live tests are required; the Makefile sets this.
  public static let areAllRequired = ProcessInfo.processInfo.environment["CANON_LIVE_TESTS"] == "required"

  /// Whether the tests that need this program run.
  public static func isTested(_ name: String) -> Bool { areAllRequired || path(name) != nil }

  /// The path of a program; nil if it is not in `PATH`.
  public static func path(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of a program.
  /// - Throws: What to do if it is not in `PATH`.
  static func required(_ name: String) throws -> String {
    guard let path = path(name) else { throw TimedOut(description: missing(name)) }
    return path
  }

  static func missing(_ name: String) -> String {
    "\(name) is not installed, so this was not tested. \"make packages-test\" installs it."
  }
}
