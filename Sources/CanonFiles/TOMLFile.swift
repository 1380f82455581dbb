import TOMLKit

/// A TOML file that was read and parsed, with the means to say where each key stands.
public struct TOMLFile {
  /// The path as the user named it.
  public let path: String
  /// The top table; reading from it collects problems in ``problems``.
  public let root: TableReader
  /// Filled while tables are read. Check it once everything was read.
  public var problems: [FileProblem] { root.context.problems }

  /// - Parameters:
  ///   - path: Where the file is, and the name used in messages.
  ///   - kind: What it should be, for messages: "a set file", "a schedule".
  /// - Throws: The one problem that keeps the file from being parsed at all.
  public init(path: String, kind: String) throws(FileProblem) {
    try self.init(path: path, text: TextFile.read(path, kind: kind))
  }

  /// Parses `text` as though it stood in the file `path`.
  public init(path: String, text: String) throws(FileProblem) {
    self.path = path
    do {
      let table = try TOMLTable(string: text)
      let context = TableReader.Context(path: path, locator: KeyLocator(text))
      root = TableReader(table: table, context: context, section: "", occurrence: 0, title: nil)
    } catch let error as TOMLParseError {
      throw FileProblem(
        file: path, line: error.source.begin.line,
        field: "column \(error.source.begin.column)", found: CleanText.clean(error.description),
        expected: "TOML", remedy: "Compare the line with the examples in Documentation/Formats.md.")
    } catch {
      throw FileProblem(
        file: path, found: CleanText.clean("\(error)"), expected: "TOML",
        remedy: "Compare the file with the examples in Documentation/Formats.md.")
    }
  }

  /// Throws everything that was found wrong so far.
  public func throwProblems() throws(FileProblems) {
    if !problems.isEmpty { throw FileProblems(problems) }
  }
}
