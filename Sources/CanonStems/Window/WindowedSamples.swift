import CanonEngine

/// A long stem's samples, of which a few pages are in memory while the others are in an entry of the cache.
package final class WindowedSamples: Sendable {
  package let window: StemWindow
  /// The samples as the engine gets them.
  package let buffer: StemBuffer
  private let entry: OpenEntry

  /// The logarithm of the frames of a page, to the base 2.
  private static let shift = 16
  /// Seconds that are read ahead, at least.
  private static let secondsAhead = 4

  /// - Parameter rate: That of the samples.
  /// - Returns: nil if the disk does not give the pages with which the stem begins.
  /// - Thread: any that may wait for the disk
  init?(_ entry: OpenEntry, at rate: SampleRate, shift: Int = shift) {
    let ahead = (Self.secondsAhead * Int(rate.hertz) >> shift) + 1
    guard let window = entry.window(shift: shift, ahead: ahead) else { return nil }
    (self.window, self.entry) = (window, entry)
    buffer = StemBuffer(window, stored: entry.fill)
  }

  /// Fills the most urgent page that is missing.
  /// - Parameter clock: That of the engine that has the samples.
  /// - Thread: the reader, which may wait for the disk
  package func turn(_ clock: EngineClock) -> StemWindow.Turn { window.turn(clock, fill: entry.fill) }
}
