import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation

/// A set with a short loop, of noise without two equal frames.
struct NoiseSet {
  let folder = TemporaryFolder()
  /// A quarter of a second.
  static let loop = 12_000
  /// That of the servers on which it is played.
  static let period = 4096

  init() throws {
    var text = "title = \"Noise\"\ntempo = 480\nmeter = \"2/4\"\nloop = \"1 bars\"\n"
    var random = SplitMix64(seed: 5)
    for id in ["cello", "violin-a", "violin-b", "violin-c"] {
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 2)
      try writer.write((0..<(2 * Self.loop)).map { _ in random.sample() / 8 })
      _ = try writer.finish()
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "cello")\n"
    }
    try folder.write(text.utf8, to: "set.toml")
  }

  var journal: String { folder.file("evening.journal") }
  /// The journal of a life, from 1.
  func journal(_ life: Int) -> String { life == 1 ? journal : folder.file("evening-\(life).journal") }

  /// The file of its evening.
  var statePath: String {
    let evenings = CanonProcess.stateFolder + "/canon/evenings"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: evenings)) ?? []
    let own = names.filter { $0.hasSuffix(".evening") }.first { name in
      (try? String(contentsOfFile: evenings + "/" + name, encoding: .utf8))?.contains(folder.path) ?? false
    }
    return evenings + "/" + (own ?? "none")
  }

  /// The text of its evening; nil if none is kept.
  var evening: String? { try? String(contentsOfFile: statePath, encoding: .utf8) }

  func waitUntilKept() throws {
    try waitUntil("it is written down") { evening != nil }
  }
}
