/// A parsed TOML file that knows the place of each key.
public struct TOMLFile {
  /// The path as the user named it.
  public let path: String
  /// The root table; reading from it collects problems in ``problems``.
  public let root: TableReader
  /// The problems found so far; complete after everything has been read.
  public var problems: [FileProblem] { root.context.problems }

  /// - Parameters:
  ///   - path: The path of the file, also used in messages.
  ///   - kind: What it should be, for messages: "a set file", "a schedule".
  /// - Throws: The reason why the file cannot be read at all.
  public init(path: String, kind: String) throws(FileProblems) {
    let text: String
    do throws(FileProblem) { text = try TextFile.read(path, kind: kind) } catch {
      throw FileProblems([error])
    }
    try self.init(path: path, text: text)
  }

  /// Parses `text` as the content of the file `path`.
  ///
  /// Syntax errors are collected in ``problems``, and the rest can be read. A key without a readable value is present and
  /// reported, so ``TableReader`` does not report it again.
  /// - Parameter improve: Rewords an error if the intended meaning is known.
  /// - Throws: All syntax errors, if they make the meaning of the rest unclear.
  public init(
    path: String, text: String, improve: (FileProblem) -> FileProblem = { $0 }
  ) throws(FileProblems) {
    self.path = path
    var parser = TOMLParser(text)
    parser.parse()
    let problems = parser.problems.map { slip in
      improve(
        FileProblem(
          file: path, line: slip.line, field: "column \(slip.column)", found: slip.found, slip.advice))
    }
    if parser.isCut { throw FileProblems(problems) }
    let context = TableReader.Context(path: path)
    context.problems = problems
    root = TableReader(table: parser.root, context: context, line: nil, title: nil)
  }

  /// Throws all problems found so far.
  public func throwProblems() throws(FileProblems) {
    if !problems.isEmpty { throw FileProblems(problems) }
  }
}
