/// canon's own folders below a person's home, as the XDG Base Directory Specification has them.
public enum UserFolder: Sendable {
  case configuration
  case state

  /// - Parameter environment: Of the process.
  /// - Returns: nil where neither the variable nor `HOME` holds an absolute path; the specification has
  ///   others ignored.
  public func path(_ environment: [String: String]) -> String? {
    let (variable, usual) =
      switch self {
      case .configuration: ("XDG_CONFIG_HOME", ".config")
      case .state: ("XDG_STATE_HOME", ".local/state")
      }
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/canon" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/" + usual + "/canon"
  }
}
