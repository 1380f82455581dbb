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
  /// - Throws: What keeps the file from being read at all.
  public init(path: String, kind: String) throws(FileProblems) {
    let text: String
    do throws(FileProblem) { text = try TextFile.read(path, kind: kind) } catch {
      throw FileProblems([error])
    }
    try self.init(path: path, text: text)
  }

  /// Parses `text` as though it stood in the file `path`.
  ///
  /// What is not TOML is in ``problems``, and the rest can be read: a key without a readable value is there and
  /// reported, so ``TableReader`` says nothing more of it.
  /// - Parameter improve: May tell a mistake in better words, where it is known what was meant.
  /// - Throws: Everything that is not TOML, where it cannot be told what the rest means.
  public init(
    path: String, text: String, improve: (FileProblem) -> FileProblem = { $0 }
  ) throws(FileProblems) {
    self.path = path
    var parser = TOMLParser(text)
    parser.parse()
    let problems = parser.problems.map { slip in
      improve(
        FileProblem(
          file: path, line: slip.line, field: "column \(slip.column)", found: slip.found,
          expected: slip.advice.expected, remedy: slip.advice.remedy))
    }
    if parser.isCut { throw FileProblems(problems) }
    let context = TableReader.Context(path: path)
    context.problems = problems
    root = TableReader(table: parser.root, context: context, line: nil, title: nil)
  }

  /// Throws everything that was found wrong so far.
  public func throwProblems() throws(FileProblems) {
    if !problems.isEmpty { throw FileProblems(problems) }
  }
}
