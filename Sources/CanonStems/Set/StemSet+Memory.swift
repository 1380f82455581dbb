import CanonEngine

extension StemSet {
  /// The memory that all its samples take as floating-point numbers, at the files' own rates, in bytes. Files that cannot be read do
  /// not count.
  /// - Thread: any control thread (reads the files' headers)
  package var sampleBytes: UInt64 {
    stems.indices.compactMap { try? info(of: StemIndex($0)) }
      .reduce(0) { $0 + UInt64($1.frameCount) * UInt64($1.channelCount) * 4 }
  }
}
