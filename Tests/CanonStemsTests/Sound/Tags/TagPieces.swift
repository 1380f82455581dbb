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
