import CanonEngine
import Glibc

/// An entry of the cache that stays open: its samples are read in parts, as a window needs them. It is not hurt by its removal.
final class OpenEntry: Sendable {
  let shape: SampleShape
  private let descriptor: Int32

  /// - Parameter descriptor: Open for reading; closed with this.
  init(_ descriptor: Int32, _ shape: SampleShape) { (self.descriptor, self.shape) = (descriptor, shape) }

  deinit { close(descriptor) }

  /// Reads some samples, and asks the system for those that come next.
  /// - Parameters:
  ///   - frames: Of the stem.
  ///   - memory: Has room for exactly these.
  /// - Returns: false if the disk does not give them.
  /// - Thread: any that may wait for the disk
  func fill(plane: Int, _ frames: Range<FrameCount>, _ memory: UnsafeMutableRawBufferPointer) -> Bool {
    let place = SampleEntry.headSize + shape.place(of: frames.lowerBound, plane: plane)
    posix_fadvise(
      descriptor, off_t(place + memory.count), off_t(Self.pagesAhead * memory.count), POSIX_FADV_WILLNEED)
    return SampleEntry.read(descriptor, at: place, into: memory)
  }

  /// The pages that the system reads ahead: they are in its memory when a window wants them.
  private static let pagesAhead = 8

  /// The logarithm of the frames of a page, to the base 2, and the seconds that are read ahead at least.
  private static let (shift, secondsAhead) = (16, 4)

  /// The samples as the engine gets them, over a window.
  /// - Parameter rate: That of the samples.
  /// - Returns: nil if the disk does not give those with which the stem begins.
  /// - Thread: any that may wait for the disk
  func buffer(at rate: SampleRate) -> StemBuffer? {
    window(shift: Self.shift, ahead: Self.ahead(at: rate)).map { StemBuffer($0, stored: fill) }
  }

  /// The memory that such a window takes, in bytes.
  static func windowSize(_ shape: SampleShape, at rate: SampleRate) -> Int {
    StemWindow.byteCount(
      shape.layout, channelCount: shape.channels, shape.format, shift: shift, ahead: ahead(at: rate))
  }

  private static func ahead(at rate: SampleRate) -> Int { (secondsAhead * Int(rate.hertz) >> shift) + 1 }

  /// A window of these samples, with the pages that never leave it.
  /// - Parameters:
  ///   - shift: The logarithm of the frames of a page, to the base 2.
  ///   - ahead: The number of pages that are read ahead.
  /// - Returns: nil if the disk does not give them.
  func window(shift: Int, ahead: Int) -> StemWindow? {
    let window = StemWindow(
      shape.layout, channelCount: shape.channels, shape.format, shift: shift, ahead: ahead)
    return window.begin(fill: fill) ? window : nil
  }
}
