import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonStems
import CanonTestSupport

@testable import CanonSession

/// A random set behind random doors, as files and as ``SlowDoors`` understands it: dates and windows that change within
/// the performance, needs, joins, rituals, groups, follow actions, scenes, intros and releases, quanta of all kinds. At
/// 8 kHz, so that a loop has some thousand frames.
struct ScheduleCase {
  let seed: UInt64
  var random: SplitMix64
  let folder: TestFolder
  let text: String
  let schedule: String
  let doors: [SlowDoors.Door?]
  /// What each scene says, with the quantum of what names none.
  let scenes: [(quantum: Quantum, parts: [SpokenLine])]

  static let rate = SampleRate(hertz: 8000)!
  static let ids = ["cello", "violin-a", "violin-b", "violin-c"]
  /// Times of doors lie on this moment and around it.
  static let middle = "2026-12-06T10:00:00"

  var path: String { folder.file("doors.toml") }

  /// - Throws: Never a problem of the set: what would be refused is drawn again.
  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let middle = try TestClock.tokyo(Self.middle).secondsSince1970
    for _ in 0..<100 {
      var text = try RandomSetText(&random)
      let scenes = (0..<2).map { _ in
        (
          random.pick([Quantum.now, .loop, Quantum(.beat)!]),
          (0..<random.number(1...4)).map { _ in SpokenLine.ofScene(&random) }
        )
      }
      for (number, scene) in scenes.enumerated() {
        let commands = scene.1.map { "\"\($0)\"" }.joined(separator: ", ")
        text.add("[[scene]]\nid = \"s\(number)\"\nquantum = \"\(scene.0)\"\ncommands = [\(commands)]")
      }
      let drawn = Self.ids.indices.map { $0 == 0 ? nil : RandomDoor(of: $0, middle, &random) }
      let lines = zip(Self.ids, drawn).compactMap { id, door in door.map { "\(id) = \($0.text)" } }
      let schedule =
        "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n" + lines.joined(separator: "\n") + "\n"
      let folder = try TestFolder()
      try text.write(to: folder)
      _ = try folder.write(schedule, to: "doors.toml")
      guard (try? Source.load(folder.file("doors.toml"))) != nil else { continue }
      (self.seed, self.random, self.folder) = (seed, random, folder)
      (self.text, self.schedule, doors) = (text.text, schedule, drawn.map { $0?.door })
      self.scenes = scenes
      return
    }
    throw TimedOut(description: "a hundred random schedules are refused, one after the other")
  }

  /// The set as the slow reference takes it: with the samples that canon itself reads.
  func slowSet() async throws -> TestSet {
    let session = try Performance(
      set: try Source.load(path).set, schedule: nil, now: { Instant(secondsSince1970: 0) })
    _ = try await session.makeEngine(at: Self.rate)
    return try await session.testSet
  }

  /// What a line asks, stem by stem.
  func asks(_ line: SpokenLine, _ configuration: EngineConfiguration) -> [SlowDoors.Ask] {
    guard case .scene(let number, let quantum) = line else { return line.asks(configuration, nil) }
    let scene = scenes[number]
    return scene.parts.flatMap { $0.asks(configuration, quantum ?? scene.quantum) }
  }
}

extension ScheduleCase: CustomStringConvertible {
  var description: String { "seed \(seed):\n\(text)\n\(schedule)" }
}

extension Performance {
  /// What this session's engine was made from, with the samples that it was given.
  var testSet: TestSet {
    get throws {
      guard let configuration = deck.configuration else { throw TimedOut(description: "no engine") }
      var sounds: [[StemBuffer]] = []
      for stem in set.stems.indices.map(StemIndex.init) {
        guard let buffer = deck.buffer(of: stem) else { throw TimedOut(description: "no samples") }
        sounds.append([buffer])
      }
      return TestSet(configuration, sounds: sounds)
    }
  }
}
