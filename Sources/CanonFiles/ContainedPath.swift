import Foundation

/// A path written in a file. It is relative to that file and stays in its folder.
public enum ContainedPath {
  public enum Refusal: Error, Hashable {
    case empty
    case absolute
    /// After links are resolved, the path is not below the folder.
    case outside
  }

  /// Returns `folder/relative` when it stays below `folder` after links are resolved.
  ///
  /// A file that does not exist passes, unless `..` leads out of the folder; opening it reports that it is missing.
  public static func resolve(_ relative: String, below folder: String) throws(Refusal) -> String {
    if relative.isEmpty { throw .empty }
    if relative.hasPrefix("/") || relative.hasPrefix("~") { throw .absolute }
    var depth = 0
    for part in relative.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { throw .outside }
    }
    let path = folder + "/" + relative
    if let real = realPath(path), let root = realPath(folder) {
      guard real.hasPrefix(root == "/" ? "/" : root + "/") else { throw .outside }
    }
    return path
  }

  /// The path with all links resolved, or nil when it does not exist.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path of a file that does not exist, in its real folder; as it is, but absolute, if that does not exist either.
  package static func realPath(ofMissing path: String) -> String {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    guard let slash = absolute.lastIndex(of: "/"), let real = realPath(String(absolute[...slash])) else {
      return absolute
    }
    return Folder.path(of: String(absolute[absolute.index(after: slash)...]), in: real)
  }
}
