import CanonEngine
import CanonFiles
import Glibc

/// A file of the cache: a head of 64 bytes, then the samples as a ``StemBuffer`` has them in memory.
///
/// The head is `canon samples 1` and a newline, the format and the number of bytes of the samples as 64-bit numbers of the machine, 16 zeros,
/// and the checksum of the key, of these numbers and of the samples.
enum SampleEntry {
  private static let magic = Array("canon samples 1\n".utf8)
  static let headSize = 64
  static let digestSize = 16
  /// Bytes that are read or written at a time.
  static let piece = 1 << 18

  /// Bytes that the file of a buffer has.
  static func size(_ buffer: StemBuffer) -> Int64 { Int64(headSize + buffer.bytes.count) }

  static func head(_ format: StemBuffer.Format, bytes: Int, digest: [UInt8]) -> [UInt8] {
    magic + numbers(format, bytes) + [UInt8](repeating: 0, count: 16) + digest
  }

  private static func numbers(_ format: StemBuffer.Format, _ bytes: Int) -> [UInt8] {
    [UInt64(format.rawValue), UInt64(bytes)].flatMap { number in withUnsafeBytes(of: number, Array.init) }
  }

  static func hash(_ key: CacheKey, _ format: StemBuffer.Format, _ bytes: Int) -> Checksum {
    let hash = Checksum()
    key.digest.withUnsafeBytes { hash.add($0) }
    numbers(format, bytes).withUnsafeBytes { hash.add($0) }
    return hash
  }

  /// Writes the file's bytes.
  static func write(
    _ buffer: StemBuffer, _ key: CacheKey, to file: borrowing AtomicFile
  ) throws(DiskError) {
    let count = SampleShape(
      layout: buffer.layout, channels: buffer.channelCount, format: buffer.format
    ).byteCount
    let samples = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
    let hash = hash(key, buffer.format, count)
    hash.add(samples)
    try file.write(head(buffer.format, bytes: count, digest: hash.digest())[...])
    for start in stride(from: 0, to: count, by: piece) {
      try file.write(Array(samples[start..<min(start + piece, count)])[...])
    }
  }

  /// Why a file is no entry.
  enum Damage: Error { case missing, damaged }

  /// Reads the samples, if all of it is as it was written.
  /// - Parameters:
  ///   - layout: Of the samples.
  ///   - channels: 1 or 2.
  static func read(
    _ path: String, _ key: CacheKey, _ layout: StemLayout, channels: Int
  ) throws(Damage) -> StemBuffer {
    let (descriptor, head) = try openFile(path)
    defer { close(descriptor) }
    // The request decides how much memory is taken, not the file.
    let shape = try shape(descriptor, head, layout, channels: channels)
    let format = shape.format
    func fill(_ samples: UnsafeMutableRawBufferPointer) throws(Damage) {
      getMemory(samples)
      let hash = hash(key, format, samples.count)
      for start in stride(from: 0, to: samples.count, by: piece) {
        let target = UnsafeMutableRawBufferPointer(
          rebasing: samples[start..<min(start + piece, samples.count)])
        guard read(descriptor, at: headSize + start, into: target) else { throw .damaged }
        hash.add(UnsafeRawBufferPointer(target))
      }
      let expected = Self.head(format, bytes: samples.count, digest: hash.digest())
      guard head == expected else { throw .damaged }
    }
    return try StemBuffer(layout: layout, channelCount: channels, format, bytes: fill)
  }

  /// Opens a file that may be an entry.
  /// - Returns: Its descriptor, which the caller closes, and its head.
  static func openFile(_ path: String) throws(Damage) -> (descriptor: Int32, head: [UInt8]) {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    // A link, or something that is no file. What cannot be opened for now may be intact.
    guard descriptor >= 0 else { throw [ELOOP, ENXIO].contains(errno) ? .damaged : .missing }
    var head = [UInt8](repeating: 0, count: headSize)
    guard head.withUnsafeMutableBytes({ read(descriptor, at: 0, into: $0) }) else {
      close(descriptor)
      throw .damaged
    }
    return (descriptor, head)
  }

  /// What a file with this head holds, if it is as long as these samples.
  static func shape(
    _ descriptor: Int32, _ head: [UInt8], _ layout: StemLayout, channels: Int
  ) throws(Damage) -> SampleShape {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let format = StemBuffer.Format(rawValue: head[magic.count])
    else { throw .damaged }
    let shape = SampleShape(layout: layout, channels: channels, format: format)
    guard status.st_size == headSize + shape.byteCount else { throw .damaged }
    return shape
  }

  /// Gets the memory at once, in large pages where possible: most of the time of reading would be the faults of small ones.
  private static func getMemory(_ samples: UnsafeMutableRawBufferPointer) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard let base = samples.baseAddress, samples.count > 2 * page else { return }
    // From the page on in which the samples begin: a large page cannot begin behind it.
    let before = Int(bitPattern: base) % page
    for advice in [MADV_HUGEPAGE, MADV_POPULATE_WRITE] {
      // It helps, or does not.
      _ = madvise(base - before, samples.count + before, advice)
    }
  }

  /// - Returns: Whether all of `target` could be filled.
  static func read(
    _ descriptor: Int32, at place: Int, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var done = 0
    while done < target.count {
      let count = pread(descriptor, target.baseAddress! + done, target.count - done, off_t(place + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
