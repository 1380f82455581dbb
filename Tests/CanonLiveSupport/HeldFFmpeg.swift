import CanonStems
import Foundation

/// A set with a file that takes as long to decode, or to be asked what it is, as a test wants: its ffmpeg, or its ffprobe, waits until it is
/// let go.
public final class HeldFFmpeg: Sendable {
  /// Whether the tests with it run.
  public static var isTested: Bool { Tool.isTested("ffmpeg") }

  private let folder: TestFolder
  /// The set's file.
  public let set: String

  /// Writes a set of two stems of a second: `flat`, the base, and `pad`, which ffmpeg decodes.
  /// - Parameter held: The program that waits.
  public init(_ held: String = "ffmpeg") throws {
    folder = try TestFolder()
    guard let ffmpeg = Tool.path("ffmpeg"), let program = Tool.path(held) else {
      throw TimedOut(description: Tool.missing("ffmpeg"))
    }
    set = try folder.writeFlatSet(
      "Held", ["flat"], level: 0.25, more: "[[stem]]\nid = \"pad\"\nfile = \"pad.m4a\"\nbase = true\n")
    let encoder = try Process.run(
      URL(fileURLWithPath: ffmpeg),
      arguments: [
        "-v", "error", "-nostdin", "-i", folder.file("flat.wav"), "-c:a", "alac", folder.file("pad.m4a"),
      ])
    encoder.waitUntilExit()
    // It ends with the folder, also if it was never let go.
    let script = try folder.write(
      """
      #!/bin/sh
      while [ ! -e '\(folder.file("go"))' ]; do [ -e "$0" ] || exit 1; sleep 0.02; done
      exec '\(program)' "$@"

      """, to: "bin/\(held)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
  }

  /// In which canon finds the ffmpeg that waits, and nothing that it has decoded before.
  public var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return [
      "PATH": folder.file("bin") + ":" + path, "XDG_CACHE_HOME": folder.file("cache"),
      "XDG_STATE_HOME": folder.file("state"), "XDG_CONFIG_HOME": folder.file("config"),
    ]
  }

  /// A folder of the same two files, without a set file.
  public func folderOfSounds() throws -> String {
    try FileManager.default.removeItem(atPath: set)
    return folder.path
  }

  /// A file that does not exist yet.
  public func file(_ name: String) -> String { folder.file(name) }

  /// From now on files are decoded at once.
  public func letGo() throws { _ = try folder.write("", to: "go") }
}
