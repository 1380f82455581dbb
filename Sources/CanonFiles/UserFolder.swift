/// canon's own folders below the user's home, as the XDG Base Directory Specification defines them.
public enum UserFolder: Sendable {
  case configuration
  case state
  /// For what can be made again.
  case cache

  /// - Parameter environment: The environment of the process.
  /// - Returns: nil if neither the variable nor `HOME` holds an absolute path; the specification ignores
  ///   relative paths.
  public func path(_ environment: [String: String]) -> String? {
    let (variable, usual) =
      switch self {
      case .configuration: ("XDG_CONFIG_HOME", ".config")
      case .state: ("XDG_STATE_HOME", ".local/state")
      case .cache: ("XDG_CACHE_HOME", ".cache")
      }
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/canon" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/" + usual + "/canon"
  }
}
