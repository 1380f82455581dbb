import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Sound files as the usual programs write them: loops that are exact to the frame, and to the sample where nothing is lost.
@Suite struct ForeignFileTests {
  let folder = TemporaryFolder()

  @Test("Without loss every sample is what it was", arguments: ForeignEncoding.lossless)
  func lossless(encoding: ForeignEncoding) throws {
    let samples = try folder.encode(encoding)
    let data = try SoundFile.read(folder[encoding.file])
    #expect(data.info.sampleRate.hertz == encoding.rate && data.info.frameCount == FrameCount(samples.count))
    #expect(data.channels == [samples, samples])
  }

  @Test("With loss there are as many frames as before, each in its place", arguments: ForeignEncoding.exact)
  func exact(encoding: ForeignEncoding) throws {
    let samples = try folder.encode(encoding)
    let data = try SoundFile.read(folder[encoding.file])
    guard let fileRate = encoding.fileRate else {
      #expect(
        data.info.sampleRate.hertz == encoding.rate && data.info.frameCount == FrameCount(samples.count))
      #expect(Self.lag(of: data.channels[0], behind: samples) == 0)
      return
    }
    let frames = Double(samples.count) * Double(fileRate) / Double(encoding.rate)
    #expect(data.info.sampleRate.hertz == fileRate && data.info.frameCount == FrameCount(frames.rounded(.up)))
  }

  @Test(
    "Where the file does not tell its length, what the encoder adds is heard",
    arguments: ForeignEncoding.inexact)
  func inexact(encoding: ForeignEncoding) throws {
    let samples = try folder.encode(encoding)
    let data = try SoundFile.read(folder[encoding.file])
    #expect((1...(3 * 1152)).contains(data.channels[0].count - samples.count))
    #expect(Self.lag(of: data.channels[0], behind: samples) > 0)
  }

  @Test(
    "ffmpeg counts the bytes that fill a W64 chunk of 24 bits as one more frame, and so does whoever reads it"
  )
  func filledWave64() throws {
    let samples = try folder.encode(ForeignEncoding.lossless.first { $0.file == "24.wav" }!)
    try folder.ffmpeg(["-i", "24.wav", "-c:a", "pcm_s24le", "a.w64"])
    #expect(try SoundFile.read(folder["a.w64"]).channels == [samples + [0], samples + [0]])
  }

  /// By how many frames `sound` comes later than `source`: where the two are most alike.
  private static func lag(of sound: [Float], behind source: [Float]) -> Int {
    let window = 20_000..<21_000
    return (-3000...3000).map { ($0, likeness($0)) }.max { $0.1 < $1.1 }!.0
    func likeness(_ lag: Int) -> Float {
      sound.withUnsafeBufferPointer { sound in
        source.withUnsafeBufferPointer { source in
          var sum: Float = 0
          for frame in window { sum += sound[frame + lag] * source[frame] }
          return sum
        }
      }
    }
  }
}
