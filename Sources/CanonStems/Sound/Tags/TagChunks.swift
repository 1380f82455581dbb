/// The chunks of WAV (RIFF, RIFX, RF64), AIFF, W64 and CAF: a name, a size, and the content.
enum TagChunks {
  /// The most chunks that are looked at.
  private static let most = 100

  /// How a file is divided into chunks.
  enum Layout {
    /// RIFF, RIFX, RF64 and AIFF: a name of four letters, a size of four bytes, and an even number of bytes in all.
    case short
    /// W64: a name of 16 bytes, a size of eight that counts both, and a multiple of eight bytes in all.
    case wave64
    /// CAF: a name of four letters and a size of eight bytes.
    case caf

    /// Where the first chunk begins.
    fileprivate var start: Int {
      switch self {
      case .short: 12
      case .wave64: 40
      case .caf: 8
      }
    }

    /// The rest of a name in W64 behind the four letters that it has in WAV.
    private static let restOfName: [UInt8] = [
      0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0x00, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a,
    ]

    /// - Returns: The chunk that begins here, and where the next one does, if numbers can tell; nil if there is none.
    fileprivate func chunk(_ file: HeaderBytes, at offset: Int) -> (chunk: Chunk, next: Int?)? {
      let (nameSize, sizeSize) =
        switch self {
        case .short: (4, 4)
        case .wave64: (16, 8)
        case .caf: (4, 8)
        }
      let head = nameSize + sizeSize
      guard var name = file.text(at: offset), var size = file.number(at: offset + nameSize, count: sizeSize)
      else { return nil }
      if self == .wave64 {
        guard size >= head else { return nil }
        size -= head
        if file.bytes(at: offset + 4, count: 12) != Self.restOfName { name = "" }
      }
      let chunk = Chunk(name: name, file: file, start: offset + head, size: size)
      // RF64 keeps the length of the samples in a chunk before them.
      if name == "data", size == 0xffff_ffff, file.text(at: 12) == "ds64" {
        size = file.number(at: 28, count: 8) ?? size
      }
      let unit =
        switch self {
        case .short: 2
        case .wave64: 8
        case .caf: 1
        }
      let (next, isTooFar) = chunk.start.addingReportingOverflow(size)
      let (whole, isFarther) = next.addingReportingOverflow((unit - size % unit) % unit)
      return (chunk, isTooFar || isFarther ? nil : whole)
    }
  }

  /// One chunk.
  struct Chunk {
    let name: String
    /// The file, with the order of its bytes.
    let file: HeaderBytes
    /// Where the content begins.
    let start: Int
    /// Bytes of the content, as the chunk says.
    let size: Int

    /// The content, up to the most bytes that are read of one tag.
    var bytes: [UInt8] { file.upTo(min(size, TempoTag.largestTag), at: start) }
  }

  /// Shows each chunk of a file, or of a list in it.
  /// - Parameters:
  ///   - offset: Where the first chunk begins; nil for the first one of the file.
  ///   - end: Where the last one ends; nil for the end of the file.
  ///   - read: What a chunk states; nil goes on to the next one.
  /// - Returns: The first thing that a chunk states.
  static func first<Statement>(
    _ file: HeaderBytes, as layout: Layout = .short, from offset: Int? = nil, to end: Int? = nil,
    _ read: (Chunk) -> Statement?
  ) -> Statement? {
    var offset = offset ?? layout.start
    for _ in 0..<most where offset < end ?? .max {
      guard let (chunk, next) = layout.chunk(file, at: offset) else { break }
      if let statement = read(chunk) { return statement }
      guard let next else { break }
      offset = next
    }
    return nil
  }
}
