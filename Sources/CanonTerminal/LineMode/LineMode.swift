import CanonControl
import CanonEngine
import CanonFiles
import Glibc

/// Line mode, at a terminal or in a pipe: commands on standard input, one event per line on standard output.
public struct LineMode: Surface {
  public struct Options: Sendable {
    /// Events as JSON objects.
    public var json = false
    /// Show only events that need attention: see ``PerformanceEvent/needsAttention``.
    public var isQuiet = false
    /// Show a prompt, and treat the end of input as `quit`: a person types.
    public var isInteractive = false
    /// Whether the terminal understands "erase to the end of the line".
    public var canErase = false
    /// Whether a person sees pictures of block characters.
    public var draws = false
    public var languages = SurfaceLanguages()
    /// The line that may stand where the next event is written.
    public var loading: LoadingLine?

    public init() {}
  }

  private let desk: Desk
  private let options: Options
  private let writer: LineWriter

  public init(_ desk: Desk, _ options: Options) {
    (self.desk, self.options) = (desk, options)
    if let loading = options.loading {
      writer = LineWriter(options.languages.text, text: loading.write, note: loading.writeNote)
    } else {
      writer = LineWriter(options.languages.text)
    }
  }

  public let endsPerformance = true

  public func show(_ feed: Feed) async {
    var skips = SkipReports()
    for await item in feed {
      switch item {
      case .snapshot: break
      case .missed(let count):
        let missed = MissedRecord(count: count)
        if options.json {
          write(missed.json)
        } else {
          let line = "canon: " + missed.text(options.languages.text)
          if let loading = options.loading { loading.writeNote(line) } else { Output.note(line) }
        }
      case .notice(let notice):
        if options.isQuiet && !notice.event.needsAttention { continue }
        if options.json {
          write(notice.json(options.languages.json))
          continue
        }
        if case .skipped = notice.event, !skips.isDue(at: .now) { continue }
        if let line = notice.text(options.languages.text) { write(line) }
      }
    }
  }

  /// Waits until everything is written, but not for a stalled reader.
  public func flush() async { await flush(milliseconds: 500) }

  func flush(milliseconds: Int) async { await writer.flush(milliseconds: milliseconds) }

  public func suspend() async {
    await flush()
    ProcessStop.stop()
    prompt()
  }

  /// Runs the lines until `quit`, or until the end of input at a terminal. In a pipe the end of input does not end
  /// the performance: an installation continues without a keyboard.
  public func listen() async {
    // What a pipe contains is carried out from the first downbeat on, unless the server takes its time. A person is answered at
    // once.
    if !options.isInteractive { await desk.waitUntilRolling(atMost: .seconds(5)) }
    if await follow(Self.lines()) { return await desk.quit() }
    if !options.isInteractive { return await untilCancelled() }
    // A window that is closed is a signal, and no `quit`.
    if !Task.isCancelled, !Self.hasHungUp { await desk.quit() }
  }

  /// Runs lines until `quit`, or to their end.
  /// - Returns: Whether they say `quit`.
  func follow(_ lines: AsyncStream<String>) async -> Bool {
    let lane = CommandLane(desk)
    prompt()
    for await line in lines {
      guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else {
        prompt()
        continue
      }
      switch await desk.read(line, at: .lines, by: .input) {
      case .view(let view):
        write(
          options.json
            ? [await desk.json(view)] : await desk.text(view, options.languages.text, draws: options.draws))
      case .command(.quit): return true
      case .command(let command): await lane.give(command, by: .input)
      case nil: break
      }
    }
    return false
  }

  /// Whether the terminal of standard input is gone.
  private static var hasHungUp: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
    return poll(&input, 1, 0) > 0 && Int32(input.revents) & (POLLHUP | POLLERR) != 0
  }

  private func untilCancelled() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }

  /// The lines of standard input, read on a separate thread, because reading blocks.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { LineReader($0).start() }
  }

  private func write(_ lines: [String]) { for line in lines { write(line) } }

  private func write(_ line: String) {
    // The event overwrites the line being typed, which stays in the terminal's own buffer.
    let start = options.isInteractive ? (options.canErase ? "\r\u{1b}[K" : "\n") : ""
    writer.write(start + line + "\n" + promptText)
  }

  public func prompt() { writer.write(promptText) }

  private var promptText: String {
    guard options.isInteractive else { return "" }
    let wording = options.languages.text.wording
    return desk.preview.map { "canon [\(wording.previewMark($0).first ?? "")]> " } ?? "canon> "
  }
}

/// When people are told of lost frames: once a second, because a busy machine may lose some many times.
struct SkipReports {
  private var last: ContinuousClock.Instant?

  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    if let last, now - last < .seconds(1) { return false }
    last = now
    return true
  }
}
