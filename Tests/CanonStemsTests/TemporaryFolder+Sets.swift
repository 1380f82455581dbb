import CanonEngine
import CanonStems
import CanonTestSupport
import Foundation

/// Sets, and damage to their files.
extension TemporaryFolder {
  subscript(name: String) -> String { file(name) }

  /// What lies in it, hidden files too.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? ["unreadable"]
  }

  func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  /// Writes interleaved samples.
  func sound(
    _ name: String, _ samples: [Float], channels: Int = 1, rate: SampleRate = .studio,
    format: SoundFormat = .wav32f
  ) throws {
    var writer = try SoundWriter(path: self[name], format: format, sampleRate: rate, channelCount: channels)
    try writer.write(samples)
    _ = try writer.finish()
  }

  /// Replaces bytes of a file.
  func patch(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: self[name]))
    data.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    try write(data, to: name)
  }

  /// Keeps the first bytes of a file.
  func truncate(_ name: String, to size: Int) throws {
    try write(try Data(contentsOf: URL(fileURLWithPath: self[name])).prefix(size), to: name)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self[name])) }

  /// Writes a set of one-channel float stems with these frame counts, and returns its path.
  func set(_ lengths: [String: Int], head: String = "", rate: SampleRate = .studio) throws -> String {
    var text = head + "\n"
    for (number, stem) in lengths.sorted(by: { $0.key < $1.key }).enumerated() {
      try sound(stem.key + ".wav", (0..<stem.value).map { Float($0) / 1e6 }, rate: rate)
      text += "[[stem]]\nid = \"\(stem.key)\"\nfile = \"\(stem.key).wav\"\nbase = \(number == 0)\n"
    }
    try write(text, to: "set.toml")
    return path
  }
}

extension SampleRate {
  static let compactDisc = SampleRate(hertz: 44_100)!
}

extension StemBuffer {
  /// All samples as the engine hears them, planar.
  var decoded: [Float] {
    (0..<channelCount).flatMap { channel in
      (0..<Int(layout.frameCount)).map { sample($0, channel: channel) }
    }
  }
}

/// `cycles` periods of a sine in `frames` frames.
func sine(_ cycles: Int, frames: Int, phase: Double = 0) -> [Float] {
  (0..<frames).map { Float(0.5 * sin(2 * .pi * (Double(cycles * $0 % frames) / Double(frames) + phase))) }
}

func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
  zip(a, b).map { abs($0 - $1) }.max() ?? 0
}
