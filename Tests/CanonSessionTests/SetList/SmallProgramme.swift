import CanonControl
import CanonEngine
import CanonSchedule
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// A programme of the small set and of another one with the same grid, whose base has the id of the small set's, in one folder.
struct SmallProgramme {
  let small: SmallSet
  let path: String

  /// The lines of programmes of the two sets: two pieces and three, by hand, and three of which the first one ends by itself.
  static let two = "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second\"\n"
  static let three = two + "[[piece]]\nsource = \"set.toml\"\n"
  static let ends =
    "[[piece]]\nsource = \"set.toml\"\nloops = 2\n[[piece]]\nsource = \"second\"\n[[piece]]\nsource = \"set.toml\"\n"

  /// The levels of the second set's stems.
  static let cello: Float = 0.031_25
  static let oboe: Float = 0.015_625

  /// - Parameters:
  ///   - pieces: The lines of the programme.
  ///   - first: The set `set.toml`, if it is another one than the small set.
  ///   - doors: The lines below `[doors]` of a schedule in Tokyo's time for the second set, `second.toml`; nil for none.
  init(_ pieces: String, first: SmallSet? = nil, doors: String? = nil) throws {
    small = try first ?? SmallSet()
    let folder = small.folder
    _ = try folder.write(
      "title = \"Second set\"\n\(SmallSet.head)\n"
        + "[[stem]]\nid = \"cello\"\nfile = \"cello.wav\"\nbase = true\n"
        + "[[stem]]\nid = \"oboe\"\nfile = \"oboe.wav\"\n", to: "second/set.toml")
    for (id, level) in [("cello", Self.cello), ("oboe", Self.oboe)] {
      try SmallSet.write(
        .init(repeating: level, count: SmallSet.loop), to: folder.file("second/\(id).wav"))
    }
    if let doors {
      _ = try folder.write(
        "set = \"second\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)\n", to: "second.toml")
    }
    path = try folder.write(pieces, to: "evening.programme.toml")
  }

  /// A bench with a performance of it, after 100 frames.
  func bench(at clock: TestClock = TestClock()) async throws -> SessionBench {
    try await SessionBench(try await performance(at: clock), after: 100, ports: 6)
  }

  /// A performance of it, with a journal.
  func performance(
    at clock: TestClock = TestClock(), readers: SoundReaders = .standard
  ) async throws -> Performance {
    let source = try Source.load(.path(path), readers)
    let folder = small.folder
    let session = try Performance(
      set: source.set, schedule: source.schedule, journal: folder.file("evening.journal"), source: path,
      piece: source.piece,
      doors: .machine(
        memory: DoorMemory(), now: { withExtendedLifetime(folder) { clock.now } }, keep: { _ in [] }))
    await session.watchDoors()
    return session
  }
}
