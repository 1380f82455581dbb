import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems

@testable import CanonControl

/// A desk over a real performance of two stems without a server: periods on request.
final class DeskBench {
  let desk: Desk
  let session: Performance
  private let folder: TestFolder
  private var engine: Engine?
  private var telling: Task<Void, Never>?

  /// - Parameters:
  ///   - plays: Whether the clock has been started.
  ///   - stems: Their ids; the first is the base.
  ///   - keys: More lines for stems, by their ids.
  ///   - lengths: The frames of stems with a loop of their own, by their ids.
  ///   - more: Lines for the end of the set file.
  ///   - doors: The lines below `[doors]` of a schedule in Tokyo's time; nil for none.
  init(
    plays: Bool = true, stems: [String] = ["cello", "violin-a"], keys: [String: String] = [:],
    lengths: [String: Int] = [:], more: String = "",
    doors: String? = nil, now: @escaping @Sendable () -> Instant = { .now() }
  ) async throws {
    folder = try TestFolder()
    var text = "title = \"Two\"\ntempo = 1000\nmeter = \"2/4\"\nloop = \"2 bars\"\n"
    for (number, id) in stems.enumerated() {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "cello")\n\(keys[id] ?? "")\n"
      if lengths[id] != nil { text += "length = \"free\"\n" }
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
      try writer.write([Float](repeating: 0.25 / Float(1 << number), count: lengths[id] ?? 11_520))
      _ = try writer.finish()
    }
    var path = try folder.write(text + more, to: "set.toml")
    if let doors {
      path = try folder.write(
        "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)\n", to: "doors.toml")
    }
    let source = try Source.load(path)
    session = try Performance(set: source.set, schedule: source.schedule, now: now)
    if doors != nil { await session.watchDoors() }
    desk = Desk(session)
    if plays { try await play() }
  }

  /// A desk over five stems that play, whose common cycle is out of the clock's reach: the engine refuses `cycle`.
  /// - Parameter more: Lines for the end of the set file.
  static func withoutCycle(more: String = "") async throws -> DeskBench {
    let lengths = ["violin-a": 11_519, "violin-b": 11_503, "violin-c": 11_497]
    let bench = try await DeskBench(
      stems: ["cello"] + lengths.keys.sorted() + ["violin-d"], lengths: lengths, more: more)
    _ = await bench.say("start all now")
    return bench
  }

  func play(at rate: SampleRate = .studio) async throws {
    engine = try await session.makeEngine(at: rate)
    await session.roll()
    await run()
  }

  /// From now on feeds are told what happens.
  func tell() { telling = Task { [desk] in await desk.run() } }

  /// Delivers so many frames, at most 1024, and reads what the engine has to say.
  func run(_ frames: Int32 = 64) async {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { memory.deallocate() }
    engine?.process(frames: frames, master: OutputPair(left: memory, right: memory + 1024))
    await session.pump()
  }

  /// Says a line, and delivers periods until it is replied to.
  func say(_ line: String, by asker: Asker = .socket) async -> Reply {
    let reply = await desk.submit(line, at: .lines, by: asker)
    await run()
    return await reply()
  }

  /// Says lines one after the other, of which the engine receives none before the last is said.
  func burst(_ lines: [String], by asker: Asker = .socket) async -> [Reply] {
    var replies: [@Sendable () async -> Reply] = []
    for line in lines { replies.append(await desk.submit(line, at: .lines, by: asker)) }
    await run()
    var all: [Reply] = []
    for reply in replies { all.append(await reply()) }
    return all
  }

  /// Says a line that is refused.
  /// - Returns: Why; empty where it was not.
  func refused(_ line: String, by asker: Asker = .socket) async -> [CommandProblem] {
    if case .refused(let problems) = await say(line, by: asker) { problems } else { [] }
  }

  /// Ends the performance: feeds come to their end.
  func end() async {
    await session.finish()
    await telling?.value
  }
}
