import CanonSession

/// canon at a terminal or in a pipe, line by line: commands on standard input, one event a line on standard output.
public struct LineMode: Surface {
  public struct Options: Sendable {
    /// Events as JSON objects.
    public var json = false
    /// Only what somebody has to know, though nobody asks: see ``SessionEvent/needsAttention``.
    public var isQuiet = false
    /// Show a prompt, and take the end of input for `quit`: someone types.
    public var isInteractive = false
    /// Whether the terminal understands "erase to the end of the line".
    public var canErase = false
    /// The day that is previewed instead of today, as the prompt shows it.
    public var preview: String?

    public init() {}
  }

  private let session: Session
  private let options: Options
  private let writer = LineWriter()

  public init(_ session: Session, _ options: Options) {
    self.session = session
    self.options = options
  }

  /// Shows every event until there are no more.
  public func showEvents() async {
    var lastSkip: ContinuousClock.Instant?
    var recent = RecentSnapshot(session)
    for await event in session.events {
      if options.isQuiet && !event.needsAttention { continue }
      let snapshot = await recent.snapshot(for: event)
      if options.json {
        write(EventRecord(event, in: snapshot).json)
        continue
      }
      if case .skipped = event {
        // A busy machine may lose frames many times a second; people are told once.
        let now = ContinuousClock.now
        if let last = lastSkip, now - last < .seconds(1) { continue }
        lastSkip = now
      }
      if let line = EventText.line(for: event, in: snapshot) { write(line) }
    }
  }

  /// Waits until everything is written, but not for a reader that does not read.
  public func flush() async { await writer.flush(milliseconds: 500) }

  public func suspend() async {
    await flush()
    ProcessStop.stop()
    prompt()
  }

  /// Carries out what is read, until `quit`, or the end of input if someone types. In a pipe the end of input ends
  /// nothing: an installation plays on with nobody at its keyboard.
  public func readCommands() async {
    await session.waitUntilRolling()
    prompt()
    for await line in Self.lines() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, first.first != "#" else {
        prompt()
        continue
      }
      switch (first, words.count) {
      case ("help", _), ("?", 1), ("h", 1): write(help)
      case ("status", 1): write(status(await session.snapshot()))
      case ("doors", 1): write(doors(await session.snapshot()))
      default:
        do throws(CommandProblem) {
          let command = try CommandParser.parse(line, besides: Vocabulary.views.map(\.name))
          if command == .quit { return }
          await session.perform(command, by: .input)
        } catch {
          await session.refuse(error, by: .input)
        }
      }
    }
    if !options.isInteractive { await untilCancelled() }
  }

  private var help: [String] { options.json ? [HelpRecord().json] : StatusText.help() }

  private func status(_ snapshot: Snapshot) -> [String] {
    options.json
      ? [StatusRecord(snapshot, preview: options.preview).json] : previewNote + StatusText.status(snapshot)
  }

  private func doors(_ snapshot: Snapshot) -> [String] {
    guard options.json else { return previewNote + StatusText.doors(snapshot) }
    let statuses = snapshot.stems.map(\.door)
    let calendar = DoorCalendar(
      session.source, statuses, at: snapshot.now, isPreview: options.preview != nil)
    return [calendar.answer]
  }

  private var previewNote: [String] { options.preview.map { ["This is a preview, as of \($0)."] } ?? [] }

  private func untilCancelled() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }

  /// Lines of standard input, read on a thread of its own, since reading waits.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { LineReader($0).start() }
  }

  private func write(_ lines: [String]) { for line in lines { write(line) } }

  private func write(_ line: String) {
    // What is being typed is overwritten; it stays in the terminal's own line all the same.
    let start = options.isInteractive ? (options.canErase ? "\r\u{1b}[K" : "\n") : ""
    writer.write(start + line + "\n" + promptText)
  }

  public func prompt() { writer.write(promptText) }

  private var promptText: String {
    guard options.isInteractive else { return "" }
    return options.preview.map { "canon [preview: \($0)]> " } ?? "canon> "
  }
}
