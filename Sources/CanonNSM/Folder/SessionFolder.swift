import CanonFiles
import CanonSchedule
import CanonSession
import Glibc

/// canon's folder in a session. It holds what brings the evening back: what canon plays (`session.toml`, and links to it), what was saved,
/// and what was captured.
///
/// - Thread: any that may wait for the disk
public struct SessionFolder: Hashable, Sendable {
  public let path: String

  init(path: String) { self.path = path }

  public var captures: String { path + "/captures" }

  /// - Returns: nil if canon has not been in this session before.
  /// - Throws: All problems of the file.
  public func read() throws(FileProblems) -> SessionFile? {
    let file = path + "/" + SessionFile.name
    if TextFile.isMissing(file) { return nil }
    let text: String
    do throws(FileProblem) {
      text = try TextFile.read(file, kind: FileKind.session.rawValue)
    } catch {
      throw FileProblems([error])
    }
    return try .parse(path: file, text: text)
  }

  /// Writes what canon plays, and links to it, so that the session can be archived with it (`tar -h`).
  /// - Parameters:
  ///   - sources: Absolute paths without links.
  ///   - set: The set of a schedule, as an absolute path without links.
  /// - Throws: The reason why the session cannot be made.
  public func write(
    sources: [String], set: String?, options: [String], folder: String
  ) throws(NSMRefusal) {
    do throws(DiskError) {
      try Folder.make(path, DiskCalls(), isDurable: true)
      let links = SessionLinks(path)
      let linked = sources.map { links.link($0) }
      if let set, let schedule = sources.first { links.link(set, of: schedule) }
      let file = SessionFile(sources: linked, options: options, folder: folder)
      try AtomicWriter.locked(path, calls: DiskCalls()) { writer throws(DiskError) in
        try writer.replace(SessionFile.name, with: file.text)
      }
    } catch {
      throw .notMade(path: path, error)
    }
  }

  /// A source as a path from anywhere.
  public func source(_ text: String) -> String {
    let path = text.hasPrefix("/") ? text : path + "/" + text
    return ContainedPath.realPath(path) ?? path
  }
}
