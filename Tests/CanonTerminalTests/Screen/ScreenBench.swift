import CanonControl
import CanonControlSupport
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonStems

@testable import CanonSession
@testable import CanonTerminal

/// The full screen over a real performance, without a terminal: keys in, and what becomes of the stems out.
///
/// Two bars of two beats, 2880 frames a beat. The cello is the base and plays; violin-c is behind a door.
@MainActor final class ScreenBench {
  static let stems = ["cello", "violin-a", "violin-b", "violin-c"]
  static let loop = 11_520

  let session: Performance
  let terminal = ScriptedTerminal()
  let screen: FullScreen
  let folder: TestFolder
  private var engine: Engine
  /// What the screen is told by, until the bench goes.
  private var telling: [Task<Void, Never>] = []

  /// - Parameters:
  ///   - set: More lines for the end of the set file.
  ///   - rolls: Whether the clock has been started.
  ///   - preview: The day that is previewed instead of today.
  ///   - disk: Holds up commands that read files; nil for none.
  init(
    _ options: FullScreen.Options = .init(), set: String = "", rolls: Bool = true, preview: String? = nil,
    disk: SlowDisk? = nil
  ) async throws {
    folder = try TestFolder()
    var text = "title = \"Small set\"\ntempo = 1000\nmeter = \"2/4\"\nloop = \"2 bars\"\n"
    for (number, id) in Self.stems.enumerated() {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "cello")\n"
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
      try writer.write([Float](repeating: 0.125 * Float(number + 1), count: Self.loop))
      _ = try writer.finish()
    }
    _ = try folder.write(text + set, to: "set.toml")
    let doors = try folder.write(
      "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin-c = 2026-12-24\n", to: "doors.toml")
    let source = try Source.load(doors)
    let now = try AsOf.parse("2026-12-05T12:00", zone: Zone("Asia/Tokyo"))
    session = try Performance(set: source.set, schedule: source.schedule, now: { now })
    engine = try await session.makeEngine(at: .studio)
    let desk = Desk(session, preview: preview)
    let lane = disk.map { disk in CommandLane(desk) { _ in await disk.read() } }
    screen = FullScreen(desk, options, on: terminal, lane: lane)
    await session.seat.report(
      health: ServerHealth(load: 12, period: 256, connections: ["system:playback_1"]))
    let (feed, screen) = (await desk.feed(), screen)
    telling = [Task { await screen.show(feed) }, Task { await desk.run() }]
    if rolls { await roll() }
  }

  isolated deinit { for task in telling { task.cancel() } }

  func roll() async {
    await session.roll()
    await run()
  }

  // MARK: - Playing

  /// Delivers so many frames, and reads what the engine has to say.
  func run(_ frames: Int = 64) async {
    let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2048)
    defer { memory.deallocate() }
    let master = OutputPair(left: memory.baseAddress!, right: memory.baseAddress! + 1024)
    for start in stride(from: 0, to: frames, by: 1024) {
      engine.process(frames: Int32(min(1024, frames - start)), master: master)
    }
    await session.pump()
  }

  /// Presses keys one after the other; each has been received before the next.
  func press(_ keys: Key...) async {
    for key in keys {
      await screen.handle(.key(key))
      await run()
    }
  }

  var isPaused: Bool { get async { await session.snapshot().isPaused } }

  /// Types a command and carries it out.
  func command(_ line: String) async {
    await press(":")
    for letter in line { await screen.handle(.key(.character(letter))) }
    await press(.enter)
  }

  /// Plays on until something is so.
  func wait(until isSo: () async -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while await !isSo() {
      guard ContinuousClock.now < end else { throw TimedOut(description: "it does not become so") }
      await run()
      await Task.yield()
    }
  }

  // MARK: - What has become of it

  /// What a stem does, and what it will do: `play`, `wait, play`.
  func stem(_ id: String) async -> String {
    let status = await session.stem(id).status
    return status.state.word + (status.next.map { ", \($0.word)" } ?? "")
  }

  /// What the terminal was shown last, after a picture has been drawn.
  func picture() async -> [String] {
    await screen.draw()
    return terminal.shown.map(\.text)
  }
}

extension Performance {
  func stem(_ id: String) -> Snapshot.Stem { snapshot().stems.first { $0.id == id }! }
}

/// A terminal that is a list of what a person does.
@MainActor final class ScriptedTerminal: ScreenTerminal {
  var size = ScreenSize(columns: 80, rows: 24)
  private(set) var shown: [StyledLine] = []
  private(set) var redraws = 0
  /// How it was given back.
  private(set) var ways: [String] = []

  func read() -> [Terminal.Input] { [] }
  func show(_ lines: [StyledLine]) { shown = lines }
  func redraw() { redraws += 1 }
  func suspend() { ways.append("suspend") }
  func leave() { ways.append("leave") }
}
