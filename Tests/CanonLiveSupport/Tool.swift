import Foundation

/// A program that live tests need. Where it is not installed they are passed over, and said to be: `make test` and the
/// gate want all of them, so there they run, and fail.
public enum Tool {
  /// Set by the Makefile.
  private static let wantsAll = ProcessInfo.processInfo.environment["CANON_LIVE_TESTS"] == "required"

  /// Whether the tests that need it run.
  public static func isTested(_ name: String) -> Bool { wantsAll || path(name) != nil }

  /// Its path; nil when it is not in `PATH`.
  public static func path(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func missing(_ name: String) -> String {
    "\(name) is not installed, so this was not tested. \"make packages-test\" installs it."
  }
}
