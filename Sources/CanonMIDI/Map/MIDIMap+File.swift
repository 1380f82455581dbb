import CanonFiles

/// The source of the user's own map.
extension MIDIMap {
  /// `$XDG_CONFIG_HOME/canon/midi.toml`.
  /// - Parameter environment: The environment of the process.
  /// - Returns: nil if there is no home folder.
  public static func usualPath(environment: [String: String]) -> String? {
    UserFolder.configuration.path(environment).map { $0 + "/midi.toml" }
  }

  /// The map of the user's own file; ``usual`` if there is none.
  /// - Throws: All problems of the file.
  public static func loadUsual(environment: [String: String]) throws(FileProblems) -> MIDIMap {
    guard let path = usualPath(environment: environment), !TextFile.isMissing(path) else { return usual }
    return try load(path)
  }

  /// Reads `midi.toml`; see Documentation/MIDI.md.
  /// - Throws: All problems of the file.
  public static func load(_ path: String) throws(FileProblems) -> MIDIMap {
    let text: String
    do throws(FileProblem) {
      text = try TextFile.read(path, kind: FileKind.midi.rawValue)
    } catch {
      throw FileProblems([error])
    }
    return try parse(path: path, text: text)
  }

  /// Reads `text` as the content of the file `path`.
  static func parse(path: String, text: String) throws(FileProblems) -> MIDIMap {
    let file = try TOMLFile(path: path, text: text)
    let map = MIDIMapReader(root: file.root).map()
    try file.throwProblems()
    return map
  }
}
