import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems
import CanonTestSupport

@testable import CanonSession

/// A random programme: the small set behind random doors (``DoorCase``), a song with sections behind a random door, whose base and one more
/// stem have ids of the small set, and now and then a piece that is missing. Some pieces end by themselves.
struct ProgrammeCase {
  var doors: DoorCase
  /// It draws from a generator of its own.
  var random: SplitMix64
  let path: String
  /// Of the programme, and of the song's schedule.
  let text: String
  /// How many pieces it has.
  let count: Int

  var seed: UInt64 { doors.seed }

  /// Whether somebody edits the small set, and one of its files cannot be read for a while.
  var hasChangingFiles: Bool { seed % 3 == 2 }

  /// The outputs that two neighbouring pieces need at once, and more.
  static let ports = 12

  /// Two bars of two beats in the small set, eighteen in the song.
  private static let head = "tempo = 1000\nmeter = \"2/4\"\nloop = \"18 bars\""
  private static let stems = ["cello", "violin-a", "oboe", "flute"]
  private static let end = """
    [[section]]
    id = "verse"
    bars = "1 .. 10"
    then = "chorus"
    [[section]]
    id = "chorus"
    bars = "10 .. 19"
    then = "chorus"
    [[scene]]
    id = "last"
    commands = ["start oboe", "stop flute"]
    """

  init(seed: UInt64) throws {
    doors = try DoorCase(seed: seed)
    var random = SplitMix64(seed: seed ^ 0x9_1ECE)
    let folder = doors.set.folder
    let stems = Self.stems.map {
      "[[stem]]\nid = \"\($0)\"\nfile = \"\($0).wav\"\nbase = \($0 == "cello")\nstretch = \"tape\"\n"
    }
    _ = try folder.write(
      "title = \"Song\"\n\(Self.head)\n\(stems.joined())\(Self.end)", to: "song/set.toml")
    for (number, id) in Self.stems.enumerated() {
      // No two frames alike, and no stem like another.
      let sound = SmallSet.rising(18 * SmallSet.bar).map { $0 / Float(8 << number) }
      try SmallSet.write(sound, to: folder.file("song/\(id).wav"))
    }
    let door = random.pick([
      "oboe = { needs = [\"flute\"], join = true }", "oboe = 2026-12-06T10:00:00",
      "oboe = { opens = 2026-12-06T10:00:00, until = 2026-12-06T10:00:01 }", "oboe = 2026-12-24", "",
    ])
    _ = try folder.write(
      "set = \"song\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(door)\n", to: "song.toml")
    count = Int(random.number(2...4))
    var pieces = ""
    for number in 1...count {
      // The first two are there, so that there is something to go on to.
      let isMissing = number > 2 && random.one(in: 4)
      let isSong = random.one(in: 2) || number == 2
      pieces +=
        "[[piece]]\nsource = \"\(isMissing ? "missing.toml" : isSong ? "song.toml" : "doors.toml")\"\n"
      switch random.number(0...3) {
      case 0,
        1 where !isSong:
        pieces += "loops = \(random.number(1...3))\n"
      case 1: pieces += "scene = \"last\"\nloops = 1\n"
      default: break
      }
      if random.one(in: 2) { pieces += "gap = \"\(random.pick([1, 10, 100])) ms\"\n" }
    }
    text = pieces + door
    path = try folder.write(pieces, to: "evening.programme.toml")
    self.random = random
  }

  /// A performance of it, with a journal.
  func performance(journal: String, at clock: TestClock) async throws -> Performance {
    let source = try Source.load(.path(path), .lenient)
    let folder = doors.set.folder
    let session = try Performance(
      set: source.set, schedule: source.schedule, journal: journal, source: path, piece: source.piece,
      doors: .machine(
        memory: DoorMemory(), now: { withExtendedLifetime(folder) { clock.now } }, keep: { _ in [] }))
    await session.skip(source.skipped)
    await session.watchDoors()
    return session
  }

  /// A line that somebody may say at any time, of the stems of either set.
  mutating func line() -> String {
    switch random.number(0...11) {
    case 0, 1:
      let quantum = random.pick(["", "", " now", " now", " beat", " bar", " loop:2"])
      let word = random.pick(["next", "next", "previous", "goto piece \(random.number(1...Int64(count)))"])
      return word + quantum
    case 2:
      return random.pick([
        "goto section chorus bar", "goto section verse bar", "goto section chorus", "vamp", "go", "go",
        "scene last", "scene last now", "seek bar 9", "seek bar 18",
      ])
    case 3...6:
      return doors.line().replacing("violin-b", with: "oboe").replacing("violin-c", with: "flute")
    default: return doors.line()
    }
  }
}

extension ProgrammeCase: CustomStringConvertible {
  var description: String { "\(doors)\n\(text)" }
}
