import CanonMixing
import Synchronization

/// The decoded audio of one stem at the engine's sample rate, immutable once made; only a ``CaptureTap`` still fills one that plays.
///
/// Control makes it, fills it (which touches every page, so that the audio thread has no page fault) and keeps
/// it alive until the engine no longer reads it. The audio thread sees only a ``StemRef``.
@safe public final class StemBuffer: Sendable {
  /// How samples are stored. Both formats give the same bits: a 16-bit sample is exactly `value / 32768`.
  public enum Format: UInt8, BitwiseCopyable, Sendable {
    /// Planar: all of the left channel, then all of the right.
    case float32
    /// Interleaved, as in sound files: 4 bytes for a stereo frame.
    case int16
  }

  public let layout: StemLayout
  public let format: Format
  /// 1 (the same samples left and right) or 2.
  public let channelCount: Int
  /// The number of the buffer, which no other one has.
  package let number = StemBuffer.numbers.wrappingAdd(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<UInt64>(0)
  private let storage: Storage
  /// Where its pages are; nil for samples in one piece, as nearly all are.
  private let pages: StemPages?
  /// What brings pages into the memory, which it owns; nil for samples that are all there.
  package let window: StemWindow?
  /// What reads the samples of a window, whether they are in memory or not; nil for samples that are all there.
  let stored: Stored?
  /// Fills memory with some samples. Returns false if the disk does not give them.
  package typealias Stored =
    @Sendable (
      _ plane: Int, _ frames: Range<FrameCount>, _ memory: UnsafeMutableRawBufferPointer
    ) -> Bool

  /// Sendable because nothing writes to it after the initialiser has returned.
  @unsafe private struct Storage: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// Allocates memory for floating-point samples and fills it.
  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - floats: Receives the zeroed samples, planar: channel `c` begins at `c * layout.frameCount`.
  public init<E: Error>(
    layout: StemLayout, channelCount: Int, floats fill: (UnsafeMutableBufferPointer<Float>) throws(E) -> Void
  ) throws(E) {
    precondition((1...2).contains(channelCount))
    self.layout = layout
    self.channelCount = channelCount
    format = .float32
    let samples = UnsafeMutableBufferPointer<Float>.allocate(
      capacity: Int(layout.frameCount) * channelCount)
    unsafe samples.initialize(repeating: 0)
    unsafe pages = nil
    window = nil
    unsafe stored = nil
    unsafe storage = Storage(bytes: UnsafeMutableRawBufferPointer(samples))
    try unsafe fill(samples)
  }

  /// Allocates memory for 16-bit samples and fills it.
  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - integers: Receives the zeroed samples, interleaved: channel `c` of frame `f` is at `f * channelCount + c`.
  public init<E: Error>(
    layout: StemLayout, channelCount: Int,
    integers fill: (UnsafeMutableBufferPointer<Int16>) throws(E) -> Void
  ) throws(E) {
    precondition((1...2).contains(channelCount))
    self.layout = layout
    self.channelCount = channelCount
    format = .int16
    // Stereo frames are read as 32-bit words, so the memory is aligned for those.
    let count = Int(layout.frameCount) * channelCount
    let words = UnsafeMutableBufferPointer<Int32>.allocate(capacity: (count + 1) / 2)
    unsafe words.initialize(repeating: 0)
    unsafe pages = nil
    window = nil
    unsafe stored = nil
    unsafe storage = Storage(bytes: UnsafeMutableRawBufferPointer(words))
    let samples = unsafe UnsafeMutableRawBufferPointer(words).bindMemory(to: Int16.self)
    try unsafe fill(UnsafeMutableBufferPointer(rebasing: samples[..<count]))
  }

  /// Allocates memory for samples as they are stored, and fills it.
  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - bytes: Receives memory that nobody has written yet, in the order of the format, and writes all of it.
  public init<E: Error>(
    layout: StemLayout, channelCount: Int, _ format: Format,
    bytes fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    precondition((1...2).contains(channelCount))
    self.layout = layout
    self.channelCount = channelCount
    self.format = format
    let count = Int(layout.frameCount) * channelCount
    let bytes = format == .float32 ? 4 * count : 2 * count
    let words = UnsafeMutableBufferPointer<Int32>.allocate(capacity: (bytes + 3) / 4)
    if let last = unsafe words.indices.last { unsafe words[last] = 0 }
    unsafe pages = nil
    window = nil
    unsafe stored = nil
    unsafe storage = Storage(bytes: UnsafeMutableRawBufferPointer(words))
    try unsafe fill(UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<bytes]))
  }

  /// Copies samples into pages.
  /// - Parameter shift: The logarithm of the frames of a page, to the base 2: 0 ... 24.
  /// - Precondition: The samples of `whole` are in one piece.
  package init(paging whole: StemBuffer, shift: Int) {
    precondition((0...24).contains(shift) && !whole.isPaged)
    (layout, format, channelCount) = (whole.layout, whole.format, whole.channelCount)
    let (frames, length) = (Int(layout.frameCount), 1 << shift)
    let count = (frames + length - 1) / length
    // Planes are copied one by one, interleaved frames as one plane.
    let planes = format == .float32 ? channelCount : 1
    let width = format == .float32 ? 4 : 2 * channelCount
    // Each page begins on a word.
    let size = (planes * width * length + 3) / 4 * 4
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * size, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    let pages = unsafe StemPages(count: count, shift: shift, right: planes == 2 ? width * length : 0)
    for page in 0..<count {
      // From the last to the first, so that what is read beyond the end of a page is never the next one by chance.
      let place = (count - 1 - page) * size
      let (first, part) = (page * length, min(length, frames - page * length))
      for plane in 0..<planes {
        let source = unsafe whole.bytes[(width * (plane * frames + first))...].prefix(width * part)
        let target = unsafe memory[(place + plane * width * length)...].prefix(width * part)
        unsafe UnsafeMutableRawBufferPointer(rebasing: target).copyBytes(from: source)
      }
      unsafe pages.set(page, memory.baseAddress! + place)
    }
    unsafe storage = Storage(bytes: memory)
    unsafe self.pages = unsafe pages
    window = nil
    unsafe stored = nil
  }

  /// Samples of which a window has a few pages in memory at a time.
  /// - Parameter stored: Reads any of them, for control, on any thread that may wait for the disk; nil if nothing does.
  package init(_ window: StemWindow, stored: Stored? = nil) {
    unsafe self.stored = unsafe stored
    (layout, format, channelCount) = (window.layout, window.format, window.channelCount)
    unsafe storage = Storage(bytes: window.bytes)
    unsafe pages = unsafe window.pages
    self.window = window
  }

  /// Whether the samples are in pages.
  package var isPaged: Bool { unsafe pages != nil }

  /// Floating-point samples of a loop without intro and release.
  /// - Precondition: `frameCount` is in the range of a ``StemLayout``.
  public convenience init<E: Error>(
    frameCount: Int, channelCount: Int, fill: (UnsafeMutableBufferPointer<Float>) throws(E) -> Void
  ) throws(E) {
    guard let layout = StemLayout(loop: FrameCount(frameCount)) else {
      preconditionFailure("\(frameCount) frames are no loop")
    }
    try unsafe self.init(layout: layout, channelCount: channelCount, floats: fill)
  }

  deinit {
    if window != nil { return }
    unsafe pages?.deallocate()
    unsafe storage.bytes.deallocate()
  }

  /// The pages, to take one away; nil for samples in one piece.
  var table: StemPages? { unsafe pages }

  /// The memory, for control (to lock or measure it). That of pages is in another order.
  public var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(storage.bytes) }

  /// The loop's first sample of the left and of the right channel, for a ``CaptureTap``, which writes while the buffer plays: nothing else
  /// writes after the initialiser has returned. What it writes, only the audio thread reads before it has ended.
  /// - Precondition: Floating-point samples with two channels, in one piece.
  var loopPlanes: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    let base = unsafe storage.bytes.baseAddress!.assumingMemoryBound(to: Float.self) + Int(layout.intro)
    return unsafe (base, base + Int(layout.frameCount))
  }

  /// One sample as the engine reads it.
  /// - Parameters:
  ///   - frame: 0 ..< `layout.frameCount`.
  ///   - channel: 0 left, 1 right; both are the same for a stem with one channel.
  /// - Returns: 0 while its page is not in memory.
  public func sample(_ frame: Int, channel: Int) -> Float {
    precondition((0..<Int(layout.frameCount)).contains(frame) && (0...1).contains(channel))
    var sample: Float = 0
    reading {
      guard let place = unsafe ref.samples(of: Int64(frame)) else { return }
      switch format {
      case .float32: sample = unsafe (channel == 0 ? place.left : place.right).load(as: Float.self)
      case .int16:
        let bytes = 2 * min(channel, channelCount - 1)
        sample = unsafe Float(place.left.load(fromByteOffset: bytes, as: Int16.self)) / 32768
      }
    }
    return sample
  }

  /// Calls `body`, which reads samples, while the memory of no page is used again.
  /// - Thread: control
  func reading(_ body: () -> Void) {
    if let window { window.reading(body) } else { body() }
  }

  /// The audio thread's view of the buffer. Valid while the buffer lives.
  var ref: StemRef {
    let base = unsafe UnsafeRawPointer(storage.bytes.baseAddress!)
    let second =
      unsafe format == .float32 && channelCount == 2 ? base + 4 * Int(layout.frameCount) : base
    let encoding: StemRef.Encoding =
      switch (format, channelCount) {
      case (.float32, _): .floats
      case (.int16, 1): .monoIntegers
      case (.int16, _): .stereoIntegers
      }
    return unsafe StemRef(
      left: base, right: second, encoding: encoding, layout: layout,
      owner: Unmanaged.passUnretained(self).toOpaque(), pages: pages)
  }
}

/// The audio thread's view of a ``StemBuffer``. The sender keeps the buffer alive until the engine has
/// reported that it no longer reads it, or has ended.
@unsafe struct StemRef: BitwiseCopyable, @unchecked Sendable {
  enum Encoding: UInt8, BitwiseCopyable {
    case floats
    case monoIntegers
    case stereoIntegers
  }

  let left: UnsafeRawPointer
  /// The same as ``left`` unless there are two planes.
  let right: UnsafeRawPointer
  let encoding: Encoding
  let layout: StemLayout
  /// The ``StemBuffer``, for control alone.
  let owner: UnsafeRawPointer
  /// Where the pages are; nil for samples in one piece, which ``left`` and ``right`` begin.
  let pages: StemPages?

  /// The buffer, to keep it in memory beyond the engine's need.
  /// - Precondition: The engine still reads it.
  /// - Thread: the one that calls the engine, if it is no audio thread
  var buffer: StemBuffer { unsafe Unmanaged<StemBuffer>.fromOpaque(owner).takeUnretainedValue() }

  /// Asks the processor for some frames from one on, as far as they are in memory. It finds the next ones itself once these are read.
  /// - Thread: audio
  @_noLocks func approach(from first: Int64) {
    guard first >= 0, unsafe first < layout.frameCount, let place = unsafe samples(of: first) else { return }
    let end = unsafe min(min(first &+ 64, layout.frameCount), pieceEnd(of: first))
    let bytes = if case .monoIntegers = unsafe encoding { 2 } else { 4 }
    let length = bytes &* Int(truncatingIfNeeded: end &- first)
    unsafe Prefetch.samples(from: place.left, to: place.left + length)
    if unsafe place.right != place.left {
      unsafe Prefetch.samples(from: place.right, to: place.right + length)
    }
  }
}
