import CanonEngine
import CanonLiveSupport
import CanonStemsSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// `replace`: another file in the place of the set's.
@Suite struct ReplaceTests {
  private let small: SmallSet
  private let clock: TestClock
  private let session: Performance

  init() throws {
    clock = TestClock(try TestClock.tokyo("2026-12-05"))
    small = try SmallSet(doors: "violin-b = 2026-12-06")
    try SmallSet.write(.init(repeating: 0.03125, count: SmallSet.loop), to: small.folder.file("take 2.wav"))
    try SmallSet.write(.init(repeating: 0.5, count: SmallSet.loop + 1), to: small.folder.file("long.wav"))
    session = try small.session(journal: small.folder.file("evening.journal"), at: clock)
  }

  private func playing() async throws -> SessionBench {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    return bench
  }

  @Test func theNewFileIsHeardFromTheBoundaryOn() async throws {
    var bench = try await playing()
    #expect(try await bench.say("replace violin-a \"take 2.wav\"") == [])
    let before = await bench.run(SmallSet.loop - 1000).ports[1]
    #expect(before.dropLast(240).allSatisfy { $0 == 0.25 })
    let after = await bench.run(SmallSet.loop).ports[1]
    #expect(before.last! < 0.01)
    #expect(after.allSatisfy { $0 == 0.03125 })
    #expect(await session.told().last == "@11520 violin-a plays take 2.wav")
    #expect(
      try small.folder.journal() == [
        "@0 start violin-a now", "@1000 replace violin-a \"take 2.wav\" loop", "@23040 quit",
      ])
  }

  @Test("What another reader reads takes the place, too")
  func anotherReader() async throws {
    let samples = [Float](repeating: 0.0625, count: SmallSet.loop)
    _ = try small.folder.write(TallyReader.text(samples, frames: nil), to: "take.tally")
    let session = try small.session(at: clock, readers: .withTally)
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now")
    try await bench.say("replace violin-a take.tally now", then: SmallSet.loop)
    let after = await bench.run(SmallSet.loop).ports[1]
    #expect(after.allSatisfy { $0 == 0.0625 })
  }

  @Test func aQuantumSaysWhen() async throws {
    var bench = try await playing()
    try await bench.say("replace violin-a \"take 2.wav\" beat")
    let heard = await bench.run(4000).ports[1]
    #expect(heard[1640 - 1] == 0.25 && heard[2120] == 0.03125)
  }

  @Test("A quantum that the set's grid does not have is refused", arguments: ["beat", "bar:2"])
  func noGrid(quantum: String) async throws {
    let small = try SmallSet(head: "loop = \"\(SmallSet.loop) frames\"")
    var bench = try await SessionBench(try small.session(), after: 100)
    #expect(
      try await bench.say("replace violin-a violin-b.wav \(quantum)") == [
        CommandProblem.noGrid(try #require(Quantum(quantum))).message
      ])
    await bench.run(SmallSet.loop)
    #expect(await bench.session.stem("violin-a").file == "violin-a.wav")
  }

  @Test func aStemThatIsSilentGetsItToo() async throws {
    var bench = try await SessionBench(session)
    #expect(try await bench.say("replace violin-c \"take 2.wav\" now") == [])
    await bench.run(1000)
    try await bench.say("start violin-c", then: SmallSet.loop - 1000)
    #expect(await bench.run(100).ports[3].allSatisfy { $0 == 0.03125 })
  }

  @Test(
    "A file that cannot be played says why, and the stem plays on",
    arguments: [
      ("nowhere.wav", "found \"nowhere.wav\": no such file, expected a sound file"),
      ("long.wav", "found \"long.wav\": 11521 frames (0.240 s), expected 11520 frames (0.240 s)"),
      ("../evil.wav", "found \"../evil.wav\""),
      ("set.toml", "found \"set.toml\""),
      ("/etc/passwd", "found \"/etc/passwd\""),
      ("", "found \"\""),
    ])
  func badFiles(file: String, message: String) async throws {
    var bench = try await playing()
    let problems = try await bench.say("replace violin-a \(CommandWords.quote(file)) now")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("\"violin-a\" cannot sound: ") == true)
    #expect(problems.first?.contains("stem \"violin-a\": file: ") == true)
    #expect(problems.first?.contains(message) == true, "\(problems)")
    #expect(await bench.run(SmallSet.loop).ports[1].allSatisfy { $0 == 0.25 })
    await session.finish()
    #expect(try small.folder.journal() == ["@0 start violin-a now", "@12520 quit"])
  }

  @Test func ofALockedStemNothingIsRead() async throws {
    var bench = try await playing()
    for file in ["cello.wav", "nowhere.wav", "../evil.wav"] {
      #expect(
        try await bench.say("replace violin-b \(file) now")
          == ["\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 day."])
    }
    await bench.run(SmallSet.loop)
    #expect(await !session.holdsSamples(of: "violin-b"))
  }

  @Test func onceItsDoorIsOpenItPlaysWhatWasAskedFor() async throws {
    var bench = try await playing()
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(try await bench.say("replace violin-b \"take 2.wav\" now") == [])
    #expect(try await bench.say("start violin-b now") == [])
    #expect(await bench.run(1000).ports[2].dropFirst(240).allSatisfy { $0 == 0.03125 })
  }

  @Test("replace takes only one stem at a time", arguments: ["all", "violin-?"])
  func severalStems(stems: String) async throws {
    let bench = try await playing()
    #expect(
      try await bench.say("replace \(stems) cello.wav")
        == ["\"\(stems)\" means several stems; replace takes one. Name the stem."])
    #expect(try await bench.say("replace viola cello.wav").count == 1)
    #expect(try await bench.say("replace cel* cello.wav").count == 1)
  }
}
