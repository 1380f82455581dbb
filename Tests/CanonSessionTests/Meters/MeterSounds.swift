import CanonEngine
import CanonStems
import CanonTestSupport

/// Sounds whose level changes all the time, so that a meter that looks at the wrong place, or at too much, is found.
enum MeterSounds {
  /// Noise in bursts of some milliseconds, at levels from 0 to -46 dB of full scale.
  static func bursts(_ frames: Int, seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    var samples: [Float] = []
    while samples.count < frames {
      let level = random.pick([1, 0.7, 0.3, 0.1, 0.03, 0.005] as [Float])
      for _ in 0..<Int(random.number(10...600)) { samples.append(level * random.sample()) }
    }
    return Array(samples.prefix(frames))
  }

  /// Writes 16-bit frames of two channels that differ.
  static func writeStereo(_ frames: Int, seed: UInt64, to path: String) throws {
    let (left, right) = (bursts(frames, seed: seed), bursts(frames, seed: seed ^ 0xFF))
    var writer = try SoundWriter(path: path, format: .wav16, sampleRate: .studio, channelCount: 2)
    try writer.write((0..<frames).flatMap { [left[$0], right[$0]] })
    _ = try writer.finish()
  }

  /// A set of every kind of stem: `cello` is the base; `violin-a` has an intro and a release, both half a bar long; `violin-b` has a loop of a bar, in 16 bits;
  /// `violin-c` has a loop of 15 ms, panned.
  /// - Parameters:
  ///   - ramp: The line for the head of the set file that says how long ramps are.
  ///   - keys: More lines for `violin-a`.
  static func set(ramp: String = "", keys: String = "", seed: UInt64 = 1) throws -> SmallSet {
    let part = SmallSet.bar / 2
    let set = try SmallSet(
      head: SmallSet.head + "\n" + ramp,
      keys: [
        "violin-a": "region = \"\(part)..\(part + SmallSet.loop)\"\n\(keys)", "violin-c": "pan = 0.4",
      ],
      sounds: [
        "cello": bursts(SmallSet.loop, seed: seed),
        "violin-a": bursts(SmallSet.loop + 2 * part, seed: seed + 1),
        "violin-c": bursts(SmallSet.loop / 16, seed: seed + 2),
      ])
    try writeStereo(SmallSet.bar, seed: seed + 3, to: set.folder.file("violin-b.wav"))
    for take in 0..<2 {
      try SmallSet.write(
        bursts(SmallSet.loop + 2 * part, seed: seed + 7 + UInt64(take)),
        to: set.folder.file("take-\(take).wav"))
    }
    return set
  }
}
