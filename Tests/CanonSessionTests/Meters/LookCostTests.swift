import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// What the stem meters cost beside the engine's mixing: looks at thirty pictures a second, and periods of 64 frames at 48 kHz. It
/// asserts nothing about time, because machines differ: `make measure` prints the table.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["CANON_MEASURE"] != nil, "CANON_MEASURE asks for it"))
struct LookCostTests {
  private static let (period, pictures, rounds) = (64, 30, 3000)

  @Test("The cost of the looks of a second over that of its periods", arguments: [6, 64])
  func cost(stems: Int) async throws {
    let folder = try TestFolder()
    var text = "title = \"Many\"\nloop = \"2 s\"\n"
    for stem in 0..<stems {
      var random = SplitMix64(seed: UInt64(stem))
      let noise = (0..<96_000).map { _ in Float.random(in: -0.01...0.01, using: &random) }
      try SmallSet.write(noise, to: folder.file("s\(stem).wav"))
      text += "[[stem]]\nid = \"s\(stem)\"\nfile = \"s\(stem).wav\"\nbase = true\n"
    }
    let source = try Source.load(try folder.write(text, to: "set.toml"))
    let session = try Performance(set: source.set, schedule: nil, now: { .now() })
    var engine = try await session.makeEngine(at: .studio)
    await session.roll()
    while await session.makeProfile() {}
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.period)
    defer { memory.deallocate() }
    func run(_ periods: Int) -> Double {
      let start = ContinuousClock.now
      for _ in 0..<periods {
        engine.process(
          frames: Int32(Self.period),
          master: OutputPair(left: memory, right: memory + Self.period))
      }
      return start.duration(to: .now) / .microseconds(1) / Double(periods)
    }
    _ = run(750)
    await session.pump()
    let periods = (0..<9).map { _ in run(750) }.sorted()[4]
    await session.pump()
    #expect(await session.snapshot().stems.allSatisfy { $0.status == .play })
    let (look, sum) = await session.timeLooks(Self.rounds)
    #expect(sum > 0)
    let share = look * Double(Self.pictures) / (periods * 48_000 / Double(Self.period)) * 100
    print(
      String(
        format:
          "%d stems: a look %.2f µs, a period %.2f µs; the looks of a second are %.1f %% of its periods",
        stems, look, periods, share))
  }
}

extension Performance {
  /// - Returns: The median of many looks, in microseconds, and a sum of what they have seen.
  fileprivate func timeLooks(_ count: Int) -> (Double, Float) {
    var (times, sum): ([Double], Float) = ([], 0)
    for _ in 0..<count {
      let start = ContinuousClock.now
      let levels = stemLevels(over: 1.0 / 30)
      times.append(start.duration(to: .now) / .microseconds(1))
      sum += levels.reduce(0) { $0 + $1.rms.left }
    }
    return (times.sorted()[count / 2], sum)
  }
}
