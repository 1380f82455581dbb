import CanonEngine

/// The frames of an MP3 file, counted by their own headers, and the number that the encoder's tag announces.
struct MPEGFrames {
  /// The number of complete frames, without the one that holds the tag.
  private(set) var complete = 0
  /// Whether the file ends inside a frame.
  private(set) var endsInside = false
  /// The number in the tag; nil without a tag.
  private(set) var tagged: Int?
  /// Whether the encoder of the tag counts exactly; others count the frame of the tag too.
  private var isExact = false
  private let samplesPerFrame: Int

  /// The range in bytes, after tags, in which the first frame is searched.
  private static let searched = 1 << 16

  /// - Returns: nil if the file does not begin like an MP3 file.
  init?(_ file: HeaderBytes) {
    var offset = Self.behindTags(file)
    guard let start = Self.firstFrame(file, from: offset), let first = MPEGHeader(file, at: start) else {
      return nil
    }
    offset = start
    samplesPerFrame = first.samples
    let hasTag = readTag(file, at: start, first)
    while let header = MPEGHeader(file, at: offset), header.isLike(first) {
      guard offset + header.length <= file.size else {
        endsInside = true
        break
      }
      complete += 1
      offset += header.length
    }
    // Less than a header is left of a frame.
    if !endsInside, (1...3).contains(file.size - offset), file.bytes(at: offset, count: 1) == [0xff] {
      endsInside = true
    }
    if hasTag { complete -= 1 }
  }

  /// - Parameter frames: The number of decoded frames of sound.
  func shortage(frames: FrameCount) -> AnnouncedLength? {
    let there = complete + (endsInside ? 1 : 0)
    var announced = there
    if let tagged, tagged > there + (isExact ? 0 : 1) { announced = tagged }
    guard announced > complete else { return nil }
    return AnnouncedLength(
      present: frames, announced: frames + FrameCount((announced - complete) * samplesPerFrame))
  }

  /// Reads what encoders write into a first frame without sound.
  private mutating func readTag(_ file: HeaderBytes, at start: Int, _ first: MPEGHeader) -> Bool {
    var file = file
    file.isBigEndian = true
    if file.text(at: start + 36) == "VBRI" {
      tagged = file.number(at: start + 50, count: 4)
      return true
    }
    let tag = start + 4 + first.sideInformation
    guard let name = file.text(at: tag), name == "Xing" || name == "Info",
      let flags = file.number(at: tag + 4, count: 4)
    else { return false }
    if flags & 1 != 0 { tagged = file.number(at: tag + 8, count: 4) }
    let encoder = file.text(at: tag + 120)
    isExact = flags & 15 == 15 && ["LAME", "Lavc", "Lavf"].contains(encoder)
    return true
  }

  private static func behindTags(_ file: HeaderBytes) -> Int {
    var offset = 0
    while file.text(at: offset, count: 3) == "ID3", let size = file.bytes(at: offset + 5, count: 5) {
      let footer = size[0] & 0x10 != 0 ? 10 : 0
      offset += 10 + footer + Int(size[1...].sevenBits)
    }
    return offset
  }

  /// The place where two headers follow each other, or one fills the file.
  private static func firstFrame(_ file: HeaderBytes, from start: Int) -> Int? {
    (start..<min(start + searched, max(start, file.size))).first { offset in
      guard let header = MPEGHeader(file, at: offset) else { return false }
      let next = offset + header.length
      return next >= file.size || MPEGHeader(file, at: next)?.isLike(header) == true
    }
  }
}

/// The four bytes with which each frame of MPEG audio begins.
struct MPEGHeader {
  /// Bytes of the frame.
  let length: Int
  /// Frames of sound in it.
  let samples: Int
  /// Bytes between the header and the tag that encoders write.
  let sideInformation: Int
  /// The properties that all frames of a file share.
  private let kind: UInt32

  /// - Returns: nil unless there is such a header.
  init?(_ file: HeaderBytes, at offset: Int) {
    guard let bytes = file.bytes(at: offset, count: 4) else { return nil }
    let word = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let version = Int(word >> 19 & 3), layer = 4 - Int(word >> 17 & 3)
    let bitRate = Int(word >> 12 & 15), rate = Int(word >> 10 & 3), padding = Int(word >> 9 & 1)
    guard word >> 21 == 0x7ff, version != 1, layer < 4, (1...14).contains(bitRate), rate < 3 else {
      return nil
    }
    let isFirst = version == 3
    let hertz = [44_100, 48_000, 32_000][rate] / (isFirst ? 1 : version == 2 ? 2 : 4)
    let bitsPerSecond = 1000 * Self.bitRates(isFirst: isFirst, layer: layer)[bitRate - 1]
    samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152
    length =
      layer == 1 ? (12 * bitsPerSecond / hertz + padding) * 4 : samples / 8 * bitsPerSecond / hertz + padding
    let isMono = word >> 6 & 3 == 3
    sideInformation = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    kind = word & 0xfffe_0c00
  }

  /// Whether both belong to one file: version, layer and sample rate stay the same.
  func isLike(_ other: MPEGHeader) -> Bool { kind == other.kind }

  /// In kilobits a second.
  private static func bitRates(isFirst: Bool, layer: Int) -> [Int] {
    switch (isFirst, layer) {
    case (true, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (false, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}
