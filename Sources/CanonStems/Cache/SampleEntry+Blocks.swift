import CanonEngine
import CanonFiles
import Glibc

/// Entries that are written and read without their samples in memory as a whole.
extension SampleEntry {
  /// Writes some samples at their place.
  /// - Parameter bytes: Of whole frames, from `frame` on.
  static func write(
    _ bytes: UnsafeRawBufferPointer, of frame: FrameCount, plane: Int, _ shape: SampleShape,
    to file: borrowing AtomicFile
  ) throws(DiskError) {
    try file.write(Array(bytes)[...], at: headSize + shape.place(of: frame, plane: plane))
  }

  /// Writes the head of a file that has all samples. They are read once more, because their checksum is that of their order in the file.
  static func seal(
    _ shape: SampleShape, _ key: CacheKey, _ file: borrowing AtomicFile
  ) throws(DiskError) {
    guard let digest = digest(file.descriptor, shape, key) else { throw DiskError(code: EIO) }
    try file.write(head(shape.format, bytes: shape.byteCount, digest: digest)[...], at: 0)
  }

  /// Opens an entry to read it in parts.
  /// - Parameter isChecked: Whether its samples are known to be those that were written. Otherwise all are read now.
  static func open(
    _ path: String, _ key: CacheKey, _ layout: StemLayout, channels: Int, isChecked: Bool = false
  ) throws(Damage) -> OpenEntry {
    let (descriptor, head) = try openFile(path)
    do throws(Damage) {
      let shape = try shape(descriptor, head, layout, channels: channels)
      let written = isChecked ? Array(head.suffix(digestSize)) : digest(descriptor, shape, key)
      guard let written, head == Self.head(shape.format, bytes: shape.byteCount, digest: written) else {
        throw .damaged
      }
      return OpenEntry(descriptor, shape)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The checksum of an entry, as of its samples in the file.
  /// - Returns: nil if they cannot be read.
  private static func digest(_ descriptor: Int32, _ shape: SampleShape, _ key: CacheKey) -> [UInt8]? {
    let hash = hash(key, shape.format, shape.byteCount)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
    defer { memory.deallocate() }
    for start in stride(from: 0, to: shape.byteCount, by: piece) {
      let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<min(piece, shape.byteCount - start)])
      guard read(descriptor, at: headSize + start, into: part) else { return nil }
      hash.add(UnsafeRawBufferPointer(part))
    }
    return hash.digest()
  }
}
