import CanonFiles

/// What canon plays in a session, and how: its `session.toml` (Documentation/NSM.md).
public struct SessionFile: Hashable, Sendable {
  /// A schedule, a set, or sound files; relative paths are relative to the session's folder. None means canon's default.
  public var sources: [String]
  /// The other words of `canon play`.
  public var options: [String]
  /// The folder to which the options' paths are relative; nil for the session's.
  public var folder: String?

  public init(sources: [String] = [], options: [String] = [], folder: String? = nil) {
    (self.sources, self.options, self.folder) = (sources, options, folder)
  }

  static let name = "session.toml"

  /// As ``parse(path:text:)`` reads it.
  var text: String {
    var lines = [
      "# What canon plays in this session. Edit it while the session is closed.",
      "sources = \(Self.array(sources))",
      "# As after \"canon play\".",
      "options = \(Self.array(options))",
    ]
    if let folder { lines += ["# Where the options' paths begin.", "folder = \(TOMLText.quote(folder))"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map(TOMLText.quote).joined(separator: ", ") + "]"
  }

  /// - Throws: All problems of the file.
  static func parse(path: String, text: String) throws(FileProblems) -> SessionFile {
    let file = try TOMLFile(path: path, text: text)
    let session = SessionFile(
      sources: file.root.strings("sources", count: 0...4000, SessionAdvice.sources) ?? [],
      options: file.root.strings("options", count: 0...4000, SessionAdvice.options) ?? [],
      folder: file.root.string("folder", SessionAdvice.folder))
    file.root.finish()
    try file.throwProblems()
    return session
  }
}

/// All problems of `session.toml`.
package enum SessionAdvice: TranslatedAdvice {
  case sources
  case options
  case folder

  package var code: String? { Self.code("session", self) }

  package var words: Advice {
    switch self {
    case .sources:
      Advice(
        expected: "an array of paths in double quotes",
        remedy: "Write e.g. sources = [\"/home/me/music/advent.toml\"].")
    case .options:
      Advice(
        expected: "an array of the words after \"canon play\", each in double quotes",
        remedy: "Write e.g. options = [\"--osc\", \"7770\"].")
    case .folder:
      Advice(expected: "a path in double quotes", remedy: "Write e.g. folder = \"/home/me/music\".")
    }
  }
}
