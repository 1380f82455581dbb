import CanonEngine
import CanonStems
import Glibc

/// The sound files of a rendering: the master, and optionally one for each stem.
public struct RenderFiles: OfflineDriver.Sink, ~Copyable {
  private var master: SoundWriter
  private var stems: [StemFile]

  /// A writer cannot be copied, so the array holds it in a box.
  private final class StemFile {
    var writer: SoundWriter?
    init(_ writer: consuming SoundWriter) { self.writer = consume writer }
  }

  /// Opens all files; existing files stay unchanged until ``finish()``.
  /// - Parameters:
  ///   - path: The path of the master's file.
  ///   - stemPaths: One for each stem, in order; empty for the master alone.
  ///   - expectedFrames: The expected length: a WAV beyond 4 GiB needs another header from the start.
  public init(
    path: String, stemPaths: [String], format: SoundFormat, sampleRate: SampleRate, expectedFrames: FrameCount
  ) throws(SoundProblem) {
    Self.askForDescriptors(2 * (1 + stemPaths.count) + 64)
    let master = try SoundWriter(
      path: path, format: format, sampleRate: sampleRate, channelCount: 2,
      expectedFrames: expectedFrames)
    var stems: [StemFile] = []
    for path in stemPaths {
      let writer = try SoundWriter(
        path: path, format: format, sampleRate: sampleRate, channelCount: 2,
        expectedFrames: expectedFrames)
      stems.append(StemFile(writer))
    }
    self.master = master
    self.stems = stems
  }

  /// Raises the limit of descriptors: each open file holds two, and most systems grant only 1024 by default. If the limit
  /// stays too low, opening a file fails.
  private static func askForDescriptors(_ count: Int) {
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    _ = setrlimit(files, &limit)
  }

  public var wantsStems: Bool { !stems.isEmpty }

  public mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) throws {
    if pair == 0 {
      try master.write(samples)
    } else {
      try stems[pair - 1].writer?.write(samples)
    }
  }

  /// Moves every file to its final name.
  /// - Returns: The number of samples of the master that exceeded full scale and were cut.
  public consuming func finish() throws(SoundProblem) -> Int {
    for stem in stems {
      if let writer = stem.writer.take() { _ = try writer.finish() }
    }
    return try master.finish().clippedSampleCount
  }
}
