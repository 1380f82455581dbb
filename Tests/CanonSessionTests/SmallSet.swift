import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import Foundation
import Synchronization
import Testing

/// A set that a person can check by eye, in a folder of its own: two bars of two beats, 2880 frames a beat at
/// 48 kHz, 11520 a loop. Every stem is a constant, a power of two, so that sums have no rounding.
struct SmallSet {
  let folder: TestFolder
  /// Where the schedule is, if the set has one, else the set file.
  let path: String

  static let stems: [(id: String, value: Float)] = [
    ("cello", 0.5), ("violin-a", 0.25), ("violin-b", 0.125), ("violin-c", 0.0625),
  ]
  static let loop = 11_520
  static let beat = 2880
  static let bar = 5760
  static let head = "tempo = 1000\nmeter = \"2/4\"\nloop = \"2 bars\""

  /// - Parameters:
  ///   - doors: The lines below `[doors]` of a schedule in Tokyo's time; nil for a set without a schedule.
  ///   - head: Lines for the head of the set file.
  ///   - keys: More lines for stems, by their ids.
  ///   - sounds: What stems play instead of their constants, by their ids.
  ///   - more: Lines for the end of the set file.
  init(
    doors: String? = nil, head: String = Self.head, keys: [String: String] = [:],
    sounds: [String: [Float]] = [:], more: String = ""
  ) throws {
    folder = try TestFolder()
    for stem in Self.stems {
      try Self.write(
        sounds[stem.id] ?? .init(repeating: stem.value, count: Self.loop), to: folder.file("\(stem.id).wav"))
    }
    let set = try folder.write(Self.text(head: head, keys: keys, more: more), to: "set.toml")
    guard let doors else {
      path = set
      return
    }
    path = try folder.write(Self.schedule(doors), to: "doors.toml")
  }

  /// The set file with these stems, in this order.
  static func text(
    _ ids: [String] = stems.map(\.id), head: String = Self.head, keys: [String: String], more: String = ""
  ) -> String {
    var text = "title = \"Small set\"\n\(head)\n"
    for id in ids {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == stems[0].id)\n"
      text += (keys[id] ?? "") + "\n"
    }
    return text + more
  }

  /// - Parameter doors: The lines below `[doors]`.
  static func schedule(_ doors: String) -> String {
    "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)\n"
  }

  /// Replaces a text in one of its files, as somebody who edits it.
  func edit(_ old: String, _ new: String, in file: String = "set.toml") throws {
    let text = try String(contentsOfFile: folder.file(file), encoding: .utf8)
    #expect(text.contains(old), "\(old)")
    _ = try folder.write(text.replacing(old, with: new), to: file)
  }

  /// A set whose schedule in Tokyo's time watches its folder.
  /// - Parameters:
  ///   - head: Lines for the head of the schedule.
  ///   - doors: The lines below `[doors]`.
  static func watching(head: String = "", doors: String = "") throws -> SmallSet {
    let small = try SmallSet(doors: doors)
    try small.edit("[doors]", "watch = true\n\(head)\n[doors]", in: "doors.toml")
    return small
  }

  /// Drops a file that is as long as the loop into the folder.
  func drop(_ name: String, _ value: Float, frames: Int = loop) throws {
    try Self.write(.init(repeating: value, count: frames), to: folder.file(name))
  }

  /// Makes it half as fast, with stems that are twice as long.
  func halveTempo() throws {
    for stem in Self.stems {
      try Self.write(.init(repeating: stem.value, count: 2 * Self.loop), to: folder.file("\(stem.id).wav"))
    }
    try edit("tempo = 1000", "tempo = 500")
  }

  /// Writes samples at 48 kHz, interleaved if there are several channels.
  static func write(_ samples: [Float], channels: Int = 1, to path: String) throws {
    var writer = try SoundWriter(path: path, format: .wav32f, sampleRate: .studio, channelCount: channels)
    try writer.write(samples)
    _ = try writer.finish()
  }

  /// No two frames alike, so that a frame in the wrong place is seen.
  static func rising(_ frames: Int) -> [Float] { (1...frames).map { Float($0) / 16_384 } }

  /// A performance of it, from the files, which last as long as the session.
  func session(
    journal: String? = nil, at clock: TestClock = TestClock(), readers: SoundReaders = .standard,
    _ policy: LoadingPolicy = .strict
  ) throws -> Performance {
    let source = try Source.load(.path(path), readers, policy)
    return try Performance(
      set: source.set, schedule: source.schedule, journal: journal, source: "small",
      now: { withExtendedLifetime(folder) { clock.now } })
  }
}

extension SmallSet {
  /// Readers that keep what they read, as windows need it.
  var keeping: SoundReaders { .standard.keeping(in: SampleCache(folder: folder.file("cache/samples"))) }

  /// A performance whose stems are all in windows, although they are short.
  func windowedSession(journal: String? = nil) async throws -> Performance {
    let session = try session(journal: journal, readers: keeping, .lenient)
    await session.holdSamples(.windowed(above: 0))
    return session
  }

  /// A performance whose doors are watched by the machine's clock, as `canon play` does.
  func performance(
    journal: String? = nil, at clock: TestClock, memory: DoorMemory = DoorMemory(),
    keep: @escaping @Sendable (DoorMemory) -> [StateProblem] = { _ in [] },
    readers: SoundReaders = .standard, _ policy: LoadingPolicy = .strict
  ) async throws -> Performance {
    let source = try Source.load(.path(path), readers, policy)
    let session = try Performance(
      set: source.set, schedule: source.schedule, journal: journal, source: path,
      doors: .machine(memory: memory, now: { withExtendedLifetime(folder) { clock.now } }, keep: keep))
    await session.watchDoors()
    return session
  }
}

/// The wall clock of a test: it stands still until it is set.
final class TestClock: Sendable {
  private let instant: Mutex<Instant>
  private let asked = Atomic(0)

  init(_ now: Instant = Instant(secondsSince1970: 0)) { instant = Mutex(now) }

  /// How often somebody wanted to know.
  var timesAsked: Int { asked.load(ordering: .relaxed) }

  var now: Instant {
    get {
      asked.add(1, ordering: .relaxed)
      return instant.withLock { $0 }
    }
    set { instant.withLock { $0 = newValue } }
  }

  /// The instant of a text such as `2026-12-06T18:00` in Tokyo.
  static func tokyo(_ text: String) throws -> Instant {
    try AsOf.parse(text, zone: try Zone("Asia/Tokyo"))
  }
}
