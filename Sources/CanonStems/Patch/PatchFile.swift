import CanonFiles

/// Reads `patch.toml`: a table of a patch for each set, by the set's title.
public enum PatchFile {
  public static let name = "patch.toml"

  /// The path of the user's file; nil without a folder for it.
  /// - Parameter environment: The environment of the process.
  public static func path(_ environment: [String: String]) -> String? {
    UserFolder.configuration.path(environment).map { $0 + "/" + name }
  }

  /// The rules for a set; none if the file is not there.
  /// - Throws: All problems of the file, also of the tables of other sets.
  /// - Thread: any control thread (reads the file)
  public static func load(_ path: String, for set: StemSet) throws(FileProblems) -> [PatchRule] {
    if TextFile.isMissing(path) { return [] }
    let text: String
    do throws(FileProblem) {
      text = try TextFile.read(path, kind: FileKind.patch.rawValue)
    } catch {
      throw FileProblems([error])
    }
    return try parse(path: path, text: text, for: set)
  }

  static func parse(path: String, text: String, for set: StemSet) throws(FileProblems) -> [PatchRule] {
    let file = try TOMLFile(path: path, text: text)
    var rules: [PatchRule] = []
    for title in file.root.keys {
      guard let table = file.root.subtable(title, PatchAdvice.table) else { continue }
      table.title = CleanText.quote(title)
      if title == set.title {
        rules = table.patch(among: set.outputs)
      } else {
        _ = table.patch(among: nil)
      }
    }
    if !file.problems.isEmpty { throw FileProblems(file.problems) }
    return rules
  }
}
