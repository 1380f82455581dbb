import CanonEngine

/// The regions and markers of a CAF file: its chunks `regn`, `inst` and `mark` ("Core Audio Format Specification 1.0", Apple).
///
/// A marker lies before its frame.
struct CAFRegions {
  private var regions: [Region] = []
  private var markers: [Marker] = []
  /// The region in which an instrument sustains a note; nil if none is named.
  private var sustained: Int?

  private struct Marker {
    let kind: String
    let frame: FrameCount
    static let size = 28
  }

  private struct Region {
    let number: Int
    /// Whether it loops, and forwards.
    let loops: Bool
    let markers: [Marker]
  }

  /// - Returns: nil if there are none.
  init?(_ file: HeaderBytes) {
    let file = file.ordered(isBigEndian: true)
    var instrument: Int?, regions: [Region] = [], markers: [Marker] = []
    _ = TagChunks.first(file, as: .caf) { chunk -> Never? in
      let end = chunk.start + min(chunk.size, file.size)
      switch chunk.name {
      case "inst": instrument = chunk.size >= 28 ? file.number(at: chunk.start + 16, count: 4) : nil
      case "mark":
        markers += Self.markers(file, chunk.start + 8, file.number(at: chunk.start + 4, count: 4), end)
      case "regn": regions += Self.regions(file, chunk.start, end)
      default: break
      }
      return nil
    }
    if regions.isEmpty, markers.isEmpty { return nil }
    (self.regions, self.markers, sustained) = (regions, markers, instrument)
  }

  private static func regions(_ file: HeaderBytes, _ start: Int, _ end: Int) -> [Region] {
    var regions: [Region] = []
    var offset = start + 8, left = LoopTag.most
    for _ in 0..<min(file.number(at: start + 4, count: 4) ?? 0, LoopTag.most) where left > 0 {
      guard offset + 12 <= end, let number = file.number(at: offset, count: 4),
        let flags = file.number(at: offset + 4, count: 4), let count = file.number(at: offset + 8, count: 4)
      else { break }
      let markers = markers(file, offset + 12, min(count, left), end)
      // Bit 0: it loops. Bit 2: backwards, alone or to and fro.
      regions.append(Region(number: number, loops: flags & 0b101 == 1, markers: markers))
      guard markers.count == count else { break }
      left -= count
      offset += 12 + count * Marker.size
    }
    return regions
  }

  private static func markers(_ file: HeaderBytes, _ start: Int, _ count: Int?, _ end: Int) -> [Marker] {
    var markers: [Marker] = []
    for place in 0..<min(count ?? 0, LoopTag.most) {
      let offset = start + place * Marker.size
      guard offset + Marker.size <= end, let kind = file.text(at: offset),
        let bits = file.bytes(at: offset + 4, count: 8)
      else { break }
      // A frame may have a fraction; the nearest one counts. A marker on no frame is none, but takes its place.
      let frame = FrameCount(exactly: Double(bitPattern: bits[...].bigEndian).rounded())
      markers.append(Marker(kind: frame == nil ? "" : kind, frame: frame ?? 0))
    }
    return markers
  }

  /// The region in which an instrument sustains its note, or else the first one that loops; else what lies between the only marker at the start and the
  /// only one at the end of a sustaining loop.
  var loop: LoopPoints? {
    let looping = regions.filter(\.loops)
    if let region = looping.first(where: { $0.number == sustained }) ?? looping.first,
      let loop = Self.between(region.markers, [("rbeg", "rend"), ("slbg", "slen")], .region)
    {
      return loop
    }
    return Self.between(markers, [("slbg", "slen")], .markers)
  }

  private static func between(
    _ markers: [Marker], _ kinds: [(start: String, end: String)], _ source: LoopPoints.Source
  ) -> LoopPoints? {
    kinds.lazy.compactMap { kind in
      let starts = markers.filter { $0.kind == kind.start }, ends = markers.filter { $0.kind == kind.end }
      guard starts.count == 1, ends.count == 1 else { return nil }
      return LoopPoints(start: starts[0].frame, end: ends[0].frame, source)
    }.first
  }
}
