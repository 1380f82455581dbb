import Glibc

/// Where schedules and sets are found by name: in the current folder first, then among those installed with canon.
struct Library {
  /// In this order. Each is laid out as canon's own folder: `Schedules` and `Stems`.
  let folders: [String]

  /// - Parameter executable: The path of the running program, without links.
  init(executable: String?) {
    guard let executable, let installed = Self.installed(beside: executable) else {
      folders = ["."]
      return
    }
    folders = [".", installed]
  }

  static var usual: Library {
    guard let path = realpath("/proc/self/exe", nil) else { return Library(executable: nil) }
    defer { free(path) }
    return Library(executable: String(cString: path))
  }

  /// `PREFIX/bin/canon` has its files in `PREFIX/share/canon`.
  private static func installed(beside executable: String) -> String? {
    let parts = executable.split(separator: "/")
    guard parts.count >= 2, parts[parts.count - 2] == "bin" else { return nil }
    return "/" + parts.dropLast(2).map { $0 + "/" }.joined() + "share/canon"
  }

  /// The file that a name stands for. A path is itself; so is a name that is nowhere, for the message's sake.
  func path(of name: String) -> String {
    if name.isEmpty || name.contains("/") || exists(name) { return name }
    for folder in folders {
      let start = folder == "." ? "" : folder + "/"
      for candidate in ["\(name).toml", "Schedules/\(name)", "Schedules/\(name).toml", "Stems/\(name)"]
      where exists(start + candidate) {
        return start + candidate
      }
    }
    return name
  }

  /// What is played when nothing is named; nil where there is nothing.
  var usualPath: String? {
    if exists("set.toml") { return "set.toml" }
    let schedule = path(of: "advent-2015")
    return exists(schedule) ? schedule : nil
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
