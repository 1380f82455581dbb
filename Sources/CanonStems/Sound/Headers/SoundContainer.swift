import CSndFile

/// The containers of sound that canon reads. libsndfile opens more of them; those would not be held against their announced lengths.
enum SoundContainer {
  /// RIFF, RIFX and RF64.
  case wave
  case wave64
  case aiff
  case caf
  case flac
  case ogg
  case mpeg

  /// - Parameter format: As libsndfile names it.
  /// - Returns: nil for a container that canon does not read.
  init?(format: Int) {
    switch format & SF_FORMAT_TYPEMASK {
    case SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64: self = .wave
    case SF_FORMAT_W64: self = .wave64
    case SF_FORMAT_AIFF: self = .aiff
    case SF_FORMAT_CAF: self = .caf
    case SF_FORMAT_FLAC: self = .flac
    case SF_FORMAT_OGG: self = .ogg
    case SF_FORMAT_MPEG: self = .mpeg
    default: return nil
    }
  }

  /// Whether a file of one of them begins so, damaged or not. An MP3 file has no such name.
  /// - Parameter start: The file's first bytes, at least 12 of them unless it is shorter.
  static func isNamed(in start: [UInt8]) -> Bool {
    func text(_ range: Range<Int>) -> String? {
      start.count < range.upperBound ? nil : String(decoding: start[range], as: UTF8.self)
    }
    switch text(0..<4) {
    case "RIFF", "RIFX", "RF64": return text(8..<12) == "WAVE" || start.count < 12
    case "FORM": return ["AIFF", "AIFC"].contains(text(8..<12)) || start.count < 12
    // The name is longer, so that text which begins with the word is none.
    case "riff": return start.dropFirst(4).starts(with: [0x2e, 0x91, 0xcf, 0x11])
    case "caff", "fLaC", "OggS": return true
    default: return false
    }
  }

  /// Whether a file begins as one whose samples are not compressed, as a rule.
  /// - Parameter start: As above.
  static func isPlain(_ start: [UInt8]) -> Bool {
    isNamed(in: start) && !["fLaC", "OggS"].contains { start.starts(with: $0.utf8) }
  }
}
