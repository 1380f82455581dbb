import CanonControl
import CanonFiles
import Dispatch
import Synchronization

/// Standard output on a separate thread: a stalled reader stops neither the music nor the commands.
///
/// Texts that come while the thread begins or writes are written together, so that a thousand events are not a thousand calls of the
/// system. Up to ``mostWaiting`` texts wait for a reader that stands still; further ones are dropped, and their number is reported once it
/// reads again.
final class LineWriter: Sendable {
  static let mostWaiting = 10_000

  private let language: Language
  private let queue = DispatchQueue(label: "canon.output")
  /// The texts that the thread has not taken yet.
  private let texts = Mutex<[String]>([])
  /// The number of texts that are not written yet, also of those that are being written.
  private let waiting = Atomic(0)
  private let leftOut = Atomic(0)

  private let text: @Sendable (String) -> Void
  private let note: @Sendable (String) -> Void

  /// - Parameters:
  ///   - language: Of the report.
  ///   - text: Writes one text or several, one behind the other; may take as long as it likes.
  ///   - note: Writes a line for people.
  init(
    _ language: Language, text: @escaping @Sendable (String) -> Void = { Output.text($0) },
    note: @escaping @Sendable (String) -> Void = { Output.note($0) }
  ) {
    (self.language, self.text, self.note) = (language, text, note)
  }

  /// Returns at once.
  func write(_ text: String) {
    guard !text.isEmpty else { return }
    if waiting.load(ordering: .relaxed) >= Self.mostWaiting {
      leftOut.add(1, ordering: .relaxed)
      return
    }
    waiting.add(1, ordering: .relaxed)
    let isFirst = texts.withLock { texts in
      texts.append(text)
      return texts.count == 1
    }
    if isFirst { queue.async { [self] in writeWaiting() } }
  }

  private func writeWaiting() {
    let taken = texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
    let missing = leftOut.exchange(0, ordering: .relaxed)
    if missing > 0 { note("canon: " + language.wording.missedLines(missing)) }
    text(taken.joined())
    waiting.subtract(taken.count, ordering: .releasing)
  }

  /// Returns when everything is written, or after this time.
  func flush(milliseconds: Int) async {
    for _ in 0..<max(1, milliseconds / 5) where waiting.load(ordering: .acquiring) > 0 {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
