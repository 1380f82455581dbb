import CanonFiles

/// The place of the state of one schedule.
package struct StatePlace: Hashable, Sendable {
  /// Without a slash at its end.
  let folder: String
  /// The real path of the schedule: links to one schedule share its memory.
  let schedule: String
  /// `advent-2026-0123456789abcdef.toml`: the schedule's name for people, the hash of its path for canon.
  let name: String

  /// - Parameter path: The schedule as the user named it. If it does not exist, its folder is resolved instead: editors
  ///   remove a file for a moment while they save it.
  init(folder: String, schedule path: String) {
    self.folder = folder
    schedule = ContainedPath.realPath(path) ?? ContainedPath.realPath(ofMissing: path)
    name = Self.name(of: schedule) + ".toml"
  }

  /// `advent-2026-0123456789abcdef`, for a real path and whatever else identifies the state.
  package static func name(of path: String, and more: String? = nil) -> String {
    slug(of: path) + "-" + hexadecimal(hash(of: path + (more.map { "\0" + $0 } ?? "")))
  }

  var path: String { folder + "/" + name }

  /// Letters and digits of the schedule's name that are safe in every shell, at most 40.
  private static func slug(of schedule: String) -> String {
    var file = schedule[...]
    if let slash = file.lastIndex(of: "/") { file = file[file.index(after: slash)...] }
    if file.hasSuffix(".toml") { file = file.dropLast(5) }
    let words = file.unicodeScalars.split { !($0.isASCII && ($0.properties.isAlphabetic || isDigit($0))) }
    let slug = String(words.map { String($0) }.joined(separator: "-").prefix(40))
    return slug.isEmpty ? "schedule" : slug
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// FNV-1a with 64 bits: the same on every machine and in every release, which Swift's own hash is not.
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Always 16 digits.
  private static func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
