import CanonFiles
import CanonSchedule
import Glibc

/// The file of an evening, `$XDG_STATE_HOME/canon/evenings/…`: one for each source and `--name`; or one of a session. CanonControl knows its
/// text.
///
/// - Thread: any that may wait for the disk, and for another canon up to two seconds
package final class EveningFile: Sendable {
  package let owner: Evening.Owner
  private let folder: String
  private let name: String
  private let calls: DiskCalls
  /// Held as long as this object lives; negative if another canon holds it.
  private let lock: Int32

  package var path: String { folder + "/" + name }
  /// Whether no other canon has taken it.
  package var isOurs: Bool { lock >= 0 }

  /// Takes the file. Another canon that takes the same finds it taken, until this object or its process has ended.
  /// - Parameters:
  ///   - state: The folder of canon's state; created if it does not exist.
  ///   - source: The schedule or set; its real path counts.
  ///   - client: `--name`.
  /// - Throws: The reason why nothing can be written there.
  package convenience init(
    in state: String, source: String, client: String, calls: DiskCalls = DiskCalls()
  ) throws(EveningProblem) {
    let owner = Evening.Owner(source: ContainedPath.realPath(source) ?? source, name: client)
    try self.init(
      folder: state + "/evenings", name: StatePlace.name(of: owner.source, and: client), owner: owner,
      calls: calls)
  }

  /// Takes the file `NAME.evening` of a folder, which is created if it does not exist.
  /// - Parameter owner: To whom what is read there should belong.
  /// - Throws: The reason why nothing can be written there.
  package init(
    folder: String, name base: String, owner: Evening.Owner, calls: DiskCalls = DiskCalls()
  ) throws(EveningProblem) {
    (self.owner, self.folder, self.calls) = (owner, folder, calls)
    name = base + ".evening"
    do throws(DiskError) {
      try AtomicWriter(folder: folder, calls: calls).makeFolder()
      // It is never removed: otherwise two canons could lock two files with the same name.
      let path = folder + "/" + base + ".lock"
      let descriptor = try DiskCalls.uninterrupted { () throws(DiskError) in
        try calls.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
      }
      let isFree = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if !isFree { close(descriptor) }
      lock = isFree ? descriptor : -1
    } catch {
      throw EveningProblem(path: folder, error: error)
    }
  }

  deinit { if lock >= 0 { close(lock) } }

  /// Reads the text of the evening; changes nothing.
  /// - Returns: nil if there is none.
  package func text() throws(FileProblem) -> String? {
    if TextFile.isMissing(path) { return nil }
    return try TextFile.read(path, kind: FileKind.evening.rawValue)
  }

  /// Renames the file to `NAME.before`, in place of an older one, so that another evening does not overwrite it.
  /// - Returns: The new path; nil if it could not be renamed.
  package func keepAside() -> String? {
    let aside = path + ".before"
    do throws(DiskError) {
      try calls.rename(path, aside)
      return aside
    } catch {
      return nil
    }
  }

  /// Writes the text of an evening in place of the old one. When this returns without problems, that survives a power cut.
  /// - Parameter text: nil to remove the file, because the evening is over.
  package func write(_ text: String?) -> [EveningProblem] {
    do throws(DiskError) {
      if let text {
        try AtomicWriter.locked(folder, calls: calls) { writer throws(DiskError) in
          try writer.replace(name, with: text)
        }
      } else if !TextFile.isMissing(path) {
        try calls.remove(path)
        try calls.syncNames(of: folder)
      }
      return []
    } catch {
      return [EveningProblem(path: path, error: error)]
    }
  }
}

extension Evening {
  /// What an evening belongs to.
  package struct Owner: Hashable, Sendable {
    /// The real path of the schedule or set.
    package let source: String
    /// That of the JACK client (`--name`).
    package let name: String

    package init(source: String, name: String) { (self.source, self.name) = (source, name) }
  }
}
