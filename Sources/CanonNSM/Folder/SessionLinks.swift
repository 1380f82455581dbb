import CanonFiles
import Glibc

/// Links in a session's folder to the music that is elsewhere, as NSM wants it: with them a session can be archived whole.
struct SessionLinks {
  private static let folder = "music"
  private static let setFile = "set.toml"

  private let session: String

  init(_ session: String) { self.session = session }

  /// Links to a source, by its own name.
  /// - Parameter target: An absolute path without links.
  /// - Returns: The link as seen from the session's folder; the target if there can be no link, as on a disk without them, or if it is in the
  ///   session's folder.
  func link(_ target: String) -> String {
    if let root = ContainedPath.realPath(session), target.hasPrefix(root + "/") {
      return String(target.dropFirst(root.count + 1))
    }
    // A set is its folder.
    if Folder.name(of: target) == Self.setFile { return link(Folder.of(target)) + "/" + Self.setFile }
    let wanted = "\(Self.folder)/\(Folder.name(of: target))"
    let name = FreeName.first(wanted) { leads($0, to: target) || isFree($0) }
    return make(name, to: target) ? name : target
  }

  /// Links to a schedule's set, so that the schedule's link, or a copy of the schedule in its place, finds it by the same relative path. A set
  /// that would not be in the session's folder then gets no link.
  func link(_ set: String, of schedule: String) {
    let set = Folder.name(of: set) == Self.setFile ? Folder.of(set) : set
    let (from, to) = (Folder.of(schedule).split(separator: "/"), set.split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = from.count - common
    guard up <= 1, common < to.count else { return }
    let down = to.dropFirst(common).joined(separator: "/")
    let name = up == 0 ? "\(Self.folder)/\(down)" : down
    _ = make(name, to: set)
  }

  private func isFree(_ name: String) -> Bool { TextFile.isMissing(session + "/" + name) }

  private func leads(_ name: String, to target: String) -> Bool {
    ContainedPath.realPath(session + "/" + name) == target
  }

  /// - Returns: Whether the link leads there. What is there already stays as it is.
  private func make(_ name: String, to target: String) -> Bool {
    let path = session + "/" + name
    if isFree(name) {
      try? Folder.make(Folder.of(path), DiskCalls(), isDurable: false)
      symlink(target, path)
    }
    return leads(name, to: target)
  }
}
