/// The end of an Ogg file: its last page is whole and says that it is the last (RFC 3533).
enum OggEnd {
  /// The bytes of the longest page.
  private static let longestPage = 27 + 255 + 255 * 255
  /// The bytes that can follow, such as tags that do not belong there.
  private static let longestRest = 1 << 16

  static func isThere(_ file: HeaderBytes) -> Bool {
    let start = max(0, file.size - longestPage - longestRest)
    let bytes = file.upTo(file.size - start, at: start)
    // Backwards, since pages before the last one do not matter.
    var place = bytes.count - 27
    while place >= 0 {
      // The name, and the only version.
      if bytes[place...].starts(with: [0x4f, 0x67, 0x67, 0x53, 0]) { return isLast(bytes[place...]) }
      place -= 1
    }
    return false
  }

  private static func isLast(_ page: ArraySlice<UInt8>) -> Bool {
    let start = page.startIndex, pieces = Int(page[start + 26])
    guard page.count >= 27 + pieces else { return false }
    let sizes = page[(start + 27)..<(start + 27 + pieces)]
    let size = 27 + pieces + sizes.reduce(0) { $0 + Int($1) }
    return page.count >= size && page[start + 5] & 4 != 0
  }
}
