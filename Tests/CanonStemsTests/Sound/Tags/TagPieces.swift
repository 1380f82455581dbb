/// Tags of sound files, made of pieces.
extension Pieces {
  static func chunk(_ name: String, _ bytes: [UInt8], isBigEndian: Bool = false) -> [UInt8] {
    let size = isBigEndian ? big(bytes.count, 4) : little(bytes.count, 4)
    return join(self.name(name), size, bytes, bytes.count % 2 == 0 ? [] : [0])
  }

  static func wave(_ chunks: [UInt8]..., kind: String = "RIFF") -> [UInt8] {
    join(name(kind), zeros(4), name("WAVE"), chunks.flatMap(\.self))
  }

  static func aiff(_ chunks: [UInt8]...) -> [UInt8] {
    join(name("FORM"), zeros(4), name("AIFF"), chunks.flatMap(\.self))
  }

  /// A chunk of W64.
  static func chunk64(_ name: String, _ bytes: [UInt8], rest: String = "f3acd3118cd100c04f8edb8a") -> [UInt8]
  {
    join(
      self.name(name), hexadecimal(rest), little(bytes.count + 24, 8), bytes, zeros((8 - bytes.count % 8) % 8)
    )
  }

  static func wave64(_ chunks: [UInt8]...) -> [UInt8] {
    join(
      name("riff"), hexadecimal("2e91cf11a5d628db04c10000"), zeros(8), name("wave"),
      hexadecimal("f3acd3118cd100c04f8edb8a"), chunks.flatMap(\.self))
  }

  static func hexadecimal(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
  }

  /// A chunk of CAF.
  static func chunkCAF(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    join(self.name(name), big(bytes.count, 8), bytes)
  }

  static func caf(_ chunks: [UInt8]...) -> [UInt8] {
    join(name("caff"), [0, 1, 0, 0], chunks.flatMap(\.self))
  }

  /// A marker of CAF.
  static func marker(_ kind: String, _ frame: Double) -> [UInt8] {
    join(name(kind), big(Int(bitPattern: UInt(frame.bitPattern)), 8), zeros(16))
  }

  static func markers(_ markers: [UInt8]...) -> [UInt8] {
    chunkCAF("mark", join(zeros(4), big(markers.count, 4), markers.flatMap(\.self)))
  }

  /// A region of CAF. Bit 0 of the flags: it loops; bit 1: forwards; bit 2: backwards.
  static func region(_ number: Int, flags: Int = 3, _ markers: [UInt8]...) -> [UInt8] {
    join(big(number, 4), big(flags, 4), big(markers.count, 4), markers.flatMap(\.self))
  }

  static func regions(_ regions: [UInt8]...) -> [UInt8] {
    chunkCAF("regn", join(zeros(4), big(regions.count, 4), regions.flatMap(\.self)))
  }

  /// Texts of CAF, with their names.
  static func texts(_ texts: [(String, String)]) -> [UInt8] {
    join(big(texts.count, 4), texts.flatMap { join(name($0.0), [0], name($0.1), [0]) })
  }

  /// An ID3 tag.
  /// - Parameter frames: The name and the text of each; parts are divided by zeros.
  static func id3(_ frames: (name: String, text: String)..., version: UInt8 = 3, isWide: Bool = false)
    -> [UInt8]
  {
    func frame(_ name: String, _ value: [UInt8]) -> [UInt8] {
      switch version {
      case 2: join(self.name(String(name.prefix(3))), big(value.count, 3), value)
      case 3: join(self.name(name), big(value.count, 4), [0, 0], value)
      default: join(self.name(name), sevenBits(value.count), [0, 0], value)
      }
    }
    func value(_ text: String) -> [UInt8] {
      // Each part of UTF-16 begins with its order.
      isWide
        ? [1]
          + text.split(separator: "\0").map { [0xff, 0xfe] + $0.utf8.flatMap { [$0, 0] } }.joined(separator: [
            0, 0,
          ])
        : [0] + Array(text.utf8)
    }
    let all = join(
      frame("TIT2", zeros(200)), frames.flatMap { frame($0.name, value($0.text)) }, zeros(20))
    return join(name("ID3"), [version, 0, 0], sevenBits(all.count), all)
  }

  private static func sevenBits(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(number >> (7 * $0) & 0x7f) }
  }

  static func comments(_ comments: String...) -> [UInt8] {
    func text(_ text: String) -> [UInt8] { little(text.utf8.count, 4) + Array(text.utf8) }
    return join(text("someone"), little(comments.count, 4), comments.flatMap(text))
  }

  static func flac(_ comments: [UInt8]) -> [UInt8] {
    join(name("fLaC"), [0], big(34, 3), zeros(34), [0x84], big(comments.count, 3), comments)
  }

  /// A page with segments, of a stream.
  static func page(_ segments: [[UInt8]], stream: Int = 1) -> [UInt8] {
    join(
      name("OggS"), zeros(10), little(stream, 4), zeros(8), [UInt8(segments.count)],
      segments.map { UInt8($0.count) }, segments.flatMap(\.self))
  }

  /// The segments of a packet.
  static func segments(_ packet: [UInt8]) -> [[UInt8]] {
    let whole = stride(from: 0, to: packet.count, by: 255).map {
      Array(packet[$0..<min($0 + 255, packet.count)])
    }
    return whole.last?.count == 255 ? whole + [[]] : whole
  }

  /// A chunk `smpl`.
  /// - Parameter loops: The first frame, the last one, and 0 for forwards.
  static func sampler(
    _ loops: [(first: Int, last: Int, kind: Int)], isBigEndian: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { isBigEndian ? big(value, 4) : little(value, 4) }
    let head = [0, 0, 20_833, 60, 0, 0, 0, loops.count, 0].flatMap(number)
    return chunk(
      "smpl", head + loops.flatMap { [1, $0.kind, $0.first, $0.last, 0, 0].flatMap(number) },
      isBigEndian: isBigEndian)
  }

  /// A chunk `cue ` with points on these frames, numbered from 1.
  static func cue(_ frames: Int...) -> [UInt8] {
    chunk(
      "cue ",
      little(frames.count, 4)
        + frames.enumerated().flatMap { number, frame in
          join(little(number + 1, 4), little(frame, 4), name("data"), zeros(8), little(frame, 4))
        })
  }

  /// A list of labels and lengths.
  static func list(_ chunks: [UInt8]...) -> [UInt8] {
    chunk("LIST", name("adtl") + chunks.flatMap(\.self))
  }

  static func label(_ point: Int, _ text: String) -> [UInt8] {
    chunk("labl", little(point, 4) + name(text) + [0])
  }

  static func region(_ point: Int, length: Int, _ text: String = "") -> [UInt8] {
    chunk("ltxt", join(little(point, 4), little(length, 4), name("rgn "), zeros(8), name(text)))
  }

  /// The chunks `MARK` and `INST`.
  /// - Parameters:
  ///   - markers: Numbers, frames and names.
  ///   - mode: 1 for forwards.
  static func instrument(
    _ markers: [(number: Int, frame: Int, name: String)], from start: Int, to end: Int, mode: Int = 1
  ) -> [UInt8] {
    let marks = markers.flatMap { marker in
      let text = [UInt8(marker.name.utf8.count)] + name(marker.name)
      return join(big(marker.number, 2), big(marker.frame, 4), text, text.count % 2 == 0 ? [] : [0])
    }
    return chunk("MARK", big(markers.count, 2) + marks, isBigEndian: true)
      + chunk(
        "INST", join([60, 0, 0, 127, 1, 127, 0, 0], big(mode, 2), big(start, 2), big(end, 2), zeros(6)),
        isBigEndian: true)
  }
}
