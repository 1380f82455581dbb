import CanonEngine
import CanonStems
import Glibc

/// The sound files that a rendering goes into: the master, and one for each stem if wanted.
public struct RenderFiles: OfflineDriver.Sink, ~Copyable {
  private var master: SoundWriter
  private var stems: [StemFile]

  /// A writer cannot be copied, so the array holds it in a box.
  private final class StemFile {
    var writer: SoundWriter?
    init(_ writer: consuming SoundWriter) { self.writer = consume writer }
  }

  /// Opens all files; nothing that was there before is touched until ``finish()``.
  /// - Parameters:
  ///   - path: Of the master.
  ///   - stemPaths: One for each stem, in order; empty for the master alone.
  ///   - expectedFrames: How long they will be: a WAV beyond 4 GiB needs another header from the start.
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

  /// Each file that is being written holds two, and most systems grant 1024 unless they are asked for more. What they do
  /// not grant shows when a file cannot be opened.
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

  /// Puts every file in its place.
  /// - Returns: How many samples of the master were beyond full scale and had to be cut.
  public consuming func finish() throws(SoundProblem) -> Int {
    for stem in stems {
      if let writer = stem.writer.take() { _ = try writer.finish() }
    }
    return try master.finish().clippedSampleCount
  }
}
