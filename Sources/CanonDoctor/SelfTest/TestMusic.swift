import CanonEngine
import CanonStems
import Foundation

/// A set of noise, for a self-test where none is named and none is installed.
enum TestMusic {
  /// Writes the set into a folder and reads it.
  static func make(in folder: ScratchFolder) throws -> StemSet {
    let frames = 24_000
    var state: UInt32 = 1
    var text = "title = \"Self-test\"\n"
    for id in ["bass", "low", "high"] {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "bass")\n"
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 2)
      try writer.write(
        (0..<(2 * frames)).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return Float(Int32(bitPattern: state)) / 8_589_934_592
        })
      _ = try writer.finish()
    }
    try text.write(toFile: folder.file("set.toml"), atomically: true, encoding: .utf8)
    return try StemSetFile.load(folder.path)
  }
}
