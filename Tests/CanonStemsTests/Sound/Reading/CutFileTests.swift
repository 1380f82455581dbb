import CSndFile
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A file that was cut short is noticed by its own header, whatever the format.
@Suite struct CutFileTests {
  let folder = TemporaryFolder()

  struct Format: CustomTestStringConvertible, Sendable {
    let name: String
    let code: Int
    var rate: Int32 = 44_100
    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "wav16", code: SF_FORMAT_WAV | SF_FORMAT_PCM_16),
    Format(name: "wav24", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24),
    Format(name: "wavFloat", code: SF_FORMAT_WAV | SF_FORMAT_FLOAT),
    Format(name: "wavExtensible", code: SF_FORMAT_WAVEX | SF_FORMAT_PCM_24),
    Format(name: "wavULaw", code: SF_FORMAT_WAV | SF_FORMAT_ULAW),
    Format(name: "wavMSADPCM", code: SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM),
    Format(name: "wavIMAADPCM", code: SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM),
    Format(name: "wavGSM", code: SF_FORMAT_WAV | SF_FORMAT_GSM610),
    Format(name: "rifx", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24 | SF_ENDIAN_BIG),
    Format(name: "rf64", code: SF_FORMAT_RF64 | SF_FORMAT_PCM_24),
    Format(name: "aiff16", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
    Format(name: "aiff24", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_24),
    Format(name: "aiffFloat", code: SF_FORMAT_AIFF | SF_FORMAT_FLOAT),
    Format(name: "aiffLittle", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE),
    Format(name: "aiffIMAADPCM", code: SF_FORMAT_AIFF | SF_FORMAT_IMA_ADPCM),
    Format(name: "caf16", code: SF_FORMAT_CAF | SF_FORMAT_PCM_16),
    Format(name: "cafFloat", code: SF_FORMAT_CAF | SF_FORMAT_FLOAT),
    Format(name: "cafALAC", code: SF_FORMAT_CAF | SF_FORMAT_ALAC_16),
    Format(name: "flac", code: SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
    Format(name: "vorbis", code: SF_FORMAT_OGG | SF_FORMAT_VORBIS),
    Format(name: "opus", code: SF_FORMAT_OGG | SF_FORMAT_OPUS, rate: 48_000),
    Format(name: "mp3", code: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
  ]

  /// Writes one or two channels as libsndfile encodes them.
  private func encode(_ format: Format, frames: Int = 20_000, channels: Int = 1) throws {
    var header = SF_INFO()
    header.samplerate = format.rate
    header.channels = Int32(channels)
    header.format = Int32(format.code)
    let file = try #require(sf_open(folder[format.name], Int32(SFM_WRITE), &header))
    var noise = SplitMix()
    let samples = (0..<(frames * channels)).map { _ in noise.next() }
    #expect(sf_writef_float(file, samples, Int64(frames)) == frames)
    #expect(sf_close(file) == 0)
  }

  private func cause(_ name: String) -> SoundProblem.Cause? {
    do throws(SoundProblem) {
      _ = try SoundFile.read(folder[name])
      return nil
    } catch {
      return error.cause
    }
  }

  @Test("A whole file is read, and a cut one is refused", arguments: formats, [1, 2])
  func cut(format: Format, channels: Int) throws {
    guard channels == 1 || format.name != "wavGSM" else { return }
    try encode(format, channels: channels)
    let whole = try folder.bytes(format.name)
    #expect(cause(format.name) == nil)
    var sizes = [whole.count - 700, whole.count * 2 / 3, whole.count / 2]
    // In these the last bytes are no sound.
    if !["wavGSM", "cafALAC"].contains(format.name) { sizes += [whole.count - 1, whole.count - 3] }
    for size in sizes {
      try folder.write(whole.prefix(size), to: format.name)
      let cause = cause(format.name)
      #expect(cause != nil, "\(size) of \(whole.count) bytes")
      if case .truncated(let read, let announced)? = cause {
        #expect(read < announced)
        #expect(announced <= 20_000 + 4096)
      }
    }
  }

  @Test(
    "Chunks after the samples are no samples",
    arguments: formats.filter { $0.name.hasPrefix("wav") || $0.name.hasPrefix("aiff") })
  func chunksBehind(format: Format) throws {
    try encode(format)
    let size = [UInt8]([0, 0, 0, 4]), isBig = format.name.hasPrefix("aiff")
    let chunk = Array("junk".utf8) + (isBig ? size : size.reversed()) + [1, 2, 3, 4]
    try folder.write(folder.bytes(format.name) + Data(chunk), to: format.name)
    #expect(cause(format.name) == nil)
  }

  @Test func tagsBehindAnMP3AreNoSound() throws {
    try encode(Self.formats.last!)
    let whole = try folder.bytes("mp3")
    try folder.write(whole + Data("TAG".utf8) + Data(repeating: 32, count: 125), to: "mp3")
    #expect(cause("mp3") == nil)
    try folder.write(whole + Data(repeating: 0, count: 500), to: "mp3")
    #expect(cause("mp3") == nil)
    let id3 = Data("ID3".utf8) + Data([3, 0, 0, 0, 0, 1, 0]) + Data(repeating: 0, count: 128)
    try folder.write(id3 + whole, to: "mp3")
    #expect(cause("mp3") == nil)
    try folder.write(id3 + whole.prefix(whole.count / 2), to: "mp3")
    #expect(cause("mp3") != nil)
  }
}

/// Noise that is the same each time.
private struct SplitMix {
  private var state: UInt64 = 7

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 33)) / Float(1 << 31) * 0.5
  }
}
