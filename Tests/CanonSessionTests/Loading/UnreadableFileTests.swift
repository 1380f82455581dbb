import CanonControl
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// One sound file that cannot be read does not stop the others, and what was heard is what the journal renders to.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct UnreadableFileTests {
  private static let loop = SmallSet.loop

  /// How a file is unreadable.
  enum Damage: CaseIterable {
    case missing, cut, text

    func apply(_ set: SmallSet, to id: String) throws {
      let path = set.folder.file("\(id).wav")
      switch self {
      case .missing: try FileManager.default.removeItem(atPath: path)
      case .cut: truncate(path, 100)
      case .text: _ = try set.folder.write("not a sound", to: "\(id).wav")
      }
    }
  }

  private func restore(_ set: SmallSet, _ id: String) throws {
    let value = try #require(SmallSet.stems.first { $0.id == id }?.value)
    try SmallSet.write(.init(repeating: value, count: Self.loop), to: set.folder.file("\(id).wav"))
  }

  private func session(_ set: SmallSet, _ policy: LoadingPolicy = .lenient) throws -> Performance {
    try set.session(journal: set.folder.file("evening.journal"), policy)
  }

  /// A bench with a performance, before which a file was damaged.
  private func bench(_ set: SmallSet, _ damage: Damage) async throws -> SessionBench {
    try damage.apply(set, to: "violin-b")
    return try await SessionBench(session(set))
  }

  @Test(
    "The others play without it, which is told and shown; a start is refused with the reason",
    arguments: Damage.allCases)
  func othersPlay(damage: Damage) async throws {
    let set = try SmallSet()
    var bench = try await bench(set, damage)
    let session = bench.session
    #expect(await session.snapshot().stems.map(\.isUnreadable) == [false, false, true, false])
    let problems = try await bench.say("start violin-a violin-b violin-c now")
    #expect(problems.count == 1 && problems[0].contains("violin-b.wav"), "\(problems)")
    var heard = await bench.run(Self.loop)
    #expect(heard.master.last == 0.8125)
    #expect(await session.stem("violin-b").status == .stop)
    heard += await bench.end()
    let told = await session.told()
    #expect(
      told.first?.hasPrefix("\"violin-b\" is silent, and the others play without it: ") == true, "\(told)")
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
    // Also after the file was mended: it was not heard.
    try restore(set, "violin-b")
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test(
    "A file that is mended meanwhile is read by a reload alone, which judges it, and the journal has it from there on"
  )
  func mended() async throws {
    let set = try SmallSet()
    var bench = try await bench(set, .cut)
    let session = bench.session
    var heard = await bench.run(100)
    try restore(set, "violin-b")
    let refused = try await bench.say("start violin-b now")
    #expect(refused.count == 1 && refused[0].contains("violin-b.wav"), "\(refused)")
    #expect(await session.stem("violin-b").isUnreadable)
    #expect(try await bench.say("reload now", at: .lines) == [])
    heard += await bench.run(1000)
    #expect(try await bench.say("start violin-b now") == [])
    heard += await bench.run(Self.loop)
    #expect(heard.ports[2].last == 0.125)
    #expect(await !session.stem("violin-b").isUnreadable)
    heard += await bench.end()
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("A follow action does not start a stem that cannot be read, live and rendered alike")
  func followAction() async throws {
    let follow = "repeat = 1\nafter = { loops = 1, then = \"start:violin-b\" }"
    let set = try SmallSet(keys: ["violin-a": follow])
    var bench = try await bench(set, .text)
    let session = bench.session
    try await bench.say("start violin-a now")
    var heard = await bench.run(3 * Self.loop)
    #expect(await session.stem("violin-b").status == .stop)
    heard += await bench.end()
    try restore(set, "violin-b")
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test(
    "By no command does it play unheard",
    arguments: ["press violin-b now", "at loop 2 start violin-b now", "scene verse", "start all now"])
  func everyCommand(line: String) async throws {
    let set = try SmallSet(more: "[[scene]]\nid = \"verse\"\ncommands = [\"start violin-b now\"]\n")
    var bench = try await bench(set, .cut)
    let session = bench.session
    try await bench.say(line)
    var heard = CanonTestSupport.Output(stems: 4)
    for _ in 0..<20 {
      heard += await bench.run(1000)
      await Task.yield()
    }
    #expect(await session.stem("violin-b").status == .stop)
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
    heard += await bench.end()
    try restore(set, "violin-b")
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("A reload takes the other changes, and the file once it can be read")
  func reload() async throws {
    let set = try SmallSet()
    var bench = try await bench(set, .cut)
    let session = bench.session
    var heard = await bench.run(100)
    try set.edit("id = \"violin-c\"", "id = \"violin-c\"\ngain = -6")
    #expect(try await bench.say("reload now", at: .lines) == [])
    heard += await bench.run(1000)
    #expect(await session.stem("violin-c").gain.value == -6)
    #expect(await session.stem("violin-b").isUnreadable)
    try restore(set, "violin-b")
    #expect(try await bench.say("reload now", at: .lines) == [])
    heard += await bench.run(1000)
    #expect(await !session.stem("violin-b").isUnreadable)
    #expect(try await bench.say("start violin-b now") == [])
    heard += await bench.run(Self.loop)
    #expect(heard.ports[2].last == 0.125)
    // What could be read at first has to be readable.
    try Damage.missing.apply(set, to: "violin-c")
    let refused = try await bench.say("reload now", at: .lines)
    #expect(refused.count == 1 && refused[0].contains("violin-c.wav"), "\(refused)")
    heard += await bench.end()
    try restore(set, "violin-c")
    try await set.expectRendering(is: heard, periods: [64, 4096], hasSamePorts: true)
  }

  @Test("A stem that became unreadable with the server's rate is silent; its part of the journal renders so")
  func otherRate() async throws {
    let set = try SmallSet()
    try Damage.cut.apply(set, to: "violin-b")
    let session = try session(set)
    _ = try await SessionBench(session, after: 100)
    var bench = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    try await bench.skip(1000)
    let heard = await bench.run(2 * Self.loop)
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
    _ = await bench.end()
    try restore(set, "violin-b")
    let text = try set.folder.journal("evening-2.journal")
    let score = try Score.load(set.folder.file("evening-2.journal"))
    #expect(try await set.rendering(of: score, period: 64).refused == [], "\(text)")
    #expect(try await set.rendering(of: score, period: 64).output.ports[2].allSatisfy { $0 == 0 })
  }

  @Test(
    "Without its base, without any stem, and if it is to be strict, nothing plays: every file is named",
    arguments: [
      (["cello", "violin-b"], LoadingPolicy.lenient),
      (["cello", "violin-a", "violin-b", "violin-c"], .lenient), (["violin-a", "violin-b"], .strict),
    ])
  func nothingPlays(ids: [String], policy: LoadingPolicy) async throws {
    let set = try SmallSet()
    for id in ids { try Damage.cut.apply(set, to: id) }
    let session = try session(set, policy)
    let error = try await #require(throws: FileProblems.self) { try await session.makeEngine(at: .studio) }
    #expect(error.problems.map(\.field) == ids.map { "stem \"\($0)\": file" })
  }
}
