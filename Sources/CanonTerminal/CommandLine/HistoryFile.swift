import CanonFiles
import Glibc

/// The file that keeps what was typed from one evening to the next: text, one command a line, for its owner
/// alone.
///
/// Each line is appended when it is typed, so that nothing is lost in a crash and two canons may share the
/// file. What is damaged in it is left out.
public struct HistoryFile: Sendable {
  public let path: String

  /// Bytes. A file that has grown larger is written anew with its last lines.
  static let largestSize = 1 << 20

  var calls = DiskCalls()

  public init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/canon/history`.
  /// - Parameter environment: Of the process.
  /// - Returns: nil where there is no home.
  public static func usual(environment: [String: String]) -> HistoryFile? {
    UserFolder.state.path(environment).map { HistoryFile(path: $0 + "/history") }
  }

  /// What is in the file; nothing if there is none.
  /// - Throws: Why it cannot be read: a folder, no permission. Damage is no reason.
  public func load() throws(FileProblem) -> CommandHistory {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 && (errno == ENOENT || errno == ENOTDIR) { return CommandHistory() }
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
    defer { close(descriptor) }
    let size = try Self.size(of: descriptor, path)
    return Self.history(in: descriptor, size: size)
  }

  /// Adds a line at the end, and makes file and folders where there are none.
  /// - Parameter line: One that ``CommandHistory/add(_:)`` has taken up; another is left out.
  /// - Throws: Why it cannot be written. What was in the file still is.
  public func append(_ line: String) throws(FileProblem) {
    let line = CommandHistory.trimmed(line)
    guard CommandHistory.isLine(line) else { return }
    try makeFolder()
    // Read too, to see how it ends. Its owner alone may know what was typed.
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
    // In one writing, so that two canons do not mix their lines; a line cut short by a crash stays a line of
    // its own.
    let text = Self.endsInALine(descriptor, size: size) ? line + "\n" : "\n" + line + "\n"
    try Self.write(text, to: descriptor, path)
  }

  /// Writes the whole file anew. What was there stays until the new one is on the disk.
  /// - Throws: Why it cannot be written. What was in the file still is.
  public func replace(with history: CommandHistory) throws(FileProblem) {
    try makeFolder()
    // A link stays, and what it leads to is replaced.
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
