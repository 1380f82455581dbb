import CanonControl
import CanonFiles
import Dispatch
import Glibc
import Synchronization

/// One line on standard error that says how far the sound files are read. It is rewritten in place, and is gone before anything else is
/// written through it and once they are read; quick reading shows nothing.
///
/// It is drawn from a queue of its own: what is measured of the files together occupies all threads of Swift's pool.
public final class LoadingLine: Sendable {
  /// The time between two updates.
  static let interval = DispatchTimeInterval.milliseconds(200)
  private static let erasing = "\r\u{1b}[K"

  private struct Row {
    /// nil while the line is not there.
    var shown: String?
    /// What stood in its row, a prompt.
    var covered = ""
    var hasEnded = false
  }

  private let language: Language
  /// The width of the terminal, in cells.
  let columns: @Sendable () -> Int
  private let text: @Sendable (String) -> Void
  private let note: @Sendable (String) -> Void
  private let progress = Mutex((loading: LoadingProgress(), isTicking: false))
  private let row = Mutex(Row())
  private let queue = DispatchQueue(label: "canon.loading", qos: .userInitiated)

  /// - Parameters:
  ///   - columns: The width of the terminal, in cells.
  ///   - text: Writes to standard output.
  ///   - note: Writes to standard error, without ending the line.
  init(
    _ language: Language, columns: @escaping @Sendable () -> Int,
    text: @escaping @Sendable (String) -> Void = { Output.text($0) },
    note: @escaping @Sendable (String) -> Void = { Output.note($0, terminator: "") }
  ) {
    (self.language, self.columns, self.text, self.note) = (language, columns, text, note)
  }

  /// - Parameters:
  ///   - descriptor: Standard error.
  ///   - kind: The value of `TERM`.
  /// - Returns: nil without a terminal, and for one that cannot erase a line.
  public convenience init?(_ language: Language, on descriptor: Int32 = STDERR_FILENO, kind: String?) {
    guard isatty(descriptor) == 1, let kind, kind != "dumb", !kind.isEmpty else { return nil }
    self.init(language) { Self.columns(of: descriptor) }
  }

  /// The width of a terminal in cells; 80 if it does not say.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Draws what it is told, until ``end()``.
  public var reporter: LoadingReporter {
    LoadingReporter { [self] event in
      tell(event, at: .now)
      switch event {
      case .began: beginTicking()
      case .ended: queue.async { [self] in draw(at: .now) }
      case .reading, .read: break
      }
    }
  }

  /// Writes a text to standard output, where the line has gone from. A text without the end of its line is a prompt, which comes back when
  /// the line goes.
  func write(_ text: String) {
    row.withLock { row in
      erase(&row)
      self.text(text)
      row.covered = String(text[(text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex)...])
    }
  }

  /// Writes a line to standard error.
  func writeNote(_ line: String) {
    row.withLock { row in
      erase(&row)
      note(line + "\n")
    }
  }

  /// Erases the line, which comes again when more is read.
  public func clear() { row.withLock { uncover(&$0) } }

  /// Erases the line; it does not come again.
  public func end() {
    row.withLock { row in
      row.hasEnded = true
      erase(&row)
    }
  }

  // MARK: -

  func tell(_ event: LoadingProgress.Event, at now: ContinuousClock.Instant) {
    progress.withLock { $0.loading.note(event, at: now) }
  }

  /// Shows what is to be shown at a time.
  func draw(at now: ContinuousClock.Instant) {
    row.withLock { row in
      let shown = row.hasEnded ? nil : progress.withLock { $0.loading.shown(at: now) }
      guard let line = shown.map(line) else { return uncover(&row) }
      if line != row.shown { note("\r" + line + "\u{1b}[K") }
      row.shown = line
    }
  }

  private func line(_ shown: LoadingProgress.Shown) -> String {
    let text = DisplayWidth.plain(CleanText.clean(language.wording.loading(shown)))
    // In the last column terminals would go on to the next row.
    return DisplayWidth.truncate(text, max(0, columns() - 1))
  }

  private func erase(_ row: inout Row) {
    if row.shown != nil { note(Self.erasing) }
    row.shown = nil
  }

  private func uncover(_ row: inout Row) {
    guard row.shown != nil else { return }
    erase(&row)
    if !row.covered.isEmpty { text(row.covered) }
  }

  private func beginTicking() {
    let begins = progress.withLock { progress in
      defer { progress.isTicking = true }
      return !progress.isTicking
    }
    if begins { tickLater() }
  }

  private func tickLater() {
    queue.asyncAfter(deadline: .now() + Self.interval) { [self] in
      draw(at: .now)
      let goesOn = progress.withLock { progress in
        progress.isTicking = progress.loading.goesOn
        return progress.isTicking
      }
      if goesOn { tickLater() }
    }
  }
}
