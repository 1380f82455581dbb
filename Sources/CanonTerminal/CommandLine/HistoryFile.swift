import CanonFiles
import Glibc

/// The file that keeps typed commands between performances: text, one command per line, readable only by its
/// owner.
///
/// Each line is appended when it is typed, so that nothing is lost in a crash and two canons can share the
/// file. Damaged lines are omitted.
public struct HistoryFile: Sendable {
  public let path: String

  /// In bytes. A larger file is rewritten with its last lines.
  static let largestSize = 1 << 20

  var calls = DiskCalls()

  public init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/canon/history`.
  /// - Parameter environment: The environment of the process.
  /// - Returns: nil if there is no home folder.
  public static func usual(environment: [String: String]) -> HistoryFile? {
    UserFolder.state.path(environment).map { HistoryFile(path: $0 + "/history") }
  }

  /// The content of the file; empty if there is none.
  /// - Throws: The reason why it cannot be read: a folder, no permission. Damage is not an error.
  public func load() throws(FileProblem) -> CommandHistory {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 && (errno == ENOENT || errno == ENOTDIR) { return CommandHistory() }
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
    defer { close(descriptor) }
    let size = try Self.size(of: descriptor, path)
    return Self.history(in: descriptor, size: size)
  }

  /// Appends a line, and creates the file and its folders if necessary.
  /// - Parameter line: A line that ``CommandHistory/add(_:)`` accepts; any other is omitted.
  /// - Throws: The reason why it cannot be written. The content of the file is kept.
  public func append(_ line: String) throws(FileProblem) {
    let line = CommandHistory.trimmed(line)
    guard CommandHistory.isLine(line) else { return }
    try makeFolder()
    // Opened for reading too, because its end is checked. Only its owner may read it.
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
    defer { close(descriptor) }
    let size = try Self.size(of: descriptor, path)
    fchmod(descriptor, 0o600)
    if size > Self.largestSize {
      var history = Self.history(in: descriptor, size: size)
      history.add(line)
      return try replace(with: history)
    }
    // One write, so that two canons do not mix their lines. A line cut short by a crash stays separate.
    let text = Self.endsInALine(descriptor, size: size) ? line + "\n" : "\n" + line + "\n"
    try Self.write(text, to: descriptor, path)
  }

  /// Rewrites the whole file. The old content stays until the new one is on the disk.
  /// - Throws: The reason why it cannot be written. The content of the file is kept.
  public func replace(with history: CommandHistory) throws(FileProblem) {
    try makeFolder()
    // A link stays, and its target is replaced.
    let target = ContainedPath.realPath(path) ?? path
    var status = stat()
    // As root, renaming a file over a device would replace the device.
    if stat(target, &status) == 0 && status.st_mode & S_IFMT != S_IFREG { throw Self.notAFile(path) }
    do throws(DiskError) {
      let file = try AtomicFile(beside: target, mode: 0o600, calls: calls)
      try file.write(history.lines.map { $0 + "\n" }.joined())
      try file.replaceTarget()
    } catch {
      throw Self.problem(path, error.code)
    }
  }
}
