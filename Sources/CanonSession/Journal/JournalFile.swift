import CanonFiles
import Glibc

/// One file of a journal, which holds whole lines at all times. What a full disk does not take waits in memory.
///
/// - Thread: control, one at a time
final class JournalFile {
  /// As the user named it, or the first free name like it.
  private(set) var path: String
  /// The name that was asked for, once another was taken in its place.
  private(set) var taken: String?
  private let named: String
  private(set) var part: Int
  private let calls: DiskCalls
  private var descriptor: Int32 = -1
  /// Lines that are not in the file yet.
  private var waiting: [UInt8] = []
  /// Bytes of the whole lines in the file.
  private var length = 0
  /// Whether there is a part of a line behind them.
  private var isTorn = false

  /// Writes nothing yet.
  /// - Parameter part: From 1; the name says it from 2 on.
  init(named: String, part: Int, calls: DiskCalls) {
    (self.named, self.part, self.calls) = (named, part, calls)
    path = Journal.name(named, part: part)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Bytes.
  var waitingSize: Int { waiting.count }
  var waitingLines: Int { waiting.count { $0 == Self.newline } }

  private static let newline = UInt8(ascii: "\n")

  /// - Parameter lines: Whole, each with its end.
  func append(_ lines: String) { waiting += lines.utf8 }

  /// Writes everything that waits.
  /// - Throws: Why that failed; then only whole lines of it are in the file, and the others wait.
  func flush() throws(DiskError) {
    if descriptor < 0 { try create() }
    if isTorn { try cut() }
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
      let whole = waiting[..<done].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
      take(whole)
      isTorn = done > whole
      if isTorn { try? cut() }
      throw error
    }
    take(done)
  }

  private func take(_ count: Int) {
    length += count
    waiting.removeFirst(count)
  }

  private func cut() throws(DiskError) {
    try calls.cut(descriptor, length)
    isTorn = false
  }

  /// Creates the file under the first free name. What is there already is never touched.
  private func create() throws(DiskError) {
    let wanted = path
    while true {
      do {
        descriptor = try DiskCalls.uninterrupted { () throws(DiskError) in
          try calls.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        }
        if path != wanted { taken = wanted }
        return
      } catch {
        // A folder or a device under this name is a mistake, and no journal of an earlier evening.
        var status = stat()
        guard error.code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          throw error
        }
        part += 1
        path = Journal.name(named, part: part)
      }
    }
  }

  /// People know which name was taken.
  func isTold() { taken = nil }

  /// Removes the file, if it was created.
  func discard() { if descriptor >= 0 { try? calls.remove(path) } }
}
