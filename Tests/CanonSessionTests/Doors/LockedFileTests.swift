import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// The sound file of a locked stem is locked with it, whichever stem is to play it and by whatever name.
@Suite struct LockedFileTests {
  private static let refusal =
    "\"violin-a\" cannot play the file of \"violin-b\": \"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), "
    + "in 1 day."
  private static let names = [
    "violin-b.wav", "./violin-b.wav", "takes/../violin-b.wav", "link.wav", "hard.wav", "copy.wav",
    "takes/copy.wav", "takes/link to a copy.wav",
  ]

  private let small: SmallSet
  private let clock: TestClock

  init() throws {
    clock = TestClock(try TestClock.tokyo("2026-12-05"))
    small = try SmallSet(doors: "violin-b = 2026-12-06")
    let disk = FileManager.default, folder = small.folder
    try disk.createDirectory(atPath: folder.file("takes"), withIntermediateDirectories: false)
    try disk.createSymbolicLink(atPath: folder.file("link.wav"), withDestinationPath: "violin-b.wav")
    try disk.linkItem(atPath: folder.file("violin-b.wav"), toPath: folder.file("hard.wav"))
    for copy in ["copy.wav", "takes/copy.wav"] {
      try disk.copyItem(atPath: folder.file("violin-b.wav"), toPath: folder.file(copy))
    }
    try disk.createSymbolicLink(
      atPath: folder.file("takes/link to a copy.wav"), withDestinationPath: "../copy.wav")
  }

  /// What is not read cannot fail to be read.
  @Test func neitherALockedFileNorOneThatIsLoadedIsRead() async throws {
    let bench = try await SessionBench(small.session(at: clock))
    for file in ["violin-a.wav", "violin-b.wav"] {
      try FileManager.default.removeItem(atPath: small.folder.file(file))
    }
    #expect(try await bench.say("start violin-a now") == [])
    #expect(
      try await bench.say("start violin-b now")
        == ["\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 day."])
  }

  @Test("No other stem can play a locked stem's file", arguments: names)
  func noOtherStemPlaysIt(file: String) async throws {
    var bench = try await SessionBench(small.session(at: clock))
    let line = "replace violin-a \(CommandWords.quote(file)) now"
    #expect(try await bench.say(line) == [Self.refusal])
    #expect(try await bench.say("start violin-a now") == [])
    #expect(await bench.run(2 * SmallSet.loop).ports[1].allSatisfy { $0 == 0.25 })
  }

  @Test("The file can be played once its door is open", arguments: names)
  func onceItsDoorIsOpenItPlays(file: String) async throws {
    clock.now = try TestClock.tokyo("2026-12-06")
    var bench = try await SessionBench(small.session(at: clock))
    #expect(try await bench.say("replace violin-a \(CommandWords.quote(file)) now") == [])
    #expect(try await bench.say("start violin-a now") == [])
    #expect(await bench.run(1000).ports[1].dropFirst(480).allSatisfy { $0 == 0.125 })
  }

  /// A file that only begins and ends as the locked one is another file.
  @Test func anotherFileOfTheSameSizePlays() async throws {
    var samples = [Float](repeating: 0.125, count: SmallSet.loop)
    samples[SmallSet.loop / 3] = 0.5
    try SmallSet.write(samples, to: small.folder.file("other.wav"))
    let bench = try await SessionBench(small.session(at: clock))
    #expect(try await bench.say("replace violin-a other.wav now") == [])
  }

  @Test func whoeverBorrowedItStopsWhenItsDoorShuts() async throws {
    let small = try SmallSet(doors: "violin-b = { opens = 2026-12-01, until = 2026-12-06 }")
    let session = try await small.performance(at: clock)
    var bench = try await SessionBench(session)
    #expect(try await bench.say("replace violin-a violin-b.wav now") == [])
    #expect(try await bench.say("start violin-a now") == [])
    #expect(await bench.run(1000).ports[1].dropFirst(480).allSatisfy { $0 == 0.125 })

    clock.now = try TestClock.tokyo("2026-12-06")
    await session.pump()
    await bench.run(SmallSet.loop)
    #expect(await bench.run(SmallSet.loop).ports[1].allSatisfy { $0 == 0 })
    // The doors are looked at again.
    clock.now = clock.now + 5
    await session.pump()
    await bench.run(100)
    #expect(await !session.holdsSamples(of: "violin-a"))
    #expect(
      try await bench.say("start violin-a now") == [
        "\"violin-a\" cannot play the file of \"violin-b\": \"violin-b\" has been shut since 2026-12-06 (Asia/Tokyo) "
          + "and does not open again."
      ])

    #expect(try await bench.say("replace violin-a violin-a.wav now") == [])
    #expect(try await bench.say("start violin-a now") == [])
    #expect(await bench.run(1000).ports[1].dropFirst(480).allSatisfy { $0 == 0.25 })
  }

  // MARK: - In the set

  @Test func aFileOfALockedAndAnOpenStemIsRefused() throws {
    try share("violin-a.wav")
    #expect(
      problems() == [
        "doors.toml:4: door \"violin-b\": found \"violin-b.wav\", the file that \"violin-a\" plays too, expected a file "
          + "that only stems with the same door play. Give one of the two stems another file, or both the same door."
      ])
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

  @Test(
    "Regions of one file may be two stems, if they share no frame",
    arguments: [("5760 ..", ".. 5760", 0), ("5759 ..", ".. 5760", 1), (".. 5760", "5760 ..", 0)])
  func regions(open: String, locked: String, count: Int) throws {
    try share("violin-a.wav")
    var text = try TextFile.read(small.folder.file("set.toml"), kind: "a set")
    text.replace("id = \"violin-a\"", with: "id = \"violin-a\"\nlength = \"free\"\nregion = \"\(open)\"")
    text.replace("id = \"violin-b\"", with: "id = \"violin-b\"\nlength = \"free\"\nregion = \"\(locked)\"")
    _ = try small.folder.write(text, to: "set.toml")
    #expect(problems().count == count)
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

  private func doors(_ lines: String) throws {
    _ = try small.folder.write(
      "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(lines)\n", to: "doors.toml")
  }

  /// What keeps the schedule from being played; `check` says the same.
  private func problems() -> [String] {
    var found: [String] = []
    do throws(FileProblems) { _ = try Source.load(small.path) } catch {
      found = error.problems.map(\.message)
    }
    #expect(Source.problems(small.path).map(\.message).filter { $0.contains("door") } == found)
    return found.map { $0.replacing(small.folder.path + "/", with: "") }
  }
}
