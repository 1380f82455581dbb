import CanonFiles
import CanonSchedule
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A set may give one file to a locked stem and to another one only if the locked stem's loop is not heard of the other.
@Suite struct SharedFileTests {
  private let small: SmallSet
  private let clock: TestClock

  init() throws {
    clock = TestClock(try TestClock.tokyo("2026-12-05"))
    small = try SmallSet(doors: "violin-b = 2026-12-06")
  }

  @Test func aFileOfALockedAndAnOpenStemIsRefused() throws {
    try share("violin-a.wav")
    #expect(
      problems() == [
        "doors.toml:4: door \"violin-b\": found \"violin-b.wav\", the file that \"violin-a\" plays too, expected a loop "
          + "that only stems with the same door play. Give one of the two stems another file, or both the same door."
      ])
  }

  @Test("Every stem of the set counts, also the last one")
  func theLastStem() throws {
    try share("violin-c.wav")
    #expect(problems().count == 1)
    #expect(problems().allSatisfy { $0.contains("\"violin-c\" plays too") })
  }

  @Test func bothWithTheSameDoorMayShareIt() throws {
    try share("violin-a.wav")
    try doors("violin-a = 2026-12-06\nviolin-b = { opens = 2026-12-06, join = true }")
    #expect(problems() == [])
  }

  @Test func withTwoDoorsItIsRefused() throws {
    try share("violin-a.wav")
    try doors("violin-a = 2026-12-05\nviolin-b = 2026-12-06")
    #expect(problems().count == 2)
    #expect(problems().allSatisfy { $0.contains("\"violin-a\"") && $0.contains("\"violin-b\"") })
  }

  /// Two stems of one file in the set: which of its frames they play, and what is said against it.
  struct Neighbours: CustomTestStringConvertible, Sendable {
    let open: String
    let locked: String
    var intro = "upbeat"
    /// nil: they may stand side by side.
    var found: String?
    var testDescription: String { "open \(open) (\(intro)), locked \(locked)" }
  }

  private static let neighbours = [
    Neighbours(open: "5760 ..", locked: ".. 5760", intro: "none"),
    Neighbours(open: "8000 ..", locked: "2000 .. 5760", intro: "none"),
    Neighbours(open: "5760 ..", locked: ".. 5760", found: intro),
    Neighbours(open: "5760 ..", locked: ".. 5760", intro: "boundary", found: intro),
    Neighbours(open: "8000 ..", locked: "100 .. 200", found: intro),
    Neighbours(open: ".. 5760", locked: "5760 ..", found: release),
    Neighbours(open: "1000 .. 5760", locked: "8000 .. 9000", intro: "none", found: release),
    Neighbours(open: "5759 ..", locked: ".. 5760", intro: "none", found: loop),
    Neighbours(open: ".. 5760", locked: "5759 ..", found: loop),
  ]
  private static let loop =
    "the file that \"violin-a\" plays too, expected a loop that only stems with the same door play. "
    + "Give one of the two stems another file, or both the same door."
  private static let intro =
    "of which \"violin-a\" plays this loop as part of its intro, expected a loop that only stems with the same door play. "
    + "Write intro = \"none\" for \"violin-a\", or give one of the two stems another file, or both the same door."
  private static let release =
    "of which \"violin-a\" plays this loop as part of its release, expected a loop that only stems with the same door "
    + "play. Give one of the two stems another file, or both the same door."

  @Test(
    "Two stems of one file need the same door if the open one plays the locked one's loop",
    arguments: neighbours)
  func regions(_ neighbours: Neighbours) throws {
    let small = try neighbouring(neighbours)
    let found = neighbours.found.map { ["doors.toml:4: door \"violin-b\": found \"violin-b.wav\", \($0)"] }
    #expect(problems(of: small) == found ?? [])
  }

  /// The locked stem's loop alone has samples below 0, so that any of it would be heard as such.
  @Test("Nothing of a locked stem's loop is heard of its neighbour", arguments: neighbours)
  func aLockedLoopIsNotHeard(_ neighbours: Neighbours) async throws {
    let small = try neighbouring(neighbours)
    guard let session = try? small.session(at: clock) else {
      #expect(neighbours.found != nil)
      return
    }
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a")
    var heard = await bench.run(4 * SmallSet.loop).ports[1]
    try await bench.say("stop violin-a")
    heard += await bench.run(3 * SmallSet.loop).ports[1]
    #expect(heard.contains { $0 > 0 })
    #expect(!heard.contains { $0 < 0 })
  }

  @Test("A loop that the file names is judged as a region is", arguments: [5760, 5759])
  func loopPoints(start: Int) throws {
    let found = "doors.toml:4: door \"violin-b\": found \"violin-b.wav\", \(Self.loop)"
    #expect(try problems(of: naming(start..<SmallSet.loop)) == (start < 5760 ? [found] : []))
  }

  @Test("Loop points that are written while a set plays let no locked loop be heard")
  func laterLoopPoints() async throws {
    let small = try naming(5760..<SmallSet.loop)
    let session = try small.session(at: clock)
    for name in ["violin-a.wav", "violin-b.wav"] {
      try SamplerChunk.name(0..<5760, inWAV: small.folder.file(name))
    }
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a")
    let heard = await bench.run(4 * SmallSet.loop).ports[1]
    #expect(heard.contains { $0 > 0 } && !heard.contains { $0 < 0 })
  }

  @Test(
    "Stems of one file may have different doors if they share no channel, and nothing of the locked one is heard",
    arguments: [("[1]", true), ("[3, 1]", true), ("[1, 2]", false), ("[2]", false)])
  func channels(open: String, isAllowed: Bool) async throws {
    let small = try SmallSet(
      doors: "violin-b = 2026-12-06",
      keys: ["violin-a": "channels = \(open)", "violin-b": "channels = [2]"])
    for name in ["violin-a.wav", "violin-b.wav"] {
      try SmallSet.write(
        (0..<SmallSet.loop).flatMap { _ in [0.25, -0.25, 0.125] }, channels: 3, to: small.folder.file(name))
    }
    let found = ["doors.toml:4: door \"violin-b\": found \"violin-b.wav\", \(Self.loop)"]
    #expect(problems(of: small) == (isAllowed ? [] : found))
    guard isAllowed else { return }
    let session = try small.session(at: clock)
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    #expect(try await bench.say("start violin-b now").joined().contains("2026-12-06"))
    #expect(try await bench.say("replace violin-c violin-b.wav now").joined().contains("2026-12-06"))
    let heard = await bench.run(SmallSet.loop)
    #expect(heard.ports[1].allSatisfy { $0 == (open == "[1]" ? 0.25 : 0.125) })
    #expect(heard.portsRight[1].allSatisfy { $0 == 0.25 })
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
  }

  @Test func withoutDoorsAFileMayBeShared() throws {
    try share("violin-c.wav")
    try share("violin-a.wav")
    try doors("")
    #expect(problems() == [])
  }

  /// Puts a copy of the locked file in the place of another.
  private func share(_ name: String) throws {
    try FileManager.default.removeItem(atPath: small.folder.file(name))
    try FileManager.default.copyItem(
      atPath: small.folder.file("violin-b.wav"), toPath: small.folder.file(name))
  }

  /// Two stems of one file, of which the open one plays the loop that the file names, and the locked one the first half.
  private func naming(_ loop: Range<Int>) throws -> SmallSet {
    let small = try neighbouring(Neighbours(open: "5760 ..", locked: ".. 5760", intro: "none"))
    try small.edit("region = \"5760 ..\"\n", "")
    for name in ["violin-a.wav", "violin-b.wav"] {
      try SamplerChunk.name(loop, inWAV: small.folder.file(name))
    }
    return small
  }

  /// Two stems of one file; the locked one's loop is below 0, everything else above.
  private func neighbouring(_ neighbours: Neighbours) throws -> SmallSet {
    let places = neighbours.locked.split(separator: "..", omittingEmptySubsequences: false).map {
      Int($0.filter { $0 != " " })
    }
    let loop = (places[0] ?? 0)..<(places[1] ?? SmallSet.loop)
    let sound = (0..<SmallSet.loop).map { loop.contains($0) ? Float(-0.25) : 0.25 }
    let open = "length = \"free\"\nregion = \"\(neighbours.open)\"\nintro = \"\(neighbours.intro)\""
    let locked = "length = \"free\"\nregion = \"\(neighbours.locked)\""
    return try SmallSet(
      doors: "violin-b = 2026-12-06", keys: ["violin-a": open, "violin-b": locked],
      sounds: ["violin-a": sound, "violin-b": sound])
  }

  private func doors(_ lines: String) throws {
    _ = try small.folder.write(
      "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(lines)\n", to: "doors.toml")
  }

  /// What keeps the schedule from being played; `check` says the same.
  private func problems(of other: SmallSet? = nil) -> [String] {
    let small = other ?? small
    var found: [String] = []
    do throws(FileProblems) { _ = try Source.load(small.path) } catch {
      found = error.problems.map(\.message)
    }
    #expect(Source.problems(small.path).map(\.message).filter { $0.contains("door") } == found)
    return found.map { $0.replacing(small.folder.path + "/", with: "") }
  }
}
