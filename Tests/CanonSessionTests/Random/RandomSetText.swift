import CanonFiles
import CanonLiveSupport
import CanonStemsSupport
import CanonTestSupport

@testable import CanonStems

/// A random `set.toml` for ``ScheduleCase``, with its sound files.
struct RandomSetText {
  private(set) var text: String
  private var files: [(name: String, samples: [Float], loop: Range<Int>?, channel: Int?)] = []

  init(_ random: inout SplitMix64) throws {
    // 480 and 4800/7 frames a beat.
    let tempo = random.pick([1000, 700])
    let bar = tempo == 1000 ? 960 : 1371
    text = """
      tempo = \(tempo)
      meter = "2/4"
      loop = "1 bars"
      ramp = "\(random.pick([0, 2, 5])) ms"
      grace = "\(random.pick([0, 0, 2, 20])) ms"
      second_press = "\(random.pick(["cancel", "now"]))"
      seed = \(random.number(0...9))

      """
    for (number, id) in ScheduleCase.ids.enumerated() {
      var keys = number == 0 ? ["base = true"] : Self.keys(of: id, &random)
      var frames = bar, loop: Range<Int>?
      if number > 0, random.one(in: 3) {
        let intro = Int(random.number(0...300)), release = Int(random.number(0...700))
        // Half of the regions are those that the files name. What is drawn for that is not missing elsewhere.
        var copy = random
        if copy.one(in: 2) {
          loop = intro..<(intro + bar)
        } else {
          keys.append("region = \"\(intro) .. \(intro + bar)\"")
        }
        frames += intro + release
      } else if number > 0, random.one(in: 3) {
        frames = tempo == 1000 ? 2 * bar : 2743
      }
      // Some files have other music in two more channels.
      var other = random
      let channel = other.one(in: 4) ? other.number(1...3) : nil
      if let channel { keys.append("channels = [\(channel)]") }
      // Loops as short as these are not stretched, but they can be tapes.
      keys.append("stretch = \"\(other.pick(["tape", "tape", "off"]))\"")
      add((["[[stem]]", "id = \"\(id)\"", "file = \"\(id).wav\""] + keys).joined(separator: "\n"))
      // No two frames alike, so that a frame in the wrong place is seen.
      var copy = random
      files.append(("\(id).wav", copy.samples(frames, gain: 1 / 8), loop, channel.map(Int.init)))
      random = copy
    }
  }

  mutating func add(_ part: String) { text += part + "\n" }

  func write(to folder: TestFolder) throws {
    _ = try folder.write(text, to: "set.toml")
    // Nobody needs them after a power cut.
    var calls = DiskCalls()
    calls.sync = { _ in }
    for file in files {
      let count = file.channel == nil ? 1 : 3
      var writer = try SoundWriter(
        path: folder.file(file.name), format: .wav32f, sampleRate: ScheduleCase.rate, channelCount: count,
        calls: calls)
      try writer.write(file.samples.spread(to: file.channel ?? 1, of: count))
      _ = try writer.finish()
      if let loop = file.loop { try SamplerChunk.name(loop, inWAV: folder.file(file.name)) }
    }
  }

  private static func keys(of id: String, _ random: inout SplitMix64) -> [String] {
    func quantum() -> String { random.pick(["now", "beat", "bar", "loop", "loop:2", "cycle", "stem"]) }
    var keys: [String] = []
    if random.one(in: 2) {
      keys.append(
        "quantum = { start = \"\(quantum())\", stop = \"\(quantum())\", mute = \"\(quantum())\", unmute = \"\(quantum())\" }"
      )
    }
    if random.one(in: 3) { keys.append("group = \"duo\"") }
    if random.one(in: 5) { keys.append("repeat = \(random.number(2...4))") }
    if random.one(in: 4) { keys.append("entry = \"top\"") }
    if random.one(in: 4) { keys.append("gain = -\(random.number(1...9))") }
    if random.one(in: 2) {
      let others = ScheduleCase.ids.dropFirst().filter { $0 != id }
      let then = random.pick(["stop", "mute", "any", "start:\(random.pick(others))"])
      keys.append("after = { loops = \(random.number(1...2)), then = \"\(then)\" }")
    }
    return keys
  }
}
