import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// Stems of which a few seconds are in memory. One of the small set has 96 loops of it, which are 17 pages.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct WindowedStemTests {
  private static let frames = 96 * SmallSet.loop
  private let small: SmallSet
  private var journal: String { small.folder.file("evening.journal") }

  init() throws { small = try SmallSet(sounds: ["violin-a": Self.sound(1)]) }

  private static func sound(_ seed: Int) -> [Float] {
    (0..<frames).map { Float($0 * (7919 + 2 * seed) % 8192 + 1) / 16_384 }
  }

  /// A performance of which the long stem has a window, and plays.
  private func bench() async throws -> SessionBench {
    let session = try small.session(journal: journal, readers: small.keeping, .lenient)
    await session.holdSamples(.windowed(above: 100_000))
    let bench = try await SessionBench(session)
    #expect(await session.hasWindow("violin-a"))
    #expect(await !session.hasWindow("cello"))
    let problems = try await bench.say("start violin-a now")
    #expect(problems == [])
    return bench
  }

  private func lines() throws -> [String] { try small.folder.journal() }

  @Test("Where somebody moves the music a long stem is heard at once, as the rendering has it")
  func seeks() async throws {
    var bench = try await bench()
    var heard = await bench.run(1000)
    for line in ["seek bar 97", "seek +30 bars", "mark here", "seek bar 2", "goto mark 1"] {
      let problems = try await bench.say(line, at: .lines)
      #expect(problems == [])
      heard += await bench.run(2000)
    }
    // Each way takes 240 frames, and the stem rises over 240 more.
    let place = 96 * SmallSet.bar
    let (sound, violin) = (Self.sound(1), heard.ports[1])
    #expect(violin[1480..<3000].elementsEqual(sound[(place + 240)..<(place + 1760)]))
    await bench.session.finish()
    #expect(try !lines().contains { $0.contains("starved") || $0.contains(" cut ") })
    try await small.expectRendering(is: heard, periods: [1000])
  }

  @Test("One that is read again while it plays has its new samples from the boundary on")
  func reload() async throws {
    var bench = try await bench()
    var heard = await bench.run(1000)
    try await bench.say("seek bar 97")
    heard += await bench.run(300)
    try SmallSet.write(Self.sound(2), to: small.folder.file("violin-a.wav"))
    let problems = try await bench.say("reload", at: .lines)
    #expect(problems == [])
    heard += await bench.run(1)
    while await !bench.session.hasExpectedSamples { try await Task.sleep(for: .milliseconds(1)) }
    heard += await bench.run(2 * SmallSet.loop)
    let place = Int(await bench.session.snapshot().place)
    await bench.session.finish()
    #expect(heard.ports[1].last == Self.sound(2)[place - 1])
    #expect(try !lines().contains { $0.contains("starved") || $0.contains(" cut ") })
  }

  @Test("A performance that goes on with an evening has the samples of long stems where that is by now")
  func resumes() async throws {
    let place: FramePosition = 60 * 11_520 + 1000
    let clock = TestClock()
    let session = try small.session(journal: journal, at: clock, readers: small.keeping, .lenient)
    await session.holdSamples(.windowed(above: 100_000))
    await session.bePatient()
    let evening = CanonSession.Evening(
      time: clock.now,
      music: Music(rate: .studio, position: place, layers: [Music.Layer("violin-a", .play)]))
    await session.resume(evening)
    var bench = try await SessionBench(session)
    try await bench.arrive(evening)
    let heard = await bench.run(1000).ports[1]
    await session.finish()
    let first = Int(place)
    #expect(heard[300...].elementsEqual(Self.sound(1)[(first + 300)..<(first + 1000)]))
    #expect(try !lines().contains { $0.contains("starved") || $0.contains(" cut ") })
  }

  @Test(
    "Samples that are not there in time are silent, which is told, and the journal renders to what was heard")
  func late() async throws {
    var bench = try await bench()
    var heard = await bench.run(1000)
    // Nobody waits for the samples.
    let problems = await bench.session.performAtOnce(
      [.seek(.to(.frame(96 * Int64(SmallSet.bar))))], by: .input)
    #expect(problems.isEmpty)
    heard += await bench.run(4096, periods: .constant(4096))
    #expect(heard.ports[1].suffix(3000).allSatisfy { $0 == 0 })
    while heard.ports[1].last == 0 {
      heard += await bench.run(SmallSet.bar)
      try await Task.sleep(for: .milliseconds(20))
    }
    let notes = await bench.session.told()
    #expect(try lines().filter { $0.hasSuffix(" cut violin-a") || $0.hasSuffix(" fed violin-a") }.count == 2)
    let sentences = [Note.samplesLate(stem: "violin-a"), .samplesThere(stem: "violin-a")].map {
      $0.text(.english)
    }
    #expect(notes.filter(sentences.contains) == sentences)
    try await small.expectRendering(is: heard, periods: [4096])
  }
}

extension Performance {
  fileprivate func hasWindow(_ id: String) -> Bool {
    set.index(of: id).map { deck.buffer(of: $0)?.window != nil } ?? false
  }

  fileprivate var hasExpectedSamples: Bool { deck.hasExpected }
}
