/// A name that nothing has yet, for a file that must not replace another.
public enum FreeName {
  /// The first of `NAME.wav`, `NAME-2.wav`, `NAME-3.wav` … that is free.
  /// - Parameters:
  ///   - path: A path, or a name.
  ///   - isFree: Whether nothing has a path.
  package static func first(_ path: String, isFree: (String) -> Bool) -> String {
    if isFree(path) { return path }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path.dropFirst(folder.count)
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    var number = 2
    while true {
      let other = "\(folder)\(name[..<dot])-\(number)\(name[dot...])"
      if isFree(other) { return other }
      number += 1
    }
  }
}
