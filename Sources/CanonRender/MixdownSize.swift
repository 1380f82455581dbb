import CanonStems

/// How the mixing of a rendering is divided. The result has the same bits whatever it is.
public struct MixdownSize: Hashable, Sendable {
  /// The number of threads that mix, 1 or more.
  public var workers: Int
  /// The most frames that one of them mixes at a time, 1 or more.
  public var frames: Int

  public init(workers: Int, frames: Int = 1 << 15) {
    (self.workers, self.frames) = (max(1, workers), max(1, frames))
  }

  /// As many workers as the process has processors.
  public static var ofMachine: MixdownSize {
    MixdownSize(workers: Processors.count)
  }

  /// The parts that are mixed, or wait to be written, at one time. Mixing goes on while a part is written.
  var slots: Int { workers == 1 ? 1 : 2 * workers }

  /// The frames of a part with so many pairs of channels: the samples of all parts together take 256 MiB at most, unless there are thousands of stems.
  func frames(pairs: Int) -> Int {
    min(frames, max(256, (1 << 28) / (8 * pairs * slots)))
  }
}
