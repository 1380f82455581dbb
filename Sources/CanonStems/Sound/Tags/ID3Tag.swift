import CanonEngine
import Foundation

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

  /// What the first frame `TBPM` states, a number as text.
  var tempo: Tempo? { texts("TBPM", "TBP").first?.last.flatMap(TempoTag.tempo) }

  /// The loop that the frames `TXXX` with the descriptions `LOOPSTART`, `LOOPLENGTH` and `LOOPEND` name.
  var loop: LoopPoints? {
    let comments = texts("TXXX", "TXX").filter { $0.count > 1 }
    return LoopTag.commented { key in
      comments.filter { $0[0].trimmingCharacters(in: .whitespaces).lowercased() == key }.map { $0[1] }
    }
  }

  /// The texts of the frames with this name: of each the parts that zeros divide.
  /// - Parameter old: Its name in version 2.2.
  private func texts(_ name: String, _ old: String) -> [[String]] {
    let nameSize = version == 2 ? 3 : 4, headSize = version == 2 ? 6 : 10
    var offset = skipped, texts: [[String]] = []
    for _ in 0..<Self.mostFrames where bytes.count - offset > headSize {
      let found = String(decoding: bytes[offset..<(offset + nameSize)], as: UTF8.self)
      let sizeBytes = bytes[(offset + nameSize)..<(offset + 2 * nameSize)]
      let size = Int(version == 4 ? sizeBytes.sevenBits : sizeBytes.bigEndian)
      let start = offset + headSize
      guard bytes[offset] != 0, size <= bytes.count - start else { break }
      if found == name || found == old { texts.append(Self.parts(bytes[start..<(start + size)])) }
      offset = start + size
    }
    return texts
  }

  /// The parts of a text behind the number of its encoding. Numbers and the names of loops are of ASCII, so that of UTF-16 its bytes other than zero
  /// are enough.
  private static func parts(_ text: ArraySlice<UInt8>) -> [String] {
    guard let encoding = text.first else { return [] }
    let width = encoding == 1 || encoding == 2 ? 2 : 1
    var parts = [""]
    for place in stride(from: text.startIndex + 1, to: text.endIndex, by: width) {
      let letter = text[place..<min(place + width, text.endIndex)]
      if letter.allSatisfy({ $0 == 0 }) {
        parts.append("")
      } else {
        parts[parts.count - 1] += String(decoding: letter.filter { (1..<128).contains($0) }, as: UTF8.self)
      }
    }
    // A zero may end the last part.
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    return parts
  }
}
