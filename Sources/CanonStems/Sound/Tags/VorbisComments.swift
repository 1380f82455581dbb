import CanonEngine
import Foundation

/// The comments of FLAC, Vorbis and Opus: `KEY=value` in UTF-8 (xiph.org, "Ogg Vorbis I format specification: comment field").
struct VorbisComments {
  private let bytes: [UInt8]

  private static let most = 1000
  /// The most blocks of FLAC that are looked at.
  private static let mostBlocks = 100

  /// The comments of a FLAC file, or of the first stream in Ogg.
  /// - Returns: nil if it holds none.
  init?(of file: HeaderBytes) {
    if file.text(at: 0) == "fLaC" {
      guard let bytes = Self.block(of: file) else { return nil }
      self.init(bytes: bytes)
    } else {
      guard let packet = OggPacket.second(file) else { return nil }
      self.init(oggPacket: packet)
    }
  }

  /// - Parameter bytes: From the vendor's name on; what is cut off is not looked at.
  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The block of a FLAC file that holds comments.
  private static func block(of file: HeaderBytes) -> [UInt8]? {
    let file = file.ordered(isBigEndian: true)
    var offset = 4
    for _ in 0..<mostBlocks {
      guard let kind = file.number(at: offset, count: 1), let size = file.number(at: offset + 1, count: 3)
      else { break }
      if kind & 0x7f == 4 { return file.upTo(min(size, TempoTag.largestTag), at: offset + 4) }
      if kind & 0x80 != 0 { break }
      offset += 4 + size
    }
    return nil
  }

  /// - Parameter packet: The second one of a stream in Ogg.
  /// - Returns: nil if it holds no comments.
  init?(oggPacket packet: [UInt8]) {
    let vorbis = [3] + Array("vorbis".utf8), opus = Array("OpusTags".utf8)
    if packet.starts(with: vorbis) {
      self.init(bytes: Array(packet.dropFirst(vorbis.count)))
    } else if packet.starts(with: opus) {
      self.init(bytes: Array(packet.dropFirst(opus.count)))
    } else if packet.first.map({ $0 & 0x7f }) == 4 {
      // FLAC in Ogg: the head of a block.
      self.init(bytes: Array(packet.dropFirst(4)))
    } else {
      return nil
    }
  }

  /// What `BPM`, or `TEMPO`, states.
  var tempo: Tempo? {
    let comments = comments
    return ["bpm", "tempo"].lazy.compactMap { key in
      Self.values(of: key, in: comments).lazy.compactMap(TempoTag.tempo).first
    }.first
  }

  /// The loop that they name.
  var loop: LoopPoints? {
    let comments = comments
    return LoopTag.commented { Self.values(of: $0, in: comments) }
  }

  /// - Parameter key: In lower case.
  private static func values(of key: String, in comments: [String]) -> [Substring] {
    comments.filter { $0.prefix(key.count + 1).lowercased() == key + "=" }.map { $0.dropFirst(key.count + 1) }
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
