import CanonEngine
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// How loud each stem is, for its meter: its samples where it reads them, times its gains.
@Suite struct StemLevelTests {
  /// Silence, but for the third of four quarters of the loop: half of full scale left and right.
  private static let sound: [Float] = (0..<SmallSet.loop).map { $0 / (SmallSet.loop / 4) == 2 ? 0.5 : 0 }

  private func bench() async throws -> SessionBench {
    let session = try SmallSet(sounds: ["violin-a": Self.sound]).session()
    let bench = try await SessionBench(session)
    var count = 0
    while await session.makeProfile() { count += 1 }
    #expect(count == SmallSet.stems.count)
    return bench
  }

  @Test func aMeterFollowsTheSamplesAtTheClocksPlace() async throws {
    var bench = try await bench()
    let session = bench.session
    try await bench.say("start violin-a now", then: SmallSet.loop / 4)
    #expect(await session.stemLevels(over: 0.01)[1].peak.left == 0)
    await bench.run(SmallSet.loop / 2 - 100)
    let level = await session.stemLevels(over: 0.01)[1]
    #expect(level.peak.left == 0.5 && level.peak.right == 0.5)
    #expect(abs(level.rms.left - 0.5) < 0.03, "a slice that the quarter ends in counts by its mean")
    #expect(level.place == FrameCount(SmallSet.loop * 3 / 4 - 100))
    #expect(level.loop == FrameCount(SmallSet.loop))
  }

  @Test func gainMuteAndSoloAreHeardInIt() async throws {
    var bench = try await bench()
    let session = bench.session
    try await bench.say("start violin-a now")
    try await bench.say("gain violin-a -6.0206", then: SmallSet.loop * 5 / 8)
    #expect(await abs(session.stemLevels(over: 0.01)[1].peak.left - 0.25) < 1e-4)
    try await bench.say("solo violin-b", then: 1100)
    #expect(await session.stemLevels(over: 0.01)[1].peak.left == 0, "another is soloed")
    #expect(await session.stemLevels(over: 0.01)[0].peak.left == 0.5, "the base stays")
    try await bench.say("solo off")
    try await bench.say("mute violin-a now", then: 1100)
    #expect(await session.stemLevels(over: 0.01)[1].peak.left == 0)
    #expect(await session.stemLevels(over: 0.01)[1].place != nil, "it runs on")
  }

  @Test func whileThereIsNoServerTheMasterDeliversNothing() async throws {
    var bench = try await bench()
    let session = bench.session
    await bench.run(100)
    #expect(await session.moment(over: 0.01).master?.peak.left == 0.5)
    await session.report(.lost(.ended))
    #expect(await session.moment(over: 0.01).master == nil)
  }

  @Test func theTitleIsTheSchedulesElseTheSets() async throws {
    #expect(await (try SmallSet().session()).snapshot().title == "Small set")
    let set = try SmallSet(doors: "violin-a = 2015-12-06")
    #expect(await (try set.session()).snapshot().title == "Small set", "a schedule without a title")
    let text = try String(contentsOfFile: set.path, encoding: .utf8)
    _ = try set.folder.write("title = \"Advent\"\n" + text, to: "doors.toml")
    #expect(await (try set.session()).snapshot().title == "Advent")
  }

  @Test func aFadeIsSeenOnItsWay() async throws {
    var bench = try await bench()
    let session = bench.session
    func level() async -> Float { await session.stemLevels(over: 0.001)[0].peak.left }
    await bench.run(100)
    let before = await level()
    #expect(before == 0.5)
    try await bench.say("gain cello -120 loop over 2 loops", then: SmallSet.loop - 200)
    #expect(await level() == before, "it begins at the next loop")
    await bench.run(100 + SmallSet.loop)
    #expect(await abs(level() - before / 2) < 0.01)
    await bench.run(SmallSet.loop + 100)
    #expect(await level() < 1e-5)
  }

  @Test func whatDoesNotRunHasNoPlace() async throws {
    let bench = try await bench()
    let levels = await bench.session.stemLevels(over: 0.01)
    #expect(levels[2].place == nil && levels[2].peak.left == 0)
  }

  @Test func aPictureShowsWhereTheLoopIsLoud() async throws {
    let bench = try await bench()
    let shapes = await bench.session.pictures()
    #expect(shapes[0].count == StemProfile.parts && shapes[0].allSatisfy { $0 == 0.5 })
    let quarter = StemProfile.parts / 4
    #expect(shapes[1][..<(2 * quarter - 8)].allSatisfy { $0 == 0 })
    #expect(shapes[1][(2 * quarter + 8)..<(3 * quarter - 8)].allSatisfy { $0 == 0.5 })
    #expect(shapes[1][(3 * quarter + 8)...].allSatisfy { $0 == 0 })
  }

  @Test("The profile of samples in a window has few slices, and the same levels")
  func window() {
    let samples = (0..<1000).map { Float(($0 * 7919) % 1000) / 1000 }
    let whole = StemBuffer(
      layout: StemLayout(loop: 1000)!, channelCount: 1, floats: { _ = $0.update(from: samples) })
    let window = whole.inWindow(shift: 10)
    let (short, long) = (StemProfile(whole), StemProfile(window, atMost: 4))
    #expect(short.slices.count == 16 && long.slices.count == 4 && long.slice == 256)
    for range in [0..<1000, 0..<256, 100..<900, 300..<301, 255..<513, 700..<1000] {
      let (a, b) = (whole.level(of: range), long.level(of: range, in: window))
      #expect(a.peak == b.peak && abs(a.power.x - b.power.x) <= a.power.x * 1e-5, "\(range)")
    }
    #expect(long.shape.max() == short.shape.max() && long.shape.count == StemProfile.parts)
    // A disk that gives nothing makes no picture, and waits for nobody.
    let silent = StemProfile(whole.inWindow(isReadable: false), atMost: 4)
    #expect(silent.slices.count == 4 && silent.shape.allSatisfy { $0 == 0 })
  }

  @Test("A picture shows the louder channel", arguments: [0, 1])
  func louderChannel(channel: Int) async throws {
    let set = try SmallSet()
    var writer = try SoundWriter(
      path: set.folder.file("violin-a.wav"), format: .wav32f, sampleRate: .studio, channelCount: 2)
    try writer.write((0..<(2 * SmallSet.loop)).map { $0 % 2 == channel ? 0.5 : 0.125 })
    _ = try writer.finish()
    let bench = try await SessionBench(try set.session())
    while await bench.session.makeProfile() {}
    #expect(await bench.session.pictures()[1].allSatisfy { $0 == 0.5 })
  }

  @Test func withoutAServerNothingIsLoud() async throws {
    var bench = try await bench()
    try await bench.say("start violin-a now", then: SmallSet.loop * 5 / 8)
    await bench.session.report(.lost(.ended))
    let levels = await bench.session.stemLevels(over: 0.01)
    #expect(levels.allSatisfy { $0.peak.left == 0 && $0.peak.right == 0 })
  }

  @Test func aStemOfItsOwnLengthHasThatLoop() async throws {
    let sounds = ["violin-a": SmallSet.rising(SmallSet.bar)]
    var bench = try await SessionBench(try SmallSet(sounds: sounds).session())
    try await bench.say("start violin-a now", then: SmallSet.bar + 100)
    let levels = await bench.session.stemLevels(over: 0.01)
    #expect(levels[0].loop == FrameCount(SmallSet.loop) && levels[0].place == FrameCount(SmallSet.bar + 100))
    #expect(levels[1].loop == FrameCount(SmallSet.bar) && levels[1].place == 100)
  }

  @Test func whatIsNegativeIsAsLoudAsWhatIsPositive() async throws {
    let sounds = ["violin-a": [Float](repeating: -0.5, count: SmallSet.loop)]
    var bench = try await SessionBench(try SmallSet(sounds: sounds).session())
    while await bench.session.makeProfile() {}
    try await bench.say("start violin-a now", then: 1000)
    let level = await bench.session.stemLevels(over: 0.01)[1]
    #expect(level.peak.left == 0.5 && level.peak.right == 0.5)
    #expect(level.rms.left == 0.5 && level.rms.right == 0.5)
    #expect(await bench.session.pictures()[1].allSatisfy { $0 == 0.5 })
  }
}
