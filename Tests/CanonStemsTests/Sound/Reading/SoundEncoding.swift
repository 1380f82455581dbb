import CSndFile
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A way in which libsndfile encodes sound.
struct SoundEncoding: CustomTestStringConvertible, Sendable {
  let name: String
  let code: Int
  var rate: Int32 = 44_100
  var testDescription: String { name }

  /// Each kind that canon reads.
  static let all = [
    SoundEncoding(name: "wav16", code: SF_FORMAT_WAV | SF_FORMAT_PCM_16),
    SoundEncoding(name: "wav24", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24),
    SoundEncoding(name: "wavFloat", code: SF_FORMAT_WAV | SF_FORMAT_FLOAT),
    SoundEncoding(name: "wavExtensible", code: SF_FORMAT_WAVEX | SF_FORMAT_PCM_24),
    SoundEncoding(name: "wavULaw", code: SF_FORMAT_WAV | SF_FORMAT_ULAW),
    SoundEncoding(name: "wavMSADPCM", code: SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM),
    SoundEncoding(name: "wavIMAADPCM", code: SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM),
    SoundEncoding(name: "wavGSM", code: SF_FORMAT_WAV | SF_FORMAT_GSM610),
    SoundEncoding(name: "rifx", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24 | SF_ENDIAN_BIG),
    SoundEncoding(name: "rf64", code: SF_FORMAT_RF64 | SF_FORMAT_PCM_24),
    SoundEncoding(name: "w64", code: SF_FORMAT_W64 | SF_FORMAT_PCM_24),
    SoundEncoding(name: "w64Float", code: SF_FORMAT_W64 | SF_FORMAT_FLOAT),
    SoundEncoding(name: "w64IMAADPCM", code: SF_FORMAT_W64 | SF_FORMAT_IMA_ADPCM),
    SoundEncoding(name: "aiff16", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
    SoundEncoding(name: "aiff24", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_24),
    SoundEncoding(name: "aiffFloat", code: SF_FORMAT_AIFF | SF_FORMAT_FLOAT),
    SoundEncoding(name: "aiffLittle", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE),
    SoundEncoding(name: "aiffIMAADPCM", code: SF_FORMAT_AIFF | SF_FORMAT_IMA_ADPCM),
    SoundEncoding(name: "caf16", code: SF_FORMAT_CAF | SF_FORMAT_PCM_16),
    SoundEncoding(name: "cafFloat", code: SF_FORMAT_CAF | SF_FORMAT_FLOAT),
    SoundEncoding(name: "cafALAC", code: SF_FORMAT_CAF | SF_FORMAT_ALAC_16),
    SoundEncoding(name: "flac", code: SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
    SoundEncoding(name: "vorbis", code: SF_FORMAT_OGG | SF_FORMAT_VORBIS),
    SoundEncoding(name: "opus", code: SF_FORMAT_OGG | SF_FORMAT_OPUS, rate: 48_000),
    SoundEncoding(name: "mp3", code: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
  ]

  static func named(_ name: String) -> SoundEncoding { all.first { $0.name == name }! }
}

extension TemporaryFolder {
  /// Why a file is refused; nil if it is read.
  func cause(_ name: String) -> SoundProblem.Cause? {
    do throws(SoundProblem) {
      _ = try SoundFile.read(self[name])
      return nil
    } catch {
      return error.cause
    }
  }

  /// Writes one or two channels of noise to the file of the encoding's name.
  func encode(_ format: SoundEncoding, frames: Int = 20_000, channels: Int = 1) throws {
    var header = SF_INFO()
    header.samplerate = format.rate
    header.channels = Int32(channels)
    header.format = Int32(format.code)
    let file = try #require(sf_open(self[format.name], Int32(SFM_WRITE), &header))
    var noise = Noise()
    let samples = (0..<(frames * channels)).map { _ in noise.next() }
    #expect(sf_writef_float(file, samples, Int64(frames)) == frames)
    #expect(sf_close(file) == 0)
  }
}

/// Noise that is the same each time.
private struct Noise {
  private var state: UInt64 = 7

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 33)) / Float(1 << 31) * 0.5
  }
}
