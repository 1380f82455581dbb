import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import CanonTestSupport

/// Four stems of noise (no two frames alike, so that a frame in the wrong place is seen) in a folder of their own:
/// 11520 frames a loop at 48 kHz, two bars, four beats.
struct SmallSet {
  let folder: TestFolder
  static let ids = ["cello", "violin-a", "violin-b", "violin-c"]
  static let loop = 11_520

  /// - Parameters:
  ///   - bars: Of the set's loop, into which that of the stems fits several times.
  ///   - keys: More lines for stems, by their ids.
  ///   - more: Lines for the end of the set file.
  init(bars: Int = 2, keys: [String: String] = [:], more: String = "") throws {
    folder = try TestFolder()
    var text = "title = \"Small set\"\ntempo = 1000\nmeter = \"2/4\"\nloop = \"\(bars) bars\"\n"
    var random = SplitMix64(seed: 1)
    for (number, id) in Self.ids.enumerated() {
      let level = "gain = -\(number + 3)\npan = \(0.25 * Double(number) - 0.5)\n"
      text +=
        "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(number == 0)\n\(level)\(keys[id] ?? "")\n"
      let channels = 1 + number % 2
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: channels)
      try writer.write(
        (0..<(channels * Self.loop)).map { _ in Float.random(in: -0.5...0.5, using: &random) })
      _ = try writer.finish()
    }
    _ = try folder.write(text + more, to: "set.toml")
  }

  /// A performance of it; the files last as long as the session.
  /// - Parameter doors: The lines below `[doors]` of a schedule in Tokyo's time, as of 2026-12-05.
  ///   Doors of a journal that is played again are judged by its time.
  func session(doors: String? = nil, journal: String? = nil, playing header: JournalHeader? = nil) throws
    -> Performance
  {
    var path = folder.path
    if let doors {
      path = try folder.write(
        "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)\n", to: "doors.toml")
    }
    let source = try Source.load(path)
    let now = try AsOf.parse("2026-12-05", zone: try Zone("Asia/Tokyo"))
    let clock = header.flatMap { DoorClock.journal($0, memory: DoorMemory()) }
    return try Performance(
      set: source.set, schedule: source.schedule, journal: journal, source: "small",
      doors: clock ?? .asOf { withExtendedLifetime(folder) { now } })
  }
}
