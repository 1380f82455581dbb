import CanonEngine
import CanonLiveSupport
import CanonStems
import Foundation

/// A set of two constant loops, 4800 frames at 48 kHz, with a schedule beside it.
struct SmallSet {
  let folder: TestFolder
  var schedule: String { folder.file("doors.toml") }

  /// - Parameters:
  ///   - doors: The lines below `[doors]`, in Tokyo's time.
  ///   - name: Of the folder in which the set lies, and of its sound files.
  ///   - isFlat: Otherwise the loops go up and down with each frame, so that nobody is warned of their mean.
  init(doors: String, title: String = "Small set", name: String = "set", isFlat: Bool = true) throws {
    folder = try TestFolder()
    var text = "title = \"\(title)\"\n"
    for id in ["cello", "violin"] {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id) \(name).wav\"\nbase = \(id == "cello")\n"
    }
    _ = try folder.write(text, to: "\(name)/set.toml")
    for (id, value) in [("cello", Float(0.5)), ("violin", 0.25)] {
      var writer = try SoundWriter(
        path: folder.file("\(name)/\(id) \(name).wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
      try writer.write((0..<4800).map { isFlat || $0 % 2 == 0 ? value : -value })
      _ = try writer.finish()
    }
    _ = try folder.write(
      "title = \"\(title)\"\nset = \"\(name)\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n\(doors)\n",
      to: "doors.toml")
  }

  /// Writes a tone, cut off at full scale, in place of a constant loop.
  func writeTone(
    _ stem: String, frames: Int, hertz: Double = 100, level: Float = 0.25, mean: Float = 0
  ) throws {
    var writer = try SoundWriter(
      path: folder.file("set/\(stem) set.wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
    try writer.write(
      (0..<frames).map { max(-1, min(1, mean + level * Float(sin(2 * .pi * hertz * Double($0) / 48_000)))) })
    _ = try writer.finish()
  }

  /// Lines with paths as seen from the folder.
  func local(_ lines: [String]) -> [String] { lines.map { $0.replacing(folder.path + "/", with: "") } }
}
