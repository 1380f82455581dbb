import CanonControl
import CanonFiles

/// canon without a terminal: it does not read standard input, and writes events to standard output only if a
/// program requests them. Refusals, door changes and problems go to standard error, for a service's log.
public struct Headless: Surface {
  private let json: Bool
  private let languages: SurfaceLanguages
  private let writer: LineWriter
  /// Writes a line to standard error.
  private let note: @Sendable (String) -> Void

  /// - Parameter json: Whether to write every event as an object to standard output.
  public init(json: Bool, _ languages: SurfaceLanguages = SurfaceLanguages()) {
    self.init(json: json, languages, LineWriter(languages.text)) { Output.note($0) }
  }

  init(
    json: Bool, _ languages: SurfaceLanguages, _ writer: LineWriter,
    note: @escaping @Sendable (String) -> Void
  ) {
    (self.json, self.languages, self.writer, self.note) = (json, languages, writer, note)
  }

  public func show(_ feed: Feed) async {
    for await item in feed {
      switch item {
      case .snapshot: break
      case .missed(let count):
        let missed = MissedRecord(count: count)
        if json { writer.write(missed.json + "\n") }
        note("canon: " + missed.text(languages.text))
      case .notice(let notice):
        if json { writer.write(notice.json(languages.json) + "\n") }
        if notice.event.needsAttention, let text = notice.text(languages.text) {
          note("canon: " + text)
        }
      }
    }
  }

  /// Has no input.
  public func listen() async { while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) } }

  public func suspend() async {
    await flush()
    ProcessStop.stop()
  }

  public func flush() async { await writer.flush(milliseconds: 500) }
}
