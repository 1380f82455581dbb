/// What an Apple Loop says of its tempo, and any CAF file.
enum AppleLoop {
  /// The most texts of a CAF file that are looked at.
  private static let mostTexts = 1000
  /// More than any loop has.
  private static let mostBeats = 100_000
  /// The name of the chunk with the texts of an Apple Loop in CAF.
  private static let name: [UInt8] = [
    0x29, 0x81, 0x92, 0x73, 0xb5, 0xbf, 0x4a, 0xef, 0xb7, 0x8d, 0x62, 0xd1, 0xef, 0x90, 0xbb, 0x2c,
  ]

  /// The beats in the chunk `basc`: behind its version. A sound that is no loop has none.
  static func inAIFF(_ file: HeaderBytes) -> TempoStatement? {
    TagChunks.first(file.ordered(isBigEndian: true)) { chunk in
      chunk.name == "basc" && chunk.size >= 8
        ? file.ordered(isBigEndian: true).number(at: chunk.start + 4, count: 4).flatMap(beats) : nil
    }
  }

  /// `tempo` in the chunk `info` ("Core Audio Format Specification 1.0", Apple), or else `beat count` in an Apple Loop's own chunk.
  static func inCAF(_ file: HeaderBytes) -> TempoStatement? {
    let file = file.ordered(isBigEndian: true)
    var count: TempoStatement?
    let tempo: Tempo? = TagChunks.first(file, as: .caf) { chunk in
      switch chunk.name {
      case "info": return texts(chunk.bytes[...])["tempo"].flatMap(TempoTag.tempo)
      case "uuid" where file.bytes(at: chunk.start, count: name.count) == name:
        count =
          count ?? texts(chunk.bytes.dropFirst(name.count))["beat count"].flatMap { Int($0) }.flatMap(beats)
        return nil
      default: return nil
      }
    }
    return tempo.map(TempoStatement.tempo) ?? count
  }

  private static func beats(_ count: Int) -> TempoStatement? {
    (1...mostBeats).contains(count) ? .beats(count) : nil
  }

  /// The number of the texts, and each with its name, ended by zeros.
  private static func texts(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    let words = bytes.dropFirst(4).split(
      separator: 0, maxSplits: 2 * mostTexts, omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    var texts: [String: String] = [:]
    for place in stride(from: 0, to: words.count - 1, by: 2) where texts[words[place]] == nil {
      texts[words[place]] = words[place + 1]
    }
    return texts
  }
}
