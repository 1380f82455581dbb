import CanonControl
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A loop of 32 bars with sections: a song.
@Suite struct NamedSectionTests {
  private static let bar = FramePosition(SmallSet.bar)
  private static let (verse, bridge, chorus): (FramePosition, FramePosition, FramePosition) = (
    0, 10 * bar, 20 * bar
  )
  /// The bars 31 and 32 are in no section.
  private static let sections = """
    [[section]]
    id = "verse"
    bars = "1 .. 11"
    then = "chorus"
    [[section]]
    id = "chorus"
    bars = "21 .. 31"
    [[section]]
    id = "bridge"
    bars = "11 .. 21"
    then = "bridge"
    """

  /// Its base tells where the music is.
  static func song() throws -> SmallSet {
    try SmallSet(
      head: "tempo = 1000\nmeter = \"2/4\"\nloop = \"32 bars\"",
      sounds: ["cello": SmallSet.rising(32 * SmallSet.bar)], more: sections)
  }

  private let small: SmallSet
  private let session: Performance

  init() async throws {
    small = try Self.song()
    session = try await small.performance(
      journal: small.folder.file("evening.journal"), at: TestClock(try TestClock.tokyo("2026-12-10")))
  }

  private func place() async -> FramePosition { await session.snapshot().place }
  private func section() async -> String? { await session.snapshot().namedSection?.id }

  @Test("At a section's end the music goes to the one that the set names, on the very frame")
  func then() async throws {
    var bench = try await SessionBench(session)
    var heard = await bench.run(1000)
    #expect(await session.snapshot().namedSection?.next == "chorus")
    heard += await bench.run(10 * SmallSet.bar)
    #expect(await place() == Self.chorus + 1000)
    #expect(await section() == "chorus")
    #expect(heard.master.last == Float(Self.chorus + 1000) / 16_384)
    // After the chorus it simply goes on.
    heard += await bench.run(10 * SmallSet.bar)
    #expect(await place() == 30 * Self.bar + 1000)
    #expect(await section() == nil)
    await session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("vamp stays, go leaves at the end")
  func vamp() async throws {
    var bench = try await SessionBench(session, after: 1000)
    #expect(try await bench.say("vamp") == [])
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == 1000)
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == 1000)
    #expect(await session.snapshot().namedSection?.next == "verse")
    #expect(try await bench.say("go") == [])
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == Self.chorus + 1000)
  }

  @Test("A section that names itself repeats until somebody says go")
  func itself() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("goto bridge")
    for _ in 0..<3 {
      await bench.run(10 * SmallSet.bar)
      #expect(await place() == Self.bridge + 1000)
    }
  }

  @Test("next and previous go by the set's order, at the section's end; twice is two sections")
  func steps() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("next")
    try await bench.say("next")
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == Self.bridge + 1000)
    try await bench.say("previous")
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == Self.chorus + 1000)
  }

  @Test("goto the section that plays begins it again at its end, once")
  func again() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("goto section verse")
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == 1000)
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == Self.chorus + 1000)
  }

  @Test(
    "A quantum may come before the end; what is too near is made up for, in phase",
    arguments: [("bar", 600), ("bar", 3000), ("now", 700), ("beat", 100), ("loop", 600)])
  func quanta(quantum: String, frames: Int) async throws {
    var bench = try await SessionBench(session, after: frames)
    try await bench.say("next \(quantum)")
    await bench.run(12 * SmallSet.bar - frames)
    // Where it is depends on the boundary alone, not on when it was asked for.
    let boundary: Int64 =
      switch quantum {
      case "bar": Self.bar
      case "beat": Self.bar / 2
      case "now": Int64(frames)
      default: 10 * Self.bar
      }
    #expect(await place() == (Self.chorus - boundary + 12 * Self.bar) % (32 * Self.bar))
  }

  @Test("A request in the last moment of a section is carried out right after it, in phase")
  func late() async throws {
    var bench = try await SessionBench(session, after: 1000)
    await bench.run(10 * SmallSet.bar - 2000)
    #expect(try await bench.say("goto bridge") == [])
    await bench.run(1500)
    #expect(await section() == "chorus", "as it was on the way")
    await bench.run(6000)
    #expect(await place() == Self.bridge + 6500)
    try await bench.say("vamp")
    await bench.run(10 * SmallSet.bar)
    #expect(await place() == Self.bridge + 6500)
  }

  @Test("A seek, or bars that repeat, take back what is to come")
  func overridden() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("goto bridge")
    try await bench.say("seek bar 25", then: 1000)
    #expect(await section() == "chorus")
    await bench.run(2 * SmallSet.bar)
    #expect(await place() == 26 * Self.bar + 1000 - 240)
    try await bench.say("section bar 1 .. bar 11")
    await bench.run(20 * SmallSet.bar)
    #expect(await section() == "verse")
  }

  @Test("Of two things with one name nobody chooses; what does not exist is refused, with what does")
  func refused() async throws {
    let bench = try await SessionBench(session, after: 1000)
    for (line, reason) in [
      ("goto 1", "there is no mark 1, because nothing is marked"),
      ("goto coda", "there is no section \"coda\". There are: verse, chorus, bridge."),
      ("previous", "no section comes before \"verse\""), ("at bar 9 next", "next"),
    ] {
      #expect(try await bench.say(line, at: .lines).joined().contains(reason), "\(line)")
    }
    #expect(await place() == 1000)
    var plain = try await SessionBench(after: 100)
    for line in ["vamp", "go"] {
      #expect(try await plain.say(line).joined().contains("in no section that has a name"), "\(line)")
    }
    #expect(try await plain.say("goto verse").joined().contains("names none"))
    #expect(try await plain.say("next").joined().contains("no scenes"))
    await plain.run(1)
  }

  @Test("A seek within a section takes back what is to come, too")
  func taken() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("goto bridge", then: 1000)
    try await bench.say("seek bar 3", then: 2000)
    await bench.run(8 * SmallSet.bar)
    #expect(await place() == Self.chorus + 2000 - 240)
  }

  @Test("go leaves a section that names itself, and its end a vamp")
  func leaving() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("goto bridge", then: 10 * SmallSet.bar)
    try await bench.say("go", then: 10 * SmallSet.bar)
    #expect(await place() == Self.chorus + 1000)
  }

  @Test(
    "What people lead elsewhere by its places is left alone, and letting the music stand takes nothing back")
  func ways() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("section bar 22 .. bar 23 then bar 1", then: 22 * SmallSet.bar)
    #expect(await place() == 1000)
    try await bench.say("section off", then: 100)
    try await bench.say("goto bridge", then: 100)
    try await bench.say("freeze", then: 5000)
    try await bench.say("resume", then: 100)
    #expect(await section() == "verse")
    await bench.run(10 * SmallSet.bar)
    #expect(await section() == "bridge")
  }

  @Test("It goes on in another engine, where it would be by then")
  func goesOn() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("vamp", then: 1000)
    bench = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    try await bench.skip(FrameCount(50 * SmallSet.bar))
    while await session.snapshot().section == nil { await bench.run(64) }
    await bench.run(1000)
    #expect(await section() == "verse")
    #expect(await session.snapshot().section?.repeats == true)
  }

  @Test("An edited set leads elsewhere from the section that plays")
  func edited() async throws {
    var bench = try await SessionBench(session, after: 1000)
    let path = small.folder.file("set.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try small.folder.write(text.replacing("then = \"chorus\"", with: "then = \"bridge\""), to: "set.toml")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(1000)
    await bench.run(10 * SmallSet.bar)
    #expect(await section() == "bridge")
  }
}

/// People who go from section to section, at any time.
@Suite(.serialized) struct RandomSectionTests {
  @Test(
    "What was heard is what the journal renders, whenever control looks",
    arguments: 0..<UInt64(LongCampaign.count(8, long: 300)))
  func journals(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let small = try NamedSectionTests.song()
    let session = try await small.performance(
      journal: small.folder.file("evening.journal"), at: TestClock(try TestClock.tokyo("2026-12-10")))
    var bench = try await SessionBench(session)
    var heard = await bench.run(1)
    for _ in 0..<25 {
      for _ in 0..<random.number(0...2) {
        let line = random.pick([
          "next", "previous", "next bar", "goto verse", "goto chorus beat", "goto bridge", "vamp", "go", "go",
          "section bar 2 .. bar 5", "section off", "start violin-a", "stop violin-a", "seek bar 12",
          "mark here", "goto mark 1", "freeze", "resume", "start violin-b bar:3",
          "section 1 s .. 2 s then 0 s",
        ])
        try await bench.say(line, at: .lines)
      }
      let frames = Int(random.pick([random.number(1...300), random.number(1...9000), 57_600]))
      heard +=
        random.one(in: 3)
        ? bench.deliver(frames, periods: .mixed(seed: seed))
        : await bench.run(frames, periods: .mixed(seed: seed))
    }
    await session.finish()
    try await small.expectRendering(is: heard, periods: [Int(random.number(1...500)), 4096])
  }
}
