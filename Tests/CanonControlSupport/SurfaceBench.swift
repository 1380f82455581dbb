import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import Foundation

/// A performance that a surface plays: three stems of constants and two scenes, without a server. Periods are delivered on request.
package final class SurfaceBench {
  package let desk: Desk
  /// The left channel of each stem's port so far.
  package private(set) var heard: [[Float]] = SurfaceBench.ids.map { _ in [] }
  private let session: Performance
  private let folder: TestFolder
  private var engine: Engine?

  /// The first one is the base.
  package static let ids = ["cello", "violin-a", "violin-b"]
  private static let scenes = """
    [[scene]]
    id = "verse"
    commands = ["start violin-a", "gain violin-a -6"]
    [[scene]]
    id = "finale"
    commands = ["start all now", "start violin-b now"]
    """

  /// - Parameter doors: The lines below `[doors]` of a schedule in Tokyo's time, in which it is 1970; nil for none.
  package init(doors: String? = nil) async throws {
    folder = try TestFolder()
    var text = "title = \"Three\"\ntempo = 1000\nmeter = \"2/4\"\nloop = \"2 bars\"\n"
    for (number, id) in Self.ids.enumerated() {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(number == 0)\n"
      // A tape takes no time to speak of when the tempo changes.
      text += "stretch = \"tape\"\n"
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
      try writer.write([Float](repeating: 0.5 / Float(1 << number), count: 11_520))
      _ = try writer.finish()
    }
    var path = try folder.write(text + Self.scenes, to: "set.toml")
    if let doors {
      path = try folder.write(
        "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)\n", to: "doors.toml")
    }
    let source = try Source.load(path)
    session = try Performance(
      set: source.set, schedule: source.schedule, journal: folder.file("evening.journal"),
      source: path, now: { Instant(secondsSince1970: 0) })
    if doors != nil { await session.watchDoors() }
    desk = Desk(session)
    engine = try await session.makeEngine(at: .studio)
    await session.roll()
    await run()
  }

  /// Delivers so many frames, at most 1024, and reads what the engine has to say. What has waited for a frame by now is received first.
  package func run(_ frames: Int32 = 64) async {
    await session.giveWaiting()
    deliver(frames)
    await session.pump()
  }

  /// Says a line as a client of the network, and delivers so many frames.
  @discardableResult
  package func say(_ line: String, by asker: Asker, then frames: Int32 = 64) async -> Reply {
    let reply = await desk.submit(line, at: .network, by: asker)
    await run(frames)
    return await reply()
  }

  /// Gives a command in the same way.
  @discardableResult
  package func give(_ command: ControlCommand, by asker: Asker, then frames: Int32 = 64) async -> Reply {
    let reply = await desk.submit(command, by: asker)
    await run(frames)
    return await reply()
  }

  /// Ends the performance.
  /// - Returns: The lines of its journal below the header.
  package func endJournal() async throws -> [String] {
    await session.finish(patience: .seconds(600))
    return try String(contentsOfFile: folder.file("evening.journal"), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  private func deliver(_ frames: Int32) {
    let most = 1024, outputs = 1 + Self.ids.count
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * outputs * most)
    defer { memory.deallocate() }
    memory.initialize(repeating: .nan, count: 2 * outputs * most)
    let pairs: [OutputPair?] = (0..<outputs).map {
      OutputPair(left: memory + 2 * $0 * most, right: memory + (2 * $0 + 1) * most)
    }
    pairs.withUnsafeBufferPointer { pairs -> Void in
      engine?.process(
        frames: frames, master: pairs[0]!,
        ports: OutputPairs(pairs.baseAddress! + 1, count: pairs.count - 1))
    }
    for stem in heard.indices {
      heard[stem] += UnsafeBufferPointer(start: memory + 2 * (1 + stem) * most, count: Int(frames))
    }
  }
}
