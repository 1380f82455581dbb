import Glibc

/// Finds schedules and sets by name: first in the current folder, then among those installed with canon.
struct Library {
  /// The searched folders, in order. Each has the layout of canon's own folder: `Schedules` and `Stems`.
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

  /// The file for a name. A path stays as it is, and so does an unknown name, for the message.
  func path(of name: String) -> String {
    if name.isEmpty || name.contains("/") || exists(name) { return name }
    for folder in folders {
      let start = folder == "." ? "" : folder + "/"
      for candidate in [
        "\(name).toml", "\(name).programme.toml", "Schedules/\(name)", "Schedules/\(name).toml",
        "Schedules/\(name).programme.toml", "Stems/\(name)",
      ]
      where exists(start + candidate) {
        return start + candidate
      }
    }
    return name
  }

  /// The default source; nil if there is none.
  var usualPath: String? {
    if exists("set.toml") { return "set.toml" }
    let schedule = path(of: "advent-2015")
    return exists(schedule) ? schedule : nil
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
