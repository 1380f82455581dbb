/// An ID3 tag of version 2.2, 2.3 or 2.4 (id3.org).
struct ID3Tag {
  private let bytes: [UInt8]
  private let version: UInt8
  /// The bytes before the first frame.
  private let skipped: Int

  private static let mostFrames = 1000

  /// - Returns: nil if there is no tag.
  init?(_ file: HeaderBytes, at offset: Int) {
    guard file.text(at: offset, count: 3) == "ID3", let head = file.bytes(at: offset + 3, count: 7),
      (2...4).contains(head[0])
    else { return nil }
    version = head[0]
    bytes = file.upTo(min(Int(head[3...].sevenBits), TempoTag.largestTag), at: offset + 10)
    // A longer head may follow; its first number is its size, without itself in version 2.3.
    skipped =
      version == 2 || head[2] & 0x40 == 0 || bytes.count < 4
      ? 0 : version == 4 ? Int(bytes[..<4].sevenBits) : 4 + Int(bytes[..<4].bigEndian)
  }

  /// What the frame `TBPM` states, a number as text.
  var tempo: Tempo? {
    let nameSize = version == 2 ? 3 : 4, headSize = version == 2 ? 6 : 10
    var offset = skipped
    for _ in 0..<Self.mostFrames where bytes.count - offset > headSize {
      let name = String(decoding: bytes[offset..<(offset + nameSize)], as: UTF8.self)
      let sizeBytes = bytes[(offset + nameSize)..<(offset + 2 * nameSize)]
      let size = Int(version == 4 ? sizeBytes.sevenBits : sizeBytes.bigEndian)
      let start = offset + headSize
      guard bytes[offset] != 0, size <= bytes.count - start else { break }
      if name == "TBPM" || name == "TBP" { return TempoTag.tempo(Self.text(bytes[start..<(start + size)])) }
      offset = start + size
    }
    return nil
  }

  /// The text behind the number of its encoding. A tempo is of ASCII, so that of UTF-16 its bytes other than zero are enough.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.dropFirst().filter { (1..<128).contains($0) }, as: UTF8.self)
  }
}
