import CSndFile

/// The formats of ``SoundWriter``.
public enum SoundFormat: String, CaseIterable, Sendable {
  /// WAV, 16-bit integers, not dithered.
  case wav16
  /// WAV, 24-bit integers.
  case wav24
  /// WAV, 32-bit floats, unchanged.
  case wav32f
  /// FLAC, 24-bit integers.
  case flac

  /// The extension of file names of this format.
  public var fileExtension: String { self == .flac ? "flac" : "wav" }

  /// For libsndfile.
  /// - Parameter isLong: RF64 instead of WAV.
  func code(isLong: Bool) -> Int32 {
    let wave = isLong ? SF_FORMAT_RF64 : SF_FORMAT_WAV
    return switch self {
    case .wav16: Int32(wave | SF_FORMAT_PCM_16)
    case .wav24: Int32(wave | SF_FORMAT_PCM_24)
    case .wav32f: Int32(wave | SF_FORMAT_FLOAT)
    case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
    }
  }

  /// The capacity of an ordinary WAV file, whose sizes have 32 bits, and of FLAC, whose count has 36.
  func mostFrames(channelCount: Int) -> Int64 {
    if self == .flac { return (1 << 36) - 1 }
    let frameSize = max(1, channelCount) * (integerBits ?? 32) / 8
    return ((1 << 32) - (1 << 16)) / Int64(frameSize)
  }

  /// Bits of an integer sample; nil for floats.
  var integerBits: Int? {
    switch self {
    case .wav16: 16
    case .wav24, .flac: 24
    case .wav32f: nil
    }
  }
}

/// Turns floats into integers: nearest value, saturated.
///
/// libsndfile's own conversion multiplies by 32767 on the way out but divides by 32768 on the way in, and rounds
/// down while it clips. This one is the exact inverse of reading, so 16-bit material passes unchanged.
struct SampleEncoder {
  private let bits: Int?

  init(_ format: SoundFormat) { bits = format.integerBits }

  var isFloat: Bool { bits == nil }

  /// - Returns: The samples in the upper bits, as libsndfile wants them.
  func encode(_ samples: UnsafeBufferPointer<Float>, clipped: inout Int) -> [Int32] {
    let bits = bits ?? 24
    let scale = Float(1 << (bits - 1))
    return [Int32](unsafeUninitializedCapacity: samples.count) { integers, count in
      for (index, sample) in samples.enumerated() {
        if !(abs(sample) <= 1) { clipped += 1 }
        let scaled = (sample * scale).rounded(.toNearestOrEven)
        let value = scaled.isNaN ? 0 : min(max(scaled, -scale), scale - 1)
        integers[index] = Int32(value) << Int32(32 - bits)
      }
      count = samples.count
    }
  }
}
