import CSndFile

/// How a sound file stores its samples: names for people, which nothing is decided by.
public struct FileEncoding: Hashable, Sendable {
  /// `WAV`, `FLAC`, `Ogg`, `MPEG-4`.
  public let container: String
  /// `pcm`, `float`, `flac`, `vorbis`, `mp3`; ffmpeg's name for what ffmpeg decodes.
  public let codec: String
  /// Bits of a sample; nil where samples have none, as in MP3, or where the file does not tell.
  public let bits: Int?

  static let unknown = FileEncoding(container: "unknown", codec: "unknown", bits: nil)

  init(container: String, codec: String, bits: Int?) {
    (self.container, self.codec, self.bits) = (container, codec, bits)
  }

  /// - Parameters:
  ///   - format: As libsndfile names it.
  ///   - isInOgg: Whether it is a FLAC file that the pages of an Ogg file carry.
  init(format: Int, isInOgg: Bool) {
    let type = format & SF_FORMAT_TYPEMASK
    let bits = Self.bits[format & SF_FORMAT_SUBMASK]
    let codec = type == SF_FORMAT_FLAC ? "flac" : Self.codecs[format & SF_FORMAT_SUBMASK]
    self.init(
      container: isInOgg ? "Ogg" : Self.containers[type] ?? "unknown", codec: codec ?? "unknown", bits: bits)
  }

  private static let containers: [Int: String] = [
    SF_FORMAT_WAV: "WAV", SF_FORMAT_WAVEX: "WAV", SF_FORMAT_RF64: "RF64", SF_FORMAT_W64: "W64",
    SF_FORMAT_AIFF: "AIFF", SF_FORMAT_CAF: "CAF", SF_FORMAT_FLAC: "FLAC", SF_FORMAT_OGG: "Ogg",
    SF_FORMAT_MPEG: "MPEG",
  ]

  private static let bits: [Int: Int] = [
    SF_FORMAT_PCM_S8: 8, SF_FORMAT_PCM_U8: 8, SF_FORMAT_PCM_16: 16, SF_FORMAT_PCM_24: 24,
    SF_FORMAT_PCM_32: 32, SF_FORMAT_FLOAT: 32, SF_FORMAT_DOUBLE: 64, SF_FORMAT_ALAC_16: 16,
    SF_FORMAT_ALAC_20: 20, SF_FORMAT_ALAC_24: 24, SF_FORMAT_ALAC_32: 32,
  ]

  private static let codecs: [Int: String] = [
    SF_FORMAT_PCM_S8: "pcm", SF_FORMAT_PCM_U8: "pcm", SF_FORMAT_PCM_16: "pcm", SF_FORMAT_PCM_24: "pcm",
    SF_FORMAT_PCM_32: "pcm", SF_FORMAT_FLOAT: "float", SF_FORMAT_DOUBLE: "float", SF_FORMAT_ULAW: "ulaw",
    SF_FORMAT_ALAW: "alaw", SF_FORMAT_IMA_ADPCM: "adpcm", SF_FORMAT_MS_ADPCM: "adpcm",
    SF_FORMAT_GSM610: "gsm", SF_FORMAT_VORBIS: "vorbis", SF_FORMAT_OPUS: "opus", SF_FORMAT_ALAC_16: "alac",
    SF_FORMAT_ALAC_20: "alac", SF_FORMAT_ALAC_24: "alac", SF_FORMAT_ALAC_32: "alac",
    SF_FORMAT_MPEG_LAYER_I: "mp1", SF_FORMAT_MPEG_LAYER_II: "mp2", SF_FORMAT_MPEG_LAYER_III: "mp3",
  ]
}

extension FileEncoding: CustomStringConvertible {
  /// `WAV 16`, `WAV float`, `FLAC 24`, `Ogg vorbis`, `mp3`.
  public var description: String {
    switch codec {
    case "pcm": container + (bits.map { " \($0)" } ?? "")
    case "float": container + (bits == 64 ? " double" : " float")
    case "mp1", "mp2", "mp3": codec
    case container.lowercased(): container + (bits.map { " \($0)" } ?? "")
    default: "\(container) \(codec)" + (bits.map { " \($0)" } ?? "")
    }
  }
}
