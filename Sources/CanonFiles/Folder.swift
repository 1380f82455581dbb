import Glibc

/// Folders by their paths, as people write them.
package enum Folder {
  /// The path of a file in a folder, with one slash between them.
  package static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The folder that a file lies in; `.` for a name alone.
  package static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of a file in its folder.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The names of everything in a folder, in no order; none if it cannot be read.
  package static func names(in folder: String) -> [String] {
    bytesOfNames(in: folder).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of everything in a folder as the disk has them, which need not be UTF-8.
  package static func bytesOfNames(in folder: String) -> [[UInt8]] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [[UInt8]] = []
    while let entry = readdir(list) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return names
  }

  /// Makes a folder and its parents, accessible only to their owner. Existing folders stay unchanged.
  /// - Parameter isDurable: Whether the new names survive a power cut when this returns.
  /// - Thread: any that may wait for the disk
  package static func make(_ path: String, _ calls: DiskCalls, isDurable: Bool) throws(DiskError) {
    do {
      try calls.makeFolder(path)
    } catch {
      if error.code == EEXIST { return }
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      guard error.code == ENOENT, slash > path.startIndex else { throw error }
      try make(String(path[..<slash]), calls, isDurable: isDurable)
      do { try calls.makeFolder(path) } catch {
        if error.code != EEXIST { throw error }  // another canon makes it, too
      }
    }
    if isDurable, let slash = path.lastIndex(of: "/") { try calls.syncNames(of: String(path[...slash])) }
  }

  /// Whether a path leads to a folder.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
