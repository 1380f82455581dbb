import CanonControlSupport
import CanonEngine
import CanonSession
import Synchronization
import Testing

@testable import CanonControl
@testable import CanonTerminal

/// Commands line by line, and what is written of them and of events.
@MainActor @Suite struct LineModeTests {
  /// Line mode that writes to a text.
  private struct Console {
    private final class Written: Sendable { let text = Mutex("") }

    let mode: LineMode
    private let written: Written

    init(_ desk: Desk, _ change: (inout LineMode.Options) -> Void = { _ in }) {
      let written = Written()
      var options = LineMode.Options()
      options.loading = LoadingLine(.english) {
        80
      } text: { text in
        written.text.withLock { $0 += text }
      } note: { text in
        written.text.withLock { $0 += "on standard error: " + text }
      }
      change(&options)
      (self.written, mode) = (written, LineMode(desk, options))
    }

    /// What was written.
    var text: String {
      get async {
        await mode.flush(milliseconds: 60_000)
        return written.text.withLock { $0 }
      }
    }

    /// Follows lines to their end.
    /// - Returns: Whether they say `quit`.
    func follow(_ lines: String...) async -> Bool {
      await mode.follow(
        AsyncStream { continuation in
          for line in lines { continuation.yield(line) }
          continuation.finish()
        })
    }

    /// Shows events to the last one.
    /// - Parameter limit: The number of events that can wait.
    func show(_ events: [PerformanceEvent], limit: Int = 100) async {
      let mailbox = Mailbox(limit: limit)
      for event in events { mailbox.offer(Notice(event, in: moment())) }
      mailbox.end()
      await mode.show(Feed(mailbox: mailbox))
    }
  }

  // MARK: - Lines

  @Test(
    "A person has a prompt at first, and after each line that says nothing; a pipe has none",
    arguments: [
      (true, nil, "canon> "), (true, "2026-12-05", "canon [preview: 2026-12-05]> "), (false, nil, ""),
    ] as [(Bool, String?, String)])
  func prompts(isInteractive: Bool, preview: String?, prompt: String) async throws {
    let bench = try await ScreenBench(preview: preview)
    let console = Console(bench.screen.desk) { $0.isInteractive = isInteractive }
    #expect(await !console.follow("", "  ", "  # a comment"))
    #expect(await console.text == String(repeating: prompt, count: 4))
  }

  @Test(
    "What a word shows is written over the prompt, which stands behind each line; in a pipe there are only lines",
    arguments: [
      (true, true, "\r\u{1b}[K", "canon> "), (true, false, "\n", "canon> "), (false, false, "", ""),
      (false, true, "", ""),
    ])
  func views(isInteractive: Bool, canErase: Bool, start: String, prompt: String) async throws {
    let bench = try await ScreenBench()
    let console = Console(bench.screen.desk) { ($0.isInteractive, $0.canErase) = (isInteractive, canErase) }
    #expect(await !console.follow(" doors"))
    let doors = await bench.screen.desk.text(.doors, .english, draws: false)
    #expect(doors.count > 1)
    #expect(await console.text == prompt + doors.map { start + $0 + "\n" + prompt }.joined())
  }

  @Test("With --json a word shows one object")
  func json() async throws {
    let bench = try await ScreenBench()
    let console = Console(bench.screen.desk) { $0.json = true }
    #expect(await !console.follow("doors"))
    let doors = await bench.screen.desk.json(.doors)
    #expect(await console.text == doors + "\n")
  }

  @Test("Lines are carried out up to quit")
  func quit() async throws {
    let bench = try await ScreenBench()
    let console = Console(bench.screen.desk)
    #expect(await console.follow("start violin-a now", " quit ", "start violin-b now"))
    await bench.run()
    #expect(await bench.stem("violin-a") == "play")
    #expect(await bench.stem("violin-b") == "stop")
  }

  // MARK: - Events

  private static let change = PerformanceEvent.changed(violin, status: .play, at: 7, by: .input)

  private func line(_ event: PerformanceEvent) throws -> String {
    try #require(Notice(event, in: moment()).text(.english)) + "\n"
  }

  @Test("Each event is a line; with --quiet only those that need attention, with --json each is an object")
  func events() async throws {
    let bench = try await ScreenBench()
    let refused = PerformanceEvent.refused(try refusal(), by: .input)
    let plain = Console(bench.screen.desk)
    await plain.show([Self.change, refused])
    #expect(try await plain.text == line(Self.change) + line(refused))
    let quiet = Console(bench.screen.desk) { $0.isQuiet = true }
    await quiet.show([Self.change, refused])
    #expect(try await quiet.text == line(refused))
    let json = Console(bench.screen.desk) { $0.json = true }
    await json.show([Self.change, refused])
    let objects = [Self.change, refused].map { Notice($0, in: moment()).json(.english) + "\n" }
    #expect(await json.text == objects.joined())
  }

  @Test("How many events were missed is told on standard error, or as an object")
  func missed() async throws {
    let bench = try await ScreenBench()
    let events = [PerformanceEvent.panic(at: 7, by: .input), .panic(at: 8, by: .input), Self.change]
    let plain = Console(bench.screen.desk)
    await plain.show(events, limit: 1)
    let missed = MissedRecord(count: 2)
    #expect(
      try await plain.text == "on standard error: canon: " + missed.text(.english) + "\n" + line(Self.change))
    let json = Console(bench.screen.desk) { $0.json = true }
    await json.show(events, limit: 1)
    #expect(await json.text.hasPrefix(missed.json + "\n{"))
  }

  @Test("People are told of lost frames once a second")
  func skips() {
    let start = ContinuousClock.now
    var skips = SkipReports()
    let due = [0, 1, 999, 1000, 1999, 2000].filter { skips.isDue(at: start + .milliseconds($0)) }
    #expect(due == [0, 1000, 2000])
  }
}
