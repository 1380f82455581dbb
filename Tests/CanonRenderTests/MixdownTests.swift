import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonRender

/// A rendering on many threads has the bits of one on a single thread.
@Suite struct MixdownTests {
  let small: SmallSet
  let full: FullSet

  init() throws {
    small = try SmallSet()
    full = try FullSet()
  }

  private func fullSession() throws -> Performance {
    let set = full
    let source = try Source.load(set.path)
    return try Performance(
      set: source.set, schedule: nil, now: { withExtendedLifetime(set) { Instant(secondsSince1970: 0) } })
  }

  private static let sizes = [1, 2, 3, 7].flatMap { workers in
    [100, 11_519, 1 << 15].map { MixdownSize(workers: workers, frames: $0) }
  }

  /// Renders with every size, and compares with what one worker mixes in one part for each change.
  private func expectSame(
    _ session: () throws -> Performance, score: String, mayRepeat: Bool, stems: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let one = MixdownSize(workers: 1, frames: 1 << 20)
    let reference = try await Rendering(
      session(), score: score, stems: stems, mayRepeat: mayRepeat, mixing: one)
    #expect(reference.master.contains { $0 != 0 }, sourceLocation: sourceLocation)
    for size in Self.sizes {
      let other = try await Rendering(
        session(), score: score, stems: stems, mayRepeat: mayRepeat, mixing: size)
      #expect(other.sink.bits == reference.sink.bits, "\(size)", sourceLocation: sourceLocation)
      #expect(other.report.frames == reference.report.frames, "\(size)", sourceLocation: sourceLocation)
      #expect(
        other.report.refused.map(\.line) == reference.report.refused.map(\.line), "\(size)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("The same bits whatever the number of workers", arguments: [false, true])
  func busy(mayRepeat: Bool) async throws {
    let score = OfflineDriverTests.busyScore.replacing("@25000 quit", with: "@90000 quit")
    try await expectSame({ try small.session() }, score: score, mayRepeat: mayRepeat)
  }

  @Test("Intros, releases, groups, follow actions, scenes, fades and buses too", arguments: [false, true])
  func everything(mayRepeat: Bool) async throws {
    try await expectSame(fullSession, score: FullSet.score, mayRepeat: mayRepeat)
  }

  @Test("The master alone, pre-listening, the click, halts and skips")
  func others() async throws {
    let score = """
      @10 click on
      @500 cue violin-a
      @3000 start violin-b now
      @9000 send violin-b cue -6
      @20000 freeze
      @24000 skip 3000
      @30000 resume
      @41000 gain master -6 now over 5000 frames
      @52000 seek bar 2
      @90000 quit
      """
    for stems in [true, false] {
      try await expectSame({ try small.session() }, score: score, mayRepeat: true, stems: stems)
    }
  }

  @Test("Random scores, with a change on one frame or on the next")
  func random() async throws {
    for seed in 0..<UInt64(LongCampaign.count(12, long: 200)) {
      var random = SplitMix64(seed: seed)
      var (frame, lines): (Int64, [String]) = (0, [])
      for _ in 0..<random.number(1...60) {
        frame += random.pick([0, 1, random.number(2...300), random.number(300...9000)])
        let stem = random.pick(SmallSet.ids)
        let quantum = random.pick(["now", "beat", "bar", "loop"])
        let line = random.pick([
          "press \(stem)", "start \(stem) \(quantum)", "mute \(stem) \(quantum)", "stop \(stem) \(quantum)",
          "gain \(stem) -\(random.number(0...30))", "pan \(stem) 0.\(random.number(0...9))",
          "solo \(stem)",
          "gain master -\(random.number(0...20)) \(quantum) over \(random.number(1...4000)) frames",
          "skip \(random.number(1...5000))", "unmute \(stem) \(quantum)",
        ])
        lines.append("@\(frame) \(line)")
      }
      lines.append("@\(frame + 30_000) quit")
      let score = lines.joined(separator: "\n")
      let reference = try await Rendering(
        small.session(), score: score, mayRepeat: false, mixing: MixdownSize(workers: 1, frames: 1 << 20))
      for workers in [2, 3, 7] {
        let size = MixdownSize(workers: workers, frames: Int(random.number(50...20_000)))
        let other = try await Rendering(
          small.session(), score: score, period: Int(random.number(1...5000)),
          mayRepeat: !random.one(in: 3), mixing: size)
        #expect(other.sink.bits == reference.sink.bits, "seed \(seed), \(size)\n\(score)")
      }
    }
  }

  // MARK: - What is in memory

  /// Fails after some frames of the master.
  private struct FullDisk: OfflineDriver.Sink {
    struct Problem: Error {}
    let wantsStems = true
    var left: Int

    mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) throws {
      if pair == 0 { left -= samples.count / 2 }
      if left < 0 { throw Problem() }
    }
  }

  @Test("An error of the sink ends the rendering", arguments: [0, 5000, 80_000], [1, 2, 7])
  func error(frames: Int, workers: Int) async throws {
    for mayRepeat in [true, false] {
      let session = try small.session()
      await #expect(throws: FullDisk.Problem.self) {
        var sink = FullDisk(left: frames)
        _ = try await OfflineDriver.render(
          session.seat, score: nil, at: .studio, length: .loops(10), period: 4096, mayRepeat: mayRepeat,
          mixing: MixdownSize(workers: workers, frames: 1000), into: &sink)
      }
    }
  }

  @Test("What is mixed ahead takes 256 MiB at most, however many outputs and processors there are")
  func memory() {
    for (workers, pairs) in [(1, 1), (2, 65), (16, 65), (64, 300)] {
      let size = MixdownSize(workers: workers)
      let frames = size.frames(pairs: pairs)
      #expect(frames >= 256 && frames <= 1 << 15)
      #expect(8 * frames * pairs * size.slots <= 1 << 28)
    }
    #expect(MixdownSize(workers: 2).frames(pairs: 65) > 10_000)
    #expect(MixdownSize(workers: 0, frames: 0) == MixdownSize(workers: 1, frames: 1))
    #expect(MixdownSize.ofMachine.workers >= 1)
  }
}
