import Foundation

/// The tempo that a sound file states of itself: in the `acid` chunk of WAV and W64, in an ID3 tag (MP3, WAV, AIFF), in the comments of
/// FLAC, Vorbis and Opus, in the chunk `info` of CAF, or by the number of beats in an Apple Loop (AIFF, CAF).
///
/// What is not understood states nothing: a tag is only a hint, and the sound is what plays.
enum TempoTag {
  /// The most bytes that are read of one tag; pictures may follow.
  static let largestTag = 1 << 18

  /// - Returns: nil if the file states none, or one outside ``Tempo/range``.
  static func read(_ file: HeaderBytes) -> TempoStatement? {
    switch file.text(at: 0) {
    case "RIFF", "RIFX", "RF64": wave(file).map(TempoStatement.tempo)
    case "riff":
      TagChunks.first(file, as: .wave64) { $0.name == "acid" ? acid($0) : nil }.map(TempoStatement.tempo)
    case "FORM":
      TagChunks.first(file.ordered(isBigEndian: true), id3).map { .tempo($0) } ?? AppleLoop.inAIFF(file)
    case "caff": AppleLoop.inCAF(file)
    case "fLaC", "OggS": VorbisComments(of: file)?.tempo.map(TempoStatement.tempo)
    default: ID3Tag(file, at: 0)?.tempo.map(TempoStatement.tempo)
    }
  }

  /// The number that a tag holds, to thousandths: a 32-bit float holds 96.1 only nearly.
  static func tempo(_ beatsPerMinute: Double) -> Tempo? {
    beatsPerMinute.isFinite ? Tempo((beatsPerMinute * 1000).rounded() / 1000) : nil
  }

  /// A number as people write it, also with a comma.
  static func tempo(_ text: some StringProtocol) -> Tempo? {
    let number = text.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
    return Double(number.replacing(",", with: ".")).flatMap(tempo)
  }

  // MARK: - Chunks

  private static func wave(_ file: HeaderBytes) -> Tempo? {
    guard file.text(at: 8) == "WAVE" else { return nil }
    return TagChunks.first(file.ordered(isBigEndian: file.text(at: 0) == "RIFX")) { chunk in
      chunk.name == "acid" ? acid(chunk) : id3(chunk)
    }
  }

  /// Flags, root note, two unknown numbers, beats, the meter and the tempo. Bit 0 of the flags marks a sound that is no loop.
  private static func acid(_ chunk: TagChunks.Chunk) -> Tempo? {
    guard chunk.size >= 24, let flags = chunk.file.number(at: chunk.start, count: 4), flags & 1 == 0,
      let bits = chunk.file.number(at: chunk.start + 20, count: 4)
    else { return nil }
    return tempo(Double(Float(bitPattern: UInt32(bits))))
  }

  private static func id3(_ chunk: TagChunks.Chunk) -> Tempo? {
    chunk.name.uppercased() == "ID3 " && chunk.size > 10 ? ID3Tag(chunk.file, at: chunk.start)?.tempo : nil
  }
}
