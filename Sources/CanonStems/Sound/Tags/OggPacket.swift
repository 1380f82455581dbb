/// Packets of a stream in Ogg, which pages carry in pieces of up to 255 bytes (RFC 3533).
enum OggPacket {
  private static let mostPages = 64

  /// The second packet of the first stream, up to ``TempoTag/largestTag`` bytes of it.
  /// - Returns: nil if there is none.
  static func second(_ file: HeaderBytes) -> [UInt8]? {
    var offset = 0, packet: [UInt8] = [], isSecond = false
    let stream = file.number(at: 14, count: 4)
    for _ in 0..<mostPages {
      guard file.text(at: offset) == "OggS", let count = file.number(at: offset + 26, count: 1),
        let pieces = file.bytes(at: offset + 27, count: count)
      else { break }
      var start = offset + 27 + count
      let isOfStream = file.number(at: offset + 14, count: 4) == stream
      for piece in pieces {
        if isOfStream, isSecond { packet += file.upTo(Int(piece), at: start) }
        start += Int(piece)
        if !isOfStream { continue }
        // A piece of fewer than 255 bytes ends a packet.
        if piece < 255, isSecond { return packet }
        if piece < 255 { isSecond = true }
        if packet.count >= TempoTag.largestTag { return packet }
      }
      offset = start
    }
    return packet.isEmpty ? nil : packet
  }
}
