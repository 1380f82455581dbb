import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Whatever is said, each stem's meter shows what its port is given.
@Suite struct RandomMeterTests {
  /// In 285 a stem came to a place while the music stood.
  private static let seeds = LongCampaign.seeds(20, long: 1000, always: [285])

  @Test("Meters and ports agree on everything that is said", arguments: seeds)
  func everything(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let set = try MeterSounds.set(
      ramp: random.pick(["", "ramp = \"0 ms\"", "ramp = \"1 ms\"", "ramp = \"40 ms\""]),
      keys: random.pick([
        "", "entry = \"top\"", "intro = \"boundary\"", "entry = \"top\"\nintro = \"upbeat\"", "repeat = 2",
        "intro = \"none\"", "group = \"g\"",
      ]), seed: seed)
    // The levels of samples in windows are read from the disk.
    let inWindows = !seed.isMultiple(of: 2)
    let session = inWindows ? try await set.windowedSession() : try set.session()
    var bench = try await MeterBench(
      session, window: random.pick([96, 480, 1600]), period: random.pick([64, 1024]))
    var said: [String] = []
    for _ in 0..<24 {
      for _ in 0..<random.number(1...3) {
        let line = try Self.line(&random, set)
        said.append(line)
        try await bench.say(line)
      }
      if random.one(in: 12) { bench.bench.jump(random.number(1...9000)) }
      if random.one(in: 12) {
        bench.bench.nextClock = random.pick([
          .rolling(at: random.number(0...20_000)), .stopped(at: random.number(0...20_000)),
        ])
      }
      if random.one(in: 4) { while await bench.session.makeProfile() {} }
      let frames = random.pick([100, 500, 2000, random.number(1...12_000)] as [Int64])
      await bench.compare(Int(frames), "at \(await bench.session.clock?.position ?? 0)")
      guard bench.problems.isEmpty else { break }
    }
    bench.expectNothing(
      heard: nil, "seed \(seed), window \(bench.window), \(bench.periods)\n\(said.joined(separator: "\n"))\n")
    await bench.session.finish()
  }

  /// Anything that somebody may say.
  private static func line(_ random: inout SplitMix64, _ set: SmallSet) throws -> String {
    let id = random.pick(["violin-a", "violin-a", "violin-b", "violin-c", "cello", "all"])
    let quantum = random.pick(["", " now", " now", " beat", " bar", " loop", " stem"])
    let length = random.pick(["1 ms", "7 ms", "50 ms", "1 beat", "2 loops"])
    switch random.number(0...25) {
    case 0...7: return "start \(id)\(quantum)"
    case 8, 9: return "stop \(id)\(quantum)"
    case 10: return "mute \(id)\(quantum)"
    case 11: return "unmute \(id)\(quantum)"
    case 12: return "press \(id)\(quantum)"
    case 13: return "cancel \(id)"
    case 14, 15: return "gain \(id) \(random.pick(["0", "-6", "-20", "6", "-inf"]))\(quantum) over \(length)"
    case 16: return "pan \(id) \(random.pick(["0", "-1", "1", "0.3"]))\(quantum) over \(length)"
    case 17, 18: return "solo \(id) \(random.pick(["on", "on", "off", "alone"]))\(quantum)"
    case 19: return "fade \(id) \(random.pick(["out", "in"]))\(quantum) over \(length)"
    case 20: return (random.one(in: 2) ? "pause" : "pause \(id)") + quantum
    case 21: return (random.one(in: 2) ? "resume" : "resume \(id)") + quantum
    case 22: return "replace violin-a take-\(random.number(0...1)).wav\(quantum)"
    case 23:
      return random.pick([
        "seek @\(random.number(0...20_000))", "seek @\(random.number(0...20_000))", "freeze",
      ])
    case 24: return random.pick(["panic", "solo off", "skip \(random.number(1...6000))"])
    default:
      try edit(&random, set)
      return "reload" + random.pick([" now", " beat", " loop"])
    }
  }

  /// Changes the set, for the next reload.
  private static func edit(_ random: inout SplitMix64, _ set: SmallSet) throws {
    let text = try String(contentsOfFile: set.folder.file("set.toml"), encoding: .utf8)
    switch random.number(0...3) {
    case 0:
      try MeterSounds.writeStereo(SmallSet.bar, seed: random.next(), to: set.folder.file("violin-b.wav"))
    case 1:
      let pan = "pan = \(random.pick([0.4, -0.7, 0]))"
      _ = try set.folder.write(text.replacing(/pan = .*/, with: pan), to: "set.toml")
    case 2:
      let gain = "id = \"violin-b\"\ngain = \(random.pick([-3, -20, 0]))"
      _ = try set.folder.write(
        text.replacing(/id = "violin-b"(\ngain = .*)?/, with: gain), to: "set.toml")
    default:
      let isLeft = text.contains("id = \"violin-c\"")
      _ = try set.folder.write(
        text.replacing(
          isLeft ? "id = \"violin-c\"" : "id = \"flute\"",
          with: isLeft ? "id = \"flute\"" : "id = \"violin-c\""),
        to: "set.toml")
    }
  }
}
