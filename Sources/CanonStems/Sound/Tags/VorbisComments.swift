/// The comments of FLAC, Vorbis and Opus: `KEY=value` in UTF-8 (xiph.org, "Ogg Vorbis I format specification: comment field").
struct VorbisComments {
  private let bytes: [UInt8]

  private static let most = 1000

  /// - Parameter bytes: From the vendor's name on; what is cut off is not looked at.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter packet: The second one of a stream in Ogg.
  /// - Returns: nil if it holds no comments.
  init?(oggPacket packet: [UInt8]) {
    let vorbis = [3] + Array("vorbis".utf8), opus = Array("OpusTags".utf8)
    if packet.starts(with: vorbis) {
      bytes = Array(packet.dropFirst(vorbis.count))
    } else if packet.starts(with: opus) {
      bytes = Array(packet.dropFirst(opus.count))
    } else if packet.first.map({ $0 & 0x7f }) == 4 {
      // FLAC in Ogg: the head of a block.
      bytes = Array(packet.dropFirst(4))
    } else {
      return nil
    }
  }

  /// What `BPM`, or `TEMPO`, states.
  var tempo: Tempo? {
    for key in ["bpm=", "tempo="] {
      for comment in comments where comment.prefix(key.count).lowercased() == key {
        if let tempo = TempoTag.tempo(comment.dropFirst(key.count)) { return tempo }
      }
    }
    return nil
  }

  private var comments: [String] {
    var offset = 0
    guard let vendor = number(at: &offset), vendor <= bytes.count - offset else { return [] }
    offset += vendor
    guard let count = number(at: &offset) else { return [] }
    var comments: [String] = []
    for _ in 0..<min(count, Self.most) {
      guard let size = number(at: &offset), size <= bytes.count - offset else { break }
      comments.append(String(decoding: bytes[offset..<(offset + size)], as: UTF8.self))
      offset += size
    }
    return comments
  }

  private func number(at offset: inout Int) -> Int? {
    guard bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    return Int(bytes[offset..<(offset + 4)].littleEndian)
  }
}
