import Foundation

/// The tempo that a sound file states of itself: in the `acid` chunk of WAV, in an ID3 tag (MP3, WAV, AIFF), or in the comments of
/// FLAC, Vorbis and Opus.
///
/// What is not understood states nothing: a tag is only a hint, and the sound is what plays.
enum TempoTag {
  /// The most bytes that are read of one tag; pictures may follow.
  static let largestTag = 1 << 18
  /// The most chunks, blocks and frames that are looked at.
  private static let mostChunks = 100

  /// - Returns: nil if the file states none, or one outside ``Tempo/range``.
  static func read(_ file: HeaderBytes) -> Tempo? {
    switch file.text(at: 0) {
    case "RIFF", "RIFX", "RF64": return wave(file)
    case "FORM":
      return chunks(file, isBigEndian: true) { name, file, start, size in id3(name, file, start, size) }
    case "fLaC": return flac(file)
    case "OggS": return OggPacket.second(file).flatMap { VorbisComments(oggPacket: $0)?.tempo }
    default: return ID3Tag(file, at: 0)?.tempo
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
    return chunks(file, isBigEndian: file.text(at: 0) == "RIFX") { name, file, start, size in
      name == "acid" ? acid(file, start, size) : id3(name, file, start, size)
    }
  }

  /// Flags, root note, two unknown numbers, beats, the meter and the tempo. Bit 0 of the flags marks a sound that is no loop.
  private static func acid(_ file: HeaderBytes, _ start: Int, _ size: Int) -> Tempo? {
    guard size >= 24, let flags = file.number(at: start, count: 4), flags & 1 == 0,
      let bits = file.number(at: start + 20, count: 4)
    else { return nil }
    return tempo(Double(Float(bitPattern: UInt32(bits))))
  }

  private static func id3(_ name: String, _ file: HeaderBytes, _ start: Int, _ size: Int) -> Tempo? {
    name.uppercased() == "ID3 " && size > 10 ? ID3Tag(file, at: start)?.tempo : nil
  }

  /// - Returns: The first tempo that a chunk states.
  private static func chunks(
    _ file: HeaderBytes, isBigEndian: Bool,
    _ read: (_ name: String, _ file: HeaderBytes, _ start: Int, _ size: Int) -> Tempo?
  ) -> Tempo? {
    var file = file
    file.isBigEndian = isBigEndian
    var offset = 12
    for _ in 0..<mostChunks {
      guard let name = file.text(at: offset), var size = file.number(at: offset + 4, count: 4) else { break }
      if let tempo = read(name, file, offset + 8, size) { return tempo }
      // RF64 keeps the length of the samples in a chunk before them.
      if name == "data", size == 0xffff_ffff, file.text(at: 12) == "ds64" {
        size = file.number(at: 28, count: 8) ?? size
      }
      let (next, isTooFar) = (offset + 8 + size % 2).addingReportingOverflow(size)
      if isTooFar { break }
      offset = next
    }
    return nil
  }

  // MARK: - FLAC

  private static func flac(_ file: HeaderBytes) -> Tempo? {
    var file = file
    file.isBigEndian = true
    var offset = 4
    for _ in 0..<mostChunks {
      guard let kind = file.number(at: offset, count: 1), let size = file.number(at: offset + 1, count: 3)
      else { break }
      if kind & 0x7f == 4 { return VorbisComments(file.upTo(min(size, largestTag), at: offset + 4)).tempo }
      if kind & 0x80 != 0 { break }
      offset += 4 + size
    }
    return nil
  }
}
