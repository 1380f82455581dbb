import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A stem's meter shows what is heard: within a decibel of what its port was given.
@Suite struct HeardLevelTests {
  private static let violin = 1
  /// Noise whose level rises over the loop, with a release of half a loop.
  private static let sound: [Float] = {
    var random = SplitMix64(seed: 7)
    return (0..<(SmallSet.loop * 3 / 2)).map { frame in
      let level = Float(0.1) + Float(0.8) * Float(frame) / Float(SmallSet.loop * 3 / 2)
      return level * (Float(random.next() % 2001) / 1000 - 1)
    }
  }()

  private func bench() async throws -> SessionBench {
    let set = try SmallSet(
      keys: ["violin-a": "region = \"..\(SmallSet.loop)\""], sounds: ["violin-a": Self.sound])
    let bench = try await SessionBench(try set.session())
    while await bench.session.makeProfile() {}
    return bench
  }

  /// Plays on, and holds the meter against the port every 29 ms.
  /// - Returns: How many readings were of sound.
  private func compare(_ bench: inout SessionBench, frames: Int, _ text: String) async -> Int {
    let window = 1400
    var sounding = 0
    for _ in 0..<(frames / window) {
      let output = await bench.run(window)
      let level = await bench.session.stemLevels(over: Double(window) / 48_000)[Self.violin]
      let heard = Self.level(output.ports[Self.violin])
      if heard.peak < 0.001 {
        #expect(level.peak.left < 0.001, "\(text): silent at \(level.place ?? -1)")
      } else {
        sounding += 1
        let (peak, rms) = (
          Self.decibels(level.peak.left, heard.peak), Self.decibels(level.rms.left, heard.rms)
        )
        #expect(abs(peak) < 1, "\(text): peak \(peak) dB off at \(level.place ?? -1)")
        #expect(abs(rms) < 1, "\(text): RMS \(rms) dB off at \(level.place ?? -1)")
      }
    }
    return sounding
  }

  private static func level(_ left: [Float]) -> (peak: Float, rms: Float) {
    (left.map(abs).max() ?? 0, (left.reduce(0) { $0 + $1 * $1 } / Float(max(1, left.count))).squareRoot())
  }

  private static func decibels(_ a: Float, _ b: Float) -> Float { 20 * log10(a / b) }

  @Test(
    "A gain, a fade, another's solo, a mute and a release",
    arguments: [
      "gain violin-a -12", "gain violin-a -30 over 2 loops", "solo violin-b", "mute violin-a loop",
      "stop violin-a loop",
      "stop violin-a bar", "gain violin-a 6 loop over 1 bar", "solo violin-a",
      "fade violin-a over 2 loops", "pause", "pause violin-a loop", "panic",
    ])
  func heard(_ line: String) async throws {
    var bench = try await bench()
    try await bench.say("start violin-a now")
    #expect(await compare(&bench, frames: SmallSet.loop / 2, "before \(line)") > 0)
    try await bench.say(line)
    _ = await compare(&bench, frames: 3 * SmallSet.loop, line)
  }

  @Test(
    "Fades and pauses, and what ends them on their way",
    arguments: [
      ["fade violin-a over 2 loops", "fade violin-a in over 1 bar"],
      ["fade violin-a over 2 loops", "gain violin-a -12 over 1 loop", "cancel violin-a"],
      ["fade violin-a over 2 loops", "pause", "resume"],
      ["pause violin-a loop", "start violin-a bar"], ["pause bar", "gain violin-a -12", "resume"],
    ])
  func ended(_ lines: [String]) async throws {
    var bench = try await bench()
    try await bench.say("start violin-a now", then: 1000)
    var sounding = 0
    for line in lines {
      try await bench.say(line)
      sounding += await compare(&bench, frames: SmallSet.loop + SmallSet.beat, "\(line) of \(lines)")
    }
    sounding += await compare(&bench, frames: 2 * SmallSet.loop, "\(lines)")
    #expect(sounding > 5)
  }
}
