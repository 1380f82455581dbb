import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A way in which ffmpeg encodes sound that libsndfile does not read.
struct FFmpegEncoding: CustomTestStringConvertible, Sendable {
  let codec: String
  let file: String
  var options: [String] = []
  var rate = 44_100
  var testDescription: String { file }

  /// Those without loss.
  static let lossless = [
    FFmpegEncoding(codec: "alac", file: "alac.m4a"), FFmpegEncoding(codec: "wavpack", file: "pack.wv"),
    FFmpegEncoding(codec: "tta", file: "true.tta"), FFmpegEncoding(codec: "flac", file: "flac.mka"),
    FFmpegEncoding(codec: "flac", file: "flac.mp4", options: ["-strict", "-2"]),
  ]
  /// Those with loss, of which the length is known exactly.
  static let exact = [
    FFmpegEncoding(codec: "aac", file: "aac.m4a"),
    FFmpegEncoding(codec: "libopus", file: "opus.mp4", options: ["-strict", "-2"], rate: 48_000),
    FFmpegEncoding(codec: "libopus", file: "opus.webm", rate: 48_000),
  ]
  /// Those of which it is not.
  static let inexact = [
    FFmpegEncoding(codec: "aac", file: "raw.aac"), FFmpegEncoding(codec: "ac3", file: "raw.ac3"),
    FFmpegEncoding(codec: "wmav2", file: "two.wma"),
    FFmpegEncoding(codec: "libvorbis", file: "vorbis.mka"),
  ]
}

extension TemporaryFolder {
  /// Runs ffmpeg to its end in this folder.
  func ffmpeg(_ arguments: [String]) throws {
    try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
  }

  /// Runs a program to its end in this folder.
  func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Writes two channels of noise of 16 bits, 132,423 frames, and encodes them.
  /// - Returns: The samples, interleaved.
  @discardableResult
  func encode(_ format: FFmpegEncoding, _ more: String...) throws -> [Float] {
    var random = SplitMix64(seed: 3)
    let samples = (0..<(2 * Self.frames)).map { _ in
      Float(Int16(truncatingIfNeeded: Int64(bitPattern: random.next()) >> 50)) / 32_768
    }
    try sound("source.wav", samples, channels: 2, rate: .init(hertz: format.rate)!, format: .wav16)
    try ffmpeg(["-i", "source.wav", "-c:a", format.codec] + format.options + more + [format.file])
    return samples
  }

  static var frames: Int { 132_423 }
}
