import CSndFile
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// Formats that canon reads and does not write.
@Suite struct CompressedFileTests {
  let folder = TemporaryFolder()

  @Test func vorbisIsGapless() throws {
    try folder.encode("a.ogg", sine(440, frames: 44_100), SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    let data = try SoundFile.read(folder["a.ogg"])
    #expect(data.info == SoundInfo(sampleRate: .compactDisc, channelCount: 1, frameCount: 44_100))
    #expect(largestDifference(data.channels[0], sine(440, frames: 44_100)) < 0.05)
  }

  @Test(
    "A region of a file whose frames cannot be found is read from its first frame on",
    arguments: [
      SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
      SF_FORMAT_WAV | SF_FORMAT_G721_32,
    ])
  func region(format: Int) throws {
    try folder.encode("a", (0..<60_000).map { Float($0 % 1000) / 2000 }, format)
    let samples = try SoundFile.read(folder["a"]).channels[0]
    for start in [1, 16_384, 20_000] {
      var read = [Float](repeating: .nan, count: 500)
      try read.withUnsafeMutableBufferPointer { target in
        try OpenSound(folder["a"], .standard).readFloats(
          from: FrameCount(start), count: 500, into: target, stride: 500)
      }
      #expect(read == Array(samples[start..<(start + 500)]), "\(start)")
    }
  }

  /// The header of an MP3 may only estimate: what can be decoded counts, for the info too.
  @Test func theFramesOfMP3AreCounted() throws {
    try folder.encode("a.mp3", sine(440, frames: 44_100), SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    let info = try SoundFile.info(folder["a.mp3"])
    let data = try SoundFile.read(folder["a.mp3"])
    #expect(data.info == info)
    #expect(data.channels[0].count == Int(info.frameCount))
    #expect((44_100..<(44_100 + 3 * 1152)).contains(info.frameCount), "with what the encoder adds around it")
  }
}

extension TemporaryFolder {
  /// Writes one channel as libsndfile encodes it.
  func encode(_ name: String, _ samples: [Float], _ format: Int) throws {
    var header = SF_INFO()
    header.samplerate = 44_100
    header.channels = 1
    header.format = Int32(format)
    let file = try #require(sf_open(self[name], Int32(SFM_WRITE), &header))
    #expect(sf_writef_float(file, samples, Int64(samples.count)) == samples.count)
    #expect(sf_close(file) == 0)
  }
}
