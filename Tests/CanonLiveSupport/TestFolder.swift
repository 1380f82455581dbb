import Foundation

/// A folder for one test, removed with this object.
public final class TestFolder: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/canon-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw TimedOut(description: "no folder can be made in /tmp") }
    path = String(cString: made)
  }

  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a text file and returns its path.
  public func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The delivered positions, from the skips of a journal.
public struct Journal: Sendable {
  private var skips: [(from: Int64, frames: Int64)] = []
  public let lines: [String]

  public init(_ path: String) throws {
    lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    for line in lines where line.contains(" skip ") {
      let words = line.dropFirst().split(separator: " ")
      if let from = Int64(words[0]), let frames = Int64(words[2]) { skips.append((from, frames)) }
    }
  }

  /// The number, from 0, of the delivered frame at `position`; nil if the clock skipped it.
  public func index(of position: Int64) -> Int? {
    var skipped: Int64 = 0
    for skip in skips where skip.from <= position {
      if position < skip.from + skip.frames { return nil }
      skipped += skip.frames
    }
    return Int(position - skipped)
  }

  public var skipCount: Int { skips.count }
}
