/// The boxes of an MPEG-4 file (ISO/IEC 14496-12): what its decoder cannot tell, because only they say which of the decoded frames are
/// music.
struct MPEG4Boxes {
  private let file: HeaderBytes
  /// The children of `moov`.
  private let movie: Range<Int>

  /// The most boxes beside each other, and the most entries of one table.
  private static let mostBoxes = 1000
  private static let mostEntries = 100_000
  /// More than any file has; a start of -1, which is an empty edit, is beyond it.
  private static let mostFrames = 0xffff_fffe
  /// The longest packet of AAC, in frames.
  private static let packet = 2048
  /// The most bytes of a tag's text.
  private static let longestText = 1024

  /// - Returns: nil if it has no `moov`.
  init?(_ file: HeaderBytes) {
    var file = file
    file.isBigEndian = true
    self.file = file
    guard let movie = Self.child("moov", of: 0..<file.size, file) else { return nil }
    self.movie = movie
  }

  /// The number of frames of the first sound in the file.
  /// - Parameter rate: At which it is decoded, in hertz.
  /// - Returns: nil if the boxes do not tell.
  func frames(at rate: Int) -> Int? {
    // The packets of a file in fragments are not all in these boxes.
    guard child("mvex", of: movie) == nil, let track, let media = child("mdia", of: track),
      let scale = timeScale("mdhd", in: media), rate % scale == 0 || scale % rate == 0,
      let packets = packetDuration(in: media)
    else { return nil }
    let frames = statedFrames(packets, rate, scale) ?? editedFrames(of: track, packets, rate, scale)
    return frames.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The tempo in beats per minute that iTunes and others write.
  var tempo: Int? {
    child("tmpo", of: tags).flatMap { child("data", of: $0) }.flatMap { data in
      data.count == 10 ? file.number(at: data.lowerBound + 8, count: 2) : nil
    }
  }

  // MARK: - iTunes

  /// The length in the tag `iTunSMPB`: after a zero, the priming, the padding and the length, in hexadecimal. Together they are all packets
  /// but for one, in units of these or in decoded frames, of which HE-AAC has twice as many; a tag of another file is ignored.
  private func statedFrames(_ packets: Int, _ rate: Int, _ scale: Int) -> Int? {
    for tag in children(of: tags) where tag.name == "----" {
      guard text(child("name", of: tag.body), after: 4) == "iTunSMPB",
        let words = text(child("data", of: tag.body), after: 8)?.split(separator: " "), words.count > 3
      else { continue }
      let numbers = words[1...3].compactMap { Int($0, radix: 16) }
      guard numbers.count == 3, numbers.allSatisfy({ (0...Self.mostFrames).contains($0) }) else { continue }
      let all = numbers.reduce(0, +)
      if let decoded = scaled(packets, rate, scale), abs(all - decoded) < Self.packet { return numbers[2] }
      if abs(all - packets) < Self.packet { return scaled(numbers[2], rate, scale) }
    }
    return nil
  }

  private var tags: Range<Int>? {
    child("udta", of: movie).flatMap { child("meta", of: $0) }.flatMap { meta in
      meta.count >= 4 ? child("ilst", of: meta.lowerBound + 4..<meta.upperBound) : nil
    }
  }

  private func text(_ body: Range<Int>?, after skipped: Int) -> String? {
    guard let body, body.count >= skipped, body.count <= Self.longestText else { return nil }
    return file.text(at: body.lowerBound + skipped, count: body.count - skipped)
  }

  // MARK: - The edit list

  /// The duration of all packets, less what the edit list leaves out.
  private func editedFrames(of track: Range<Int>, _ packets: Int, _ rate: Int, _ scale: Int) -> Int? {
    switch edits(of: track) {
    case .none: return scaled(packets, rate, scale)
    case .several: return nil
    case .one(let edit):
      guard edit.start < packets, let box = scaled(packets - edit.start, rate, scale) else { return nil }
      // The list counts in the movie's time scale, which is coarse: within one of its ticks the packets are exact.
      guard let movieScale = timeScale("mvhd", in: movie), edit.duration > 0,
        let listed = scaled(edit.duration, rate, movieScale)
      else { return box }
      return listed < box - rate / movieScale - 1 ? listed : box
    }
  }

  /// The children of the first `trak` of sound.
  private var track: Range<Int>? {
    children(of: movie).first { box in
      guard box.name == "trak", let media = child("mdia", of: box.body),
        let handler = child("hdlr", of: media)
      else { return false }
      return handler.count >= 12 && file.text(at: handler.lowerBound + 8) == "soun"
    }?.body
  }

  /// Units in a second.
  private func timeScale(_ name: String, in parent: Range<Int>) -> Int? {
    guard let body = child(name, of: parent), let version = file.number(at: body.lowerBound, count: 1),
      let scale = file.number(at: body.lowerBound + (version == 1 ? 20 : 12), count: 4), scale > 0
    else { return nil }
    return scale
  }

  private func packetDuration(in media: Range<Int>) -> Int? {
    guard
      let table = child("minf", of: media).flatMap({ child("stbl", of: $0) }).flatMap({
        child("stts", of: $0)
      }),
      let count = file.number(at: table.lowerBound + 4, count: 4), (1...Self.mostEntries).contains(count),
      table.count >= 8 + 8 * count
    else { return nil }
    var sum = 0
    for entry in 0..<count {
      let place = table.lowerBound + 8 + 8 * entry
      guard let packets = file.number(at: place, count: 4), let length = file.number(at: place + 4, count: 4)
      else { return nil }
      let (product, isLong) = packets.multipliedReportingOverflow(by: length)
      let (total, isLonger) = sum.addingReportingOverflow(product)
      if isLong || isLonger { return nil }
      sum = total
    }
    return sum
  }

  private enum Edits {
    case none
    /// Its duration in the movie's units, its start in the media's.
    case one((duration: Int, start: Int))
    /// Or what is not understood.
    case several
  }

  private func edits(of track: Range<Int>) -> Edits {
    guard let list = child("edts", of: track).flatMap({ child("elst", of: $0) }) else { return .none }
    guard let version = file.number(at: list.lowerBound, count: 1),
      let count = file.number(at: list.lowerBound + 4, count: 4)
    else { return .several }
    if count == 0 { return .none }
    let size = version == 1 ? 8 : 4, place = list.lowerBound + 8
    guard count == 1, list.count >= 8 + 2 * size, let duration = file.number(at: place, count: size),
      let start = file.number(at: place + size, count: size), start <= Self.mostFrames
    else { return .several }
    return .one((duration, start))
  }

  private func scaled(_ units: Int, _ rate: Int, _ scale: Int) -> Int? {
    Int(exactly: (Int128(units) * Int128(rate) + Int128(scale / 2)) / Int128(scale))
  }

  // MARK: - Boxes

  private func child(_ name: String, of parent: Range<Int>?) -> Range<Int>? {
    parent.flatMap { Self.child(name, of: $0, file) }
  }

  private func children(of parent: Range<Int>?) -> [(name: String, body: Range<Int>)] {
    parent.map { Self.children(of: $0, file) } ?? []
  }

  private static func child(_ name: String, of parent: Range<Int>, _ file: HeaderBytes) -> Range<Int>? {
    children(of: parent, file).first { $0.name == name }?.body
  }

  /// The boxes in these bytes, up to the first one that does not fit in them.
  private static func children(
    of parent: Range<Int>, _ file: HeaderBytes
  ) -> [(name: String, body: Range<Int>)] {
    var boxes: [(name: String, body: Range<Int>)] = []
    var offset = parent.lowerBound
    while boxes.count < mostBoxes, offset + 8 <= parent.upperBound,
      let name = file.text(at: offset + 4), var size = file.number(at: offset, count: 4)
    {
      var head = 8
      if size == 1 {
        guard let large = file.number(at: offset + 8, count: 8) else { break }
        (head, size) = (16, large)
      } else if size == 0 {
        size = parent.upperBound - offset
      }
      guard size >= head, size <= parent.upperBound - offset else { break }
      boxes.append((name, offset + head..<offset + size))
      offset += size
    }
    return boxes
  }
}
