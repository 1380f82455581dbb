import CanonFiles

/// The source of the user's own keys.
extension KeyTable {
  /// `$XDG_CONFIG_HOME/canon/keys.toml`.
  /// - Parameter environment: The environment of the process.
  /// - Returns: nil if there is no home folder.
  public static func usualPath(environment: [String: String]) -> String? {
    UserFolder.configuration.path(environment).map { $0 + "/keys.toml" }
  }

  /// The keys of the user's own file; the default keys if there is none.
  /// - Throws: All problems of the file; use ``usual`` then.
  public static func loadUsual(environment: [String: String]) throws(FileProblems) -> KeyTable {
    guard let path = usualPath(environment: environment) else { return usual }
    return TextFile.isMissing(path) ? usual : try load(path)
  }

  /// Reads `keys.toml`; see Documentation/Keys.md.
  /// - Throws: All problems of the file.
  public static func load(_ path: String) throws(FileProblems) -> KeyTable {
    let text: String
    do throws(FileProblem) {
      text = try TextFile.read(path, kind: FileKind.keys.rawValue)
    } catch {
      throw FileProblems([error])
    }
    return try parse(path: path, text: text)
  }

  /// Reads `text` as the content of the file `path`.
  public static func parse(path: String, text: String) throws(FileProblems) -> KeyTable {
    let file = try TOMLFile(path: path, text: text)
    let table = KeyReader(root: file.root).table()
    try file.throwProblems()
    return table
  }
}
