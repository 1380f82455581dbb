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
    try await bench.play("violin-a", file, at: 0.125)
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
    try await bench.play("violin-a", "violin-b.wav", at: 0.125)

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
}
