/// FLAC in Ogg (RFC 9639, section 10.1): what the pages of its stream carry is, in their order, a FLAC file. libsndfile does not read it as
/// it is, but it reads that file, exactly.
struct OggFLAC {
  /// Reads bytes of the Ogg file at a place; fewer at its end.
  typealias Reading = (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int

  /// For each page that carries something: where that is in the FLAC file, and where in the Ogg file.
  private var starts: [Int] = []
  private var places: [Int] = []
  /// Of the FLAC file, in bytes.
  private(set) var size = 0
  /// Whether the last page is there, whole, and no page is missing before it.
  private(set) var isWhole = false
  /// Whether the file has no other stream.
  private(set) var isAlone = true

  /// More pages than any sound within canon's limits has, at 4 KiB a page: what is kept of them has a limit.
  private static let mostPages = 1 << 21
  /// The bytes of the longest head of a page.
  private static let longestHead = 27 + 255

  /// The head of a page.
  private struct Page {
    let offset: Int
    let flags: UInt8
    let stream: UInt64
    let number: UInt64
    let headSize: Int
    let size: Int

    init?(at offset: Int, _ read: Reading) {
      var head = [UInt8](repeating: 0, count: OggFLAC.longestHead)
      let count = head.withUnsafeMutableBytes { read(offset, $0) }
      // The name, and the only version.
      guard count >= 27, head.starts(with: [0x4f, 0x67, 0x67, 0x53, 0]), count >= 27 + Int(head[26]) else {
        return nil
      }
      self.offset = offset
      (flags, stream, number) = (head[5], head[14..<18].littleEndian, head[18..<22].littleEndian)
      headSize = 27 + Int(head[26])
      size = head[27..<headSize].reduce(0) { $0 + Int($1) }
    }

    var end: Int { offset + headSize + size }
    var isFirst: Bool { flags & 2 != 0 }
    var isLast: Bool { flags & 4 != 0 }
  }

  /// Looks at the head of every page.
  /// - Parameter fileSize: Of the Ogg file, in bytes.
  /// - Returns: nil if the file is none that begins with FLAC in Ogg.
  init?(fileSize: Int, _ read: Reading) {
    guard let first = Page(at: 0, read), first.isFirst, let prefix = Self.prefix(of: first, read) else {
      return nil
    }
    add(first.offset + first.headSize + prefix, first.size - prefix)
    var page = first
    while !page.isLast, starts.count < Self.mostPages, let next = Page(at: page.end, read) {
      if next.stream != first.stream {
        isAlone = false
        return
      }
      guard next.number == page.number + 1, next.end <= fileSize else { return }
      page = next
      add(page.offset + page.headSize, page.size)
    }
    isWhole = page.isLast && page.end <= fileSize
    // A stream can follow another one.
    if isWhole, let next = Page(at: page.end, read), next.isFirst { isAlone = false }
  }

  /// The bytes before the FLAC file in its first page: none in files of the time before the mapping had a version.
  private static func prefix(of page: Page, _ read: Reading) -> Int? {
    var start = [UInt8](repeating: 0, count: 13)
    let count = start.withUnsafeMutableBytes { read(page.offset + page.headSize, $0) }
    guard count == start.count else { return nil }
    if page.size >= 4, start.starts(with: "fLaC".utf8) { return 0 }
    let isMapping = start.starts(with: "\u{7f}FLAC\u{1}".utf8) && start[9...].elementsEqual("fLaC".utf8)
    return page.size >= 13 && isMapping ? 9 : nil
  }

  private mutating func add(_ place: Int, _ count: Int) {
    guard count > 0 else { return }
    starts.append(size)
    places.append(place)
    size += count
  }

  /// Reads bytes of the FLAC file.
  /// - Returns: Their number; fewer at the end, and where the Ogg file cannot be read.
  func read(at offset: Int, into target: UnsafeMutableRawBufferPointer, _ read: Reading) -> Int {
    var done = 0
    while done < target.count, offset + done < size {
      let page = self.page(containing: offset + done)
      let passed = offset + done - starts[page]
      let end = page + 1 < starts.count ? starts[page + 1] : size
      let wanted = min(target.count - done, end - offset - done)
      let count = read(
        places[page] + passed, UnsafeMutableRawBufferPointer(rebasing: target[done..<(done + wanted)]))
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  private func page(containing offset: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
