/// The one segment of a Matroska or WebM file, which holds everything behind the file's head (RFC 8794, RFC 9559).
enum MatroskaSegment {
  /// Whether the file is as long as its segment says; true also of a segment of unknown length, and of all other files.
  static func isWhole(_ file: HeaderBytes) -> Bool {
    guard file.bytes(at: 0, count: 4) == [0x1a, 0x45, 0xdf, 0xa3], let head = size(file, at: 4),
      let count = head.count
    else { return true }
    let (segment, isTooFar) = head.end.addingReportingOverflow(count)
    guard !isTooFar, file.bytes(at: segment, count: 4) == [0x18, 0x53, 0x80, 0x67],
      let size = size(file, at: segment + 4), let bytes = size.count
    else { return true }
    return bytes <= file.size - size.end
  }

  /// A number of one to eight bytes, of which the first one's leading zeros tell how many.
  /// - Returns: It, nil if it is unknown, and where it ends; nil if there is none.
  private static func size(_ file: HeaderBytes, at offset: Int) -> (count: Int?, end: Int)? {
    guard let first = file.bytes(at: offset, count: 1)?[0], first > 0 else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard let number = file.ordered(isBigEndian: true).number(at: offset, count: length) else { return nil }
    let bits = 7 * length, mask = 1 << bits - 1
    return (number & mask == mask ? nil : number & mask, offset + length)
  }
}
