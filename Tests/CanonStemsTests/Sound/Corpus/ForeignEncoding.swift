import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A way in which another program writes a sound file. What ffmpeg alone writes is in ``FFmpegEncoding``, what libsndfile writes in
/// ``SoundEncoding``.
struct ForeignEncoding: CustomTestStringConvertible, Sendable {
  let program: String
  /// With `IN` for the source and the file's name for itself.
  let arguments: String
  let file: String
  /// In hertz.
  var rate = 44_100
  /// The bits that survive.
  var bits = 16
  /// Of the file, where it differs from that of the source.
  var fileRate: Int?
  var testDescription: String { "\(program): \(arguments)" }

  private static func sox(_ options: String, _ file: String, bits: Int = 16) -> ForeignEncoding {
    ForeignEncoding(program: "sox", arguments: "-D IN \(options) \(file)", file: file, bits: bits)
  }

  private static func ffmpeg(_ options: String, _ file: String, rate: Int = 44_100, bits: Int = 16)
    -> ForeignEncoding
  {
    ForeignEncoding(
      program: "ffmpeg", arguments: "-v error -nostdin -i IN \(options) \(file)", file: file, rate: rate,
      bits: bits)
  }

  /// Those that keep every sample.
  static let lossless = [
    sox("-b 8 -e unsigned-integer", "8.wav", bits: 8), sox("-b 16", "16.wav"),
    sox("-b 24", "24.wav", bits: 24),
    sox("-b 32 -e signed-integer", "32.wav", bits: 24), sox("-b 32 -e floating-point", "float.wav", bits: 24),
    sox("-b 64 -e floating-point", "double.wav", bits: 24),
    ffmpeg("-rf64 always", "rf64.wav"), ffmpeg("-c:a pcm_s24le -rf64 always", "rf64-24.wav", bits: 24),
    sox("-b 16", "16.w64"), sox("-b 24", "24.w64", bits: 24), ffmpeg("-c:a pcm_f32le", "float.w64", bits: 24),
    ffmpeg("-c:a pcm_f64le", "double.w64", bits: 24),
    sox("-b 8", "8.aiff", bits: 8), sox("-b 16", "16.aiff"), sox("-b 24", "24.aiff", bits: 24),
    sox("-b 32", "32.aiff", bits: 24), sox("-b 16", "16.aifc"), sox("-b 24", "24.aifc", bits: 24),
    ffmpeg("-c:a pcm_f32be -f aiff", "float.aifc", bits: 24),
    sox("-b 16", "16.caf"), sox("-b 24", "24.caf", bits: 24), ffmpeg("-c:a pcm_f32le", "float.caf", bits: 24),
    ForeignEncoding(program: "flac", arguments: "-s IN -o 16.flac", file: "16.flac"),
    ForeignEncoding(program: "flac", arguments: "-s -8 IN -o 24.flac", file: "24.flac", bits: 24),
    ForeignEncoding(program: "flac", arguments: "-s --ogg IN -o flac.oga", file: "flac.oga"),
    ForeignEncoding(program: "flac", arguments: "-s --ogg IN -o 24.oga", file: "24.oga", bits: 24),
    sox("-b 24", "sox.flac", bits: 24),
    ForeignEncoding(program: "wavpack", arguments: "-q -h IN -o 16.wv", file: "16.wv"),
    ForeignEncoding(program: "wavpack", arguments: "-q IN -o 24.wv", file: "24.wv", bits: 24),
  ]

  /// Those that keep the number of frames, and the place of each.
  static let exact =
    [
      ForeignEncoding(program: "oggenc", arguments: "-Q -q 8 IN -o a.ogg", file: "a.ogg"),
      ForeignEncoding(program: "oggenc", arguments: "-Q -q 8 IN -o a.ogg", file: "a.ogg", rate: 22_050),
      sox("-C 8", "sox.ogg"),
      ForeignEncoding(
        program: "opusenc", arguments: "--quiet --bitrate 256 IN a.opus", file: "a.opus", rate: 48_000),
      // Opus knows no 44,100 Hz: a last frame may be begun.
      ForeignEncoding(
        program: "opusenc", arguments: "--quiet --bitrate 256 IN a.opus", file: "a.opus", fileRate: 48_000),
      ForeignEncoding(program: "wavpack", arguments: "-q -b384 IN -o hybrid.wv", file: "hybrid.wv"),
    ]
    + [22_050, 32_000, 44_100, 48_000].flatMap { rate in
      ["-b 128", "-V 2", "-b 160 -m m"].map { options in
        ForeignEncoding(program: "lame", arguments: "--quiet \(options) IN a.mp3", file: "a.mp3", rate: rate)
      } + [ffmpeg("-c:a libmp3lame -b:a 128k", "a.mp3", rate: rate)]
    }

  /// Those that put silence around the music and do not say how much.
  static let inexact = [
    ForeignEncoding(program: "lame", arguments: "--quiet -t IN a.mp3", file: "a.mp3"),
    ffmpeg("-c:a libmp3lame -write_xing 0", "a.mp3"),
  ]
}

extension TemporaryFolder {
  static let corpusFrames = 60_011

  /// Writes a tone that rises, and encodes it.
  /// - Returns: Its samples, one channel of which there are two.
  @discardableResult
  func encode(_ encoding: ForeignEncoding) throws -> [Float] {
    let levels = Float(1 << (encoding.bits - 1)), rate = Double(encoding.rate)
    let samples = (0..<Self.corpusFrames).map { frame -> Float in
      let time = Double(frame) / rate
      let turns: Double = 200 * time + 1200 * time * time
      return (Float(0.6 * sin(2 * .pi * turns)) * levels).rounded() / levels
    }
    try sound(
      "source.wav", samples.flatMap { [$0, $0] }, channels: 2, rate: .init(hertz: encoding.rate)!,
      format: encoding.bits > 16 ? .wav24 : .wav16)
    try run(
      encoding.program,
      encoding.arguments.split(separator: " ").map { $0 == "IN" ? "source.wav" : String($0) })
    return samples
  }
}
