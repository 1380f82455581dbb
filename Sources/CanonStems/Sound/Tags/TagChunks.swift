/// The chunks of WAV (RIFF, RIFX, RF64) and AIFF: a name of four letters, a size of four bytes, and the content.
enum TagChunks {
  /// The most chunks that are looked at.
  private static let most = 100

  /// One chunk.
  struct Chunk {
    let name: String
    /// The file, with the order of its bytes.
    let file: HeaderBytes
    /// Where the content begins.
    let start: Int
    /// Bytes of the content, as the chunk says.
    let size: Int
  }

  /// Shows each chunk of a file, or of a list in it.
  /// - Parameters:
  ///   - offset: Where the first chunk begins.
  ///   - end: Where the last one ends; nil for the end of the file.
  ///   - read: What a chunk states; nil goes on to the next one.
  /// - Returns: The first thing that a chunk states.
  static func first<Statement>(
    _ file: HeaderBytes, from offset: Int = 12, to end: Int? = nil, _ read: (Chunk) -> Statement?
  ) -> Statement? {
    var offset = offset
    for _ in 0..<most where offset < end ?? .max {
      guard let name = file.text(at: offset), var size = file.number(at: offset + 4, count: 4) else { break }
      if let statement = read(Chunk(name: name, file: file, start: offset + 8, size: size)) {
        return statement
      }
      // RF64 keeps the length of the samples in a chunk before them.
      if name == "data", size == 0xffff_ffff, file.text(at: 12) == "ds64" {
        size = file.number(at: 28, count: 8) ?? size
      }
      let (next, isTooFar) = (offset + 8 + size % 2).addingReportingOverflow(size)
      if isTooFar { break }
      offset = next
    }
    return nil
  }
}
