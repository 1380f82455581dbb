import CanonFiles
import Glibc

/// One file of a journal, which always holds whole lines. If the disk is full, lines wait in memory.
///
/// - Thread: control, one at a time
final class JournalFile {
  /// The name given by the user, or the first free variant of it.
  private(set) var path: String
  /// The requested name, if another one was used instead.
  private(set) var taken: String?
  private let named: String
  private(set) var part: Int
  private let calls: DiskCalls
  private let tell: @Sendable (JournalProblem) -> Void
  /// nil before the file is created.
  private(set) var disk: JournalDisk?
  private var descriptor: Int32 = -1
  /// Lines that are not in the file yet.
  private var waiting: [UInt8] = []
  /// Bytes of the whole lines in the file.
  private var length = 0
  /// Whether a part of a line follows them.
  private var isTorn = false
  /// Whether the waiting lines are one that may take the place of the last line.
  private var isReplacing = false
  /// Where the last line begins, in bytes, if it was written in that way.
  private var replaceable: Int?

  /// Writes nothing yet.
  /// - Parameters:
  ///   - part: Counted from 1; from 2 on it is part of the name.
  ///   - tell: Receives problems with what is written, on another thread.
  init(named: String, part: Int, calls: DiskCalls, tell: @escaping @Sendable (JournalProblem) -> Void) {
    (self.named, self.part, self.calls, self.tell) = (named, part, calls, tell)
    path = Journal.name(named, part: part)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The number of waiting bytes.
  var waitingSize: Int { waiting.count }
  var waitingLines: Int { waiting.count { $0 == Self.newline } }

  private static let newline = UInt8(ascii: "\n")

  /// - Parameter lines: Whole lines, each with its end.
  func append(_ lines: String) {
    waiting += lines.utf8
    isReplacing = false
  }

  /// Takes the place of the last line if that was given in this way, too.
  /// - Parameter line: A whole line with its end, not shorter than the one before: it is written over that in one step, so that the
  ///   file has one of the two at any time.
  func replace(_ line: String) {
    if isReplacing { waiting = [] }
    isReplacing = waiting.isEmpty
    waiting += line.utf8
  }

  /// Writes all waiting lines.
  /// - Parameter syncs: Whether a power cut shall not lose them.
  /// - Throws: The reason of a failure; then only whole lines are in the file, and the others wait.
  func flush(syncs: Bool = true) throws(DiskError) {
    if descriptor < 0 { try create() }
    if isTorn { try cut() }
    let end = length
    if isReplacing, let replaceable {
      try calls.seek(descriptor, replaceable)
      length = replaceable
    }
    let start = length
    var done = 0
    do throws(DiskError) {
      while done < waiting.count {
        let count = try DiskCalls.uninterrupted { () throws(DiskError) in
          try calls.write(descriptor, waiting[done...])
        }
        if count == 0 { throw DiskError(code: EIO) }  // else this could go on for ever
        done += count
      }
    } catch {
      if done == 0, length < end {
        length = end
        try calls.seek(descriptor, end)
        throw error
      }
      let whole = waiting[..<done].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
      didWrite(whole, syncs: syncs)
      replaceable = nil
      isTorn = done > whole
      if isTorn { try? cut() }
      throw error
    }
    if done > 0 { replaceable = isReplacing ? start : nil }
    isReplacing = false
    didWrite(done, syncs: syncs)
  }

  private func didWrite(_ count: Int, syncs: Bool) {
    length += count
    waiting.removeFirst(count)
    if count > 0, syncs { disk?.hasWritten(length) }
  }

  private func cut() throws(DiskError) {
    try calls.cut(descriptor, length)
    isTorn = false
  }

  /// Creates the file under the first free name. Existing files are never changed.
  private func create() throws(DiskError) {
    let wanted = path
    while true {
      do {
        descriptor = try DiskCalls.uninterrupted { () throws(DiskError) in
          try calls.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        }
        if path != wanted { taken = wanted }
        disk = JournalDisk(of: path, descriptor, calls: calls, tell: tell)
        return
      } catch {
        // A folder or a device with this name is a mistake; only a regular file is an earlier journal.
        var status = stat()
        guard error.code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          throw error
        }
        part += 1
        path = Journal.name(named, part: part)
      }
    }
  }

  /// Notes that people have been told the name.
  func isTold() { taken = nil }

  /// Removes the file, if it was created.
  func discard() { if descriptor >= 0 { try? calls.remove(path) } }
}
