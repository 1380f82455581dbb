import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Commands that wait for their frame. The engine has what is due within half a second (24,000 frames); the performance
/// keeps the rest.
@Suite struct WaitingTests {
  static let near = 7001
  static let far = 50_001

  @Test(
    "It is received exactly on its frame, and the journal has it there like any other command",
    arguments: [near, far], [Periods.constant(1024), .constant(64), .mixed(seed: 4)])
  func onItsFrame(frame: Int, periods: Periods) async throws {
    let small = try SmallSet(head: SmallSet.head + "\nramp = \"0 ms\"")
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 100)
    #expect(try await bench.say("at @\(frame) press violin-a now") == [])
    var heard = Output(stems: 4)
    while heard.master.count < frame + 5000 { heard += await bench.run(3000, periods: periods) }
    #expect(heard.ports[1].firstIndex { $0 != 0 } == frame - 100)
    await session.finish()
    let journal = try small.folder.journal()
    #expect(journal.contains("@\(frame) press violin-a now"))
    #expect(!journal.contains { $0.contains(" at ") })
  }

  @Test(
    "Its time is counted from the first downbeat, or from now on",
    arguments: [
      ("at 0.5 s", 24_000), ("at bar 3", 11_520), ("at loop 4", 34_560), ("at @17", 17), ("in 2 beats", 6760),
      ("in 100 frames", 1100), ("in 1 loop", 12_520), ("in 250 ms", 13_000),
    ])
  func times(text: String, frame: FramePosition) async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("\(text) press violin-a")
    #expect(await bench.session.snapshot().waiting.map(\.at) == [frame])
    await bench.run(1)
    #expect(await bench.session.snapshot().waiting.isEmpty == (frame < 1000), "a time that has passed is now")
  }

  @Test("Its quantum counts from its frame: it is received then, and takes effect on the boundary")
  func quantum() async throws {
    var bench = try await SessionBench()
    try await bench.say("at 0.1 s start violin-a loop", then: 5000)
    let change = await bench.session.stem("violin-a").status.pending
    #expect(change == PendingChange(at: 11_520, by: .input))
    #expect(await bench.session.snapshot().waiting.isEmpty)
  }

  @Test("Commands of one frame are received in the order in which they were given")
  func order() async throws {
    var bench = try await SessionBench()
    for line in ["gain violin-a -1", "gain violin-a -2", "gain violin-a -3"] {
      try await bench.say("at @\(Self.far) \(line)")
    }
    while await !bench.session.snapshot().waiting.isEmpty { await bench.run(1000) }
    #expect(await bench.session.stem("violin-a").gain.value == -3)
  }

  @Test("A scene waits as a whole, and what next means is decided on its time")
  func scenes() async throws {
    let more = """
      [[scene]]
      id = "first"
      quantum = "now"
      commands = ["start violin-a", "gain violin-b -6"]
      [[scene]]
      id = "second"
      quantum = "now"
      commands = ["start violin-b"]
      """
    let session = try SmallSet(more: more).session()
    var bench = try await SessionBench(session)
    try await bench.say("at @\(Self.far) next")
    try await bench.say("scene first", then: Self.far - 1)
    #expect(await session.stem("violin-b").status == .stop)
    await bench.run(2)
    #expect(await session.stem("violin-b").status == .play)
    #expect(try await bench.say("at bar 2 scene third").first?.contains("third") == true)
  }

  @Test(
    "A time that has passed counts as now, and canon says how late that was; more than an hour is refused")
  func late() async throws {
    var bench = try await SessionBench(after: 9601)
    #expect(try await bench.say("at @1 start violin-a now") == [])
    await bench.run(10)
    #expect(await bench.session.stem("violin-a").status == .play)
    await bench.jump(48_000 * 3600)
    await bench.run(10)
    #expect(
      try await bench.say("at bar 1 start violin-a")
        == [
          "\"at bar 1\" was 3600.2 s ago, more than an hour. Give the command without a time, or one to come."
        ])
    let told = await bench.session.told()
    #expect(told.contains("\"start violin-a now\" was received 200 ms after its time."))
  }

  @Test("What should have been received on skipped frames is received after them")
  func skipped() async throws {
    var bench = try await SessionBench()
    try await bench.say("at @\(Self.near) start violin-a now")
    try await bench.say("at @\(Self.far) start violin-b now")
    await bench.jump(100_000)
    await bench.run(10)
    await bench.run(10)
    #expect(await bench.session.stem("violin-a").status == .play)
    #expect(await bench.session.stem("violin-b").status == .play)
  }

  @Test(
    "In a score it is received where a line with that time is",
    arguments: [1, 64, 300, 4096])
  func inScores(period: Int) async throws {
    let waits = """
      @0 at @7001 start violin-a now
      @100 in 300 frames start violin-b beat
      loop 2: in 1 beat mute violin-a
      bar 3: at 0.7 s panic
      @40000 quit
      """
    let plain = """
      @7001 start violin-a now
      @400 start violin-b beat
      @14400 mute violin-a
      @33600 panic
      @40000 quit
      """
    let (a, b) = (try await Self.rendered(waits, period: period), try await Self.rendered(plain, period: 512))
    #expect(a.difference(from: b) == nil)
    #expect(Set(a.master).count > 3)
  }

  private static func rendered(_ score: String, period: Int) async throws -> Output {
    let small = try SmallSet()
    var sink = OutputSink(stems: 4)
    _ = try await OfflineDriver.render(
      small.session().seat, score: try Score.parse(path: "test.score", text: score), at: .studio,
      length: .score,
      period: period, into: &sink)
    return sink.output
  }
}
