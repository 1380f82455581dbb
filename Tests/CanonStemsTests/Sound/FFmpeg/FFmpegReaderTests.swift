import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Sounds that ffmpeg decodes, as loops that are exact to the frame.
@Suite struct FFmpegReaderTests {
  private let folder = TemporaryFolder()

  @Test("Without loss every sample is what it was, and 16 bits stay 16", arguments: FFmpegEncoding.lossless)
  func lossless(format: FFmpegEncoding) throws {
    let samples = try folder.encode(format)
    let data = try SoundFile.read(folder[format.file])
    #expect(
      data.info == SoundInfo(sampleRate: SampleRate(hertz: 44_100)!, channelCount: 2, frameCount: 132_423))
    for channel in 0..<2 {
      #expect(data.channels[channel] == (0..<132_423).map { samples[2 * $0 + channel] })
    }
    #expect(try OpenSound(folder[format.file], .standard).samples == .integers16)
  }

  @Test("24 bits are exact too", arguments: FFmpegEncoding.lossless.prefix(3))
  func twentyFourBits(format: FFmpegEncoding) throws {
    let samples = (0..<10_000).map { Float($0 * 1009 % 8_388_608) / 8_388_608 }
    try folder.sound("source.wav", samples, format: .wav24)
    try folder.ffmpeg(["-i", "source.wav", "-c:a", format.codec, format.file])
    let data = try SoundFile.read(folder[format.file])
    #expect(data.channels == [samples])
    #expect(try OpenSound(folder[format.file], .standard).samples == .integers)
  }

  @Test(
    "With loss the length is that of the music, without what encoders put around it",
    arguments: FFmpegEncoding.exact)
  func exact(format: FFmpegEncoding) throws {
    try folder.encode(format)
    let data = try SoundFile.read(folder[format.file])
    #expect(data.info.frameCount == 132_423)
    #expect(data.channels.allSatisfy { $0.count == 132_423 })
  }

  @Test(
    "Where the file does not tell its length, every decoded frame counts", arguments: FFmpegEncoding.inexact)
  func inexact(format: FFmpegEncoding) throws {
    try folder.encode(format)
    let info = try SoundFile.info(folder[format.file])
    #expect(abs(Int(info.frameCount) - 132_423) < 2_200, "\(info.frameCount)")
    #expect(try SoundFile.read(folder[format.file]).channels[0].count == Int(info.frameCount))
  }

  @Test("AAC is as it was where it was: a click stays on its frame")
  func click() throws {
    var samples = [Float](repeating: 0, count: 60_000)
    for frame in 0..<40 { samples[20_000 + frame] = sin(Float(frame) * .pi / 40) * 0.9 }
    try folder.sound("source.wav", samples, rate: SampleRate(hertz: 44_100)!, format: .wav16)
    try folder.ffmpeg(["-i", "source.wav", "-c:a", "aac", "-b:a", "192k", "click.m4a"])
    let heard = try SoundFile.read(folder["click.m4a"]).channels[0]
    #expect(heard.count == 60_000)
    let top = try #require(heard.indices.max { heard[$0] < heard[$1] })
    #expect(abs(top - 20_020) <= 2, "\(top)")
  }

  @Test("A file in fragments is read to its end")
  func fragments() throws {
    try folder.encode(FFmpegEncoding.exact[0], "-frag_duration", "500000")
    let info = try SoundFile.info(folder["aac.m4a"])
    #expect(abs(Int(info.frameCount) - 132_423) < 2_200, "\(info.frameCount)")
  }

  @Test("Any frame is reached, from the beginning on", arguments: ["alac.m4a", "pack.wv"])
  func places(file: String) throws {
    let format = try #require(FFmpegEncoding.lossless.first { $0.file == file })
    let samples = try folder.encode(format)
    let sound = try OpenSound(folder[file], .standard)
    for first in [100_000, 5, 0, 132_322] as [FrameCount] {
      let read = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 200)
      defer { read.deallocate() }
      try sound.readIntegers(from: first, into: read)
      #expect(read.map { Float($0) / 32_768 } == Array(samples[(2 * Int(first))..<(2 * Int(first) + 200)]))
    }
  }

  @Test("A set plays them: a loop of AAC is as long as its music")
  func loaded() throws {
    try folder.encode(FFmpegEncoding.exact[0])
    try folder.write("[[stem]]\nid = \"a\"\nfile = \"aac.m4a\"\nbase = true\n", to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    #expect(SetCheck.problems(of: set, depth: .samples) == [])
    let stem = try StemLoader.load(
      StemIndex(0), of: set, timing: SetTiming(of: set), at: SampleRate(hertz: 44_100)!)
    #expect(stem.buffer.layout.loop == 132_423)
  }

  @Test("The tempo that iTunes writes is stated")
  func tempo() throws {
    try folder.encode(FFmpegEncoding.exact[0], "-metadata", "tmpo=96")
    #expect(try SoundReaders.standard.description(folder["aac.m4a"]).tempo == Tempo(96))
    try folder.encode(FFmpegEncoding.exact[0])
    #expect(try SoundReaders.standard.description(folder["aac.m4a"]).tempo == nil)
  }

  // MARK: - Broken files

  @Test(
    "A file that was cut short is refused, or has fewer frames", arguments: FFmpegEncoding.lossless.prefix(3))
  func cut(format: FFmpegEncoding) throws {
    // The boxes of MPEG-4 come first, so that the cut file can be read at all.
    let options = format.file.hasSuffix("m4a") ? ["-movflags", "faststart"] : []
    var fast = format
    fast.options = options
    try folder.encode(fast)
    let whole = try folder.bytes(format.file)
    for size in [whole.count * 9 / 10, whole.count / 2, whole.count / 10] {
      try folder.write(whole.prefix(size), to: format.file)
      guard case .truncated(let read, announced: 132_423) = folder.cause(format.file) else {
        Issue.record("\(size) of \(whole.count): \(folder.cause(format.file) as Any)")
        continue
      }
      #expect(read < 132_423)
    }
  }

  @Test("What is damaged in the middle is refused", arguments: FFmpegEncoding.lossless.prefix(3))
  func damaged(format: FFmpegEncoding) throws {
    try folder.encode(format)
    var bytes = try folder.bytes(format.file)
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<(middle + 2000), with: (0..<2000).map { UInt8($0 * 7 & 255) })
    try folder.write(bytes, to: format.file)
    #expect(folder.cause(format.file) != nil)
  }

  @Test(
    "What only begins as such a file is damaged, at once",
    arguments: [
      "\0\0\0 ftypM4A isom", "wvpk", "TTA1", "MAC ", "DSD ", "\u{b}w",
    ])
  func beginnings(start: String) throws {
    try folder.write(Data(start.utf8) + Data(count: 5000), to: "a")
    #expect(folder.cause("a") == .damaged)
  }

  @Test(
    "A playlist under the name of a sound reads no other file",
    arguments: ["#EXTM3U\n#EXTINF:1,\nsource.wav\n", "ffconcat version 1.0\nfile source.wav\n"])
  func playlist(text: String) throws {
    try folder.encode(FFmpegEncoding.exact[0])
    try folder.write(text, to: "x.m4a")
    #expect(folder.cause("x.m4a") == .unrecognised)
    #expect(throws: SoundProblem.Cause.damaged, "not even where its beginning did not tell") {
      let file = open(folder["x.m4a"], O_RDONLY)
      defer { close(file) }
      _ = try FFmpegStream(file, "/usr/bin/ffprobe", until: .now + .seconds(30))
    }
  }

  @Test("A film without sound is none")
  func silentFilm() throws {
    try folder.ffmpeg(["-f", "lavfi", "-i", "color=c=red:s=32x32:d=0.2", "-c:v", "mpeg4", "film.mp4"])
    #expect(folder.cause("film.mp4") == .unrecognised)
  }

  /// The files to damage, and how many mutants of each there are.
  private static let mutants = LongCampaign.count(10, long: 100)

  @Test(
    "Damaged anywhere it is read or refused, never more than that",
    arguments: [
      FFmpegEncoding.lossless[0], FFmpegEncoding.lossless[1], FFmpegEncoding.lossless[2],
      FFmpegEncoding.exact[0],
      FFmpegEncoding.exact[2],
    ])
  func mutated(format: FFmpegEncoding) throws {
    try folder.encode(format)
    let whole = [UInt8](try folder.bytes(format.file))
    var random = SplitMix64(seed: 11)
    let readers = SoundReaders([FFmpegReader.self, SndfileReader.self], longestTime: .seconds(5))
    for _ in 0..<Self.mutants {
      var bytes = whole
      // Half of the damage is where the headers are.
      for _ in 0..<(1 + Int(random.next() % 8)) {
        let end = random.next() % 2 == 0 ? 400 : bytes.count
        let place =
          random.next() % 4 == 0
          ? bytes.count - 1 - Int(random.next() % 1200) : Int(random.next() % UInt64(end))
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      try folder.write(bytes, to: "mutant")
      let start = ContinuousClock.now
      do throws(SoundProblem) {
        let data = try readers.read(folder["mutant"])
        #expect(data.channels.allSatisfy { $0.count == Int(data.info.frameCount) })
      } catch {
        #expect(!error.message.isEmpty)
      }
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }
}
