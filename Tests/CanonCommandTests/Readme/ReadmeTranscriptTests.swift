import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Testing

@testable import canon

/// The transcripts of README.md are what canon says, letter by letter: played by the real engine without a server, each
/// command on the frame that makes the wait that is shown.
@Suite struct ReadmeTranscriptTests {
  private let readme: Readme

  init() throws { readme = try Readme() }

  /// The lines of a transcript below its first; what the page has wrapped is one line again.
  private func transcript(_ text: String) -> [String] {
    readme.block(with: text).dropFirst().reduce(into: []) { lines, line in
      if line.hasPrefix("system:"), let last = lines.popLast() {
        lines.append(last + " " + line)
      } else {
        lines.append(line)
      }
    }
  }

  @Test func theFirstEveningIsAsItIsTold() async throws {
    let expected = transcript("advent-2015.toml")
    let day = try #require(expected.first { $0.hasPrefix("Today, ") })
    let source = try Source.load(CanonProcess.projectFolder + "/Schedules/advent-2015.toml")
    let now = try AsOf.parse(
      String(day.dropFirst(7).prefix(19)).replacing(" ", with: "T"), zone: try Zone("Asia/Tokyo"))
    let performance = try Performance(set: source.set, schedule: source.schedule, now: { now })
    var said = Greeting.lines(
      source, await performance.snapshot(), isPreview: false, hasHint: true, control: "canon")
    let evening = try await Evening(performance)
    said += try await evening.open()
    // 21.2 s before the second loop, and 2.2 s before its third bar.
    said += try await evening.say("press violin-a", on: 1_152_000 - 1_017_600)
    said += try await evening.run(to: 1_152_064)
    said += try await evening.say("mute cello bar", on: 1_440_000 - 105_600)
    said += try await evening.run(to: 1_440_064)
    #expect(said == expected)
  }

  @Test func aDoorThatIsShutIsAsItIsTold() async throws {
    let expected = transcript("Schedules/advent.toml")
    // That calendar has the zone of the machine; the page was written in Berlin.
    let path = CanonProcess.projectFolder + "/Schedules/advent.toml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let schedule = try ScheduleFile.parse(
      path: path, text: text.replacing("\"local\"", with: "\"Europe/Berlin\""))
    let set = try Source.load(path).set
    let now = try AsOf.parse("2026-11-21T03:00", zone: schedule.zone)
    let evening = try await Evening(try Performance(set: set, schedule: schedule, now: { now }))
    _ = try await evening.open()
    let line = try #require(expected.first).dropFirst("canon> ".count)
    #expect(try await evening.say(String(line), on: 128) == expected)
  }
}

/// A performance that is driven by hand, with what it tells.
private final class Evening {
  private let performance: Performance
  private let desk: Desk
  private var engine: Engine
  private var events: PerformanceEvents.Iterator
  private var position: FramePosition = 0

  init(_ performance: Performance) async throws {
    (self.performance, desk) = (performance, Desk(performance))
    events = performance.events.makeAsyncIterator()
    engine = try await performance.makeEngine(at: .studio)
  }

  /// As a driver begins.
  func open() async throws -> [String] {
    await performance.roll()
    await performance.report(
      .connected(
        ServerInfo(
          name: "default", implementation: "JACK 1.9.21", clientName: "canon", sampleRate: .studio,
          period: 256,
          connections: ["system:playback_1", "system:playback_2"], ownBackend: nil)))
    return try await run(to: 64)
  }

  /// Says a line on a frame; what was said, as at the prompt, and what follows.
  func say(_ line: String, on frame: FramePosition) async throws -> [String] {
    let before = try await run(to: frame)
    let reply = await desk.submit(line, at: .lines, by: .input)
    let after = try await run(to: frame + 64)
    _ = await reply()
    return before + ["canon> " + line] + after
  }

  /// Plays on to a frame, and returns what was told.
  func run(to end: FramePosition) async throws -> [String] {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { memory.deallocate() }
    while position < end {
      let frames = Int32(min(1024, end - position))
      engine.process(frames: frames, master: OutputPair(left: memory, right: memory + 1024))
      position += FramePosition(frames)
      await performance.pump()
    }
    await performance.note(.notKeptInTime)
    var lines: [String] = []
    while let event = await events.next() {
      if case .note(.notKeptInTime) = event { break }
      if let line = EventText.line(for: event, in: await performance.snapshot()) { lines.append(line) }
    }
    return lines
  }
}
