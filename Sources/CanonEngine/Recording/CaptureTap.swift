import Synchronization

/// Writes what comes in into the samples of a stem, on the audio thread.
///
/// The stem may play already while the end of its loop is still to come: what was played reaches the player, and their answer the input, only
/// after a latency, so the loop's last frames arrive when its first ones sound again. The engine reads each frame at least a period after
/// it was written, because the loop is longer than the latency (``shortestLoop(latency:period:join:)``).
///
/// - Thread: audio writes; one control thread asks. Each method names its own.
@safe public struct CaptureTap: ~Copyable {
  /// The loop's first sample of each channel.
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private let length: FrameCount
  /// The frame of the engine's clock on which the loop's first frame comes in.
  private let start: FramePosition
  /// The frame of the music's first downbeat then. Once that has moved, what is still to come stays silent: the music may be where it
  /// would have come, and has been silent there.
  private let origin: FramePosition
  private var hasMoved = false
  /// Hertz: what comes in at another rate is not captured.
  private let rate: Int64
  /// The frames over which the loop's end becomes what came in before its beginning, so that the two join without a click.
  private let join: FrameCount
  /// What came in before the beginning: `join` frames of the left channel, then of the right. Silent where nothing was received.
  private let before: UnsafeMutablePointer<Float>

  /// The frames of the loop that were written.
  private let written = Atomic<Int64>(0)
  private let isOver = Atomic<Bool>(false)

  /// - Parameters:
  ///   - buffer: Floating-point samples with two channels; what comes in is added to its loop. It must outlive the tap.
  ///   - start: The frame of the engine's clock on which the loop's first frame comes in: the boundary, and the latency.
  ///   - origin: The frame of the music's first downbeat.
  ///   - rate: In hertz.
  ///   - join: In frames, at most the loop's.
  public init(
    into buffer: StemBuffer, from start: FramePosition, origin: FramePosition, rate: Int64, join: FrameCount
  ) {
    precondition(buffer.format == .float32 && buffer.channelCount == 2 && join <= buffer.layout.loop)
    (unsafe left, unsafe right) = unsafe buffer.loopPlanes
    length = buffer.layout.loop
    (self.start, self.origin, self.rate, self.join) = (start, origin, rate, join)
    unsafe before = .allocate(capacity: 2 * Int(max(1, join)))
    unsafe before.initialize(repeating: 0, count: 2 * Int(max(1, join)))
  }

  deinit { unsafe before.deallocate() }

  /// The shortest loop that can sound from its end on while its last frames are still to come, in frames.
  public static func shortestLoop(
    latency: FrameCount, period: FrameCount, join: FrameCount
  ) -> FrameCount {
    latency + 2 * period + 2 * join
  }

  /// The loudest sample that is captured, either way: +24 dBFS, the loudest that a sound file may have.
  public static var limit: Float {
    @_noLocks get { 15.848932 }
  }

  // MARK: - Audio

  /// Whether it captures what comes in at this rate.
  /// - Thread: audio
  @_noLocks public func isOf(rate: Int64) -> Bool { rate == self.rate }

  /// Writes what came in during a period.
  /// - Parameters:
  ///   - first: The frame of the engine's clock on which the period began.
  ///   - origin: That of the music's first downbeat at its end.
  ///   - left: Its samples; those of the right channel follow.
  /// - Thread: audio, after the engine has delivered the period
  @_noLocks public mutating func capture(
    _ frames: Int32, from first: FramePosition, origin: FramePosition, _ left: UnsafePointer<Float>,
    _ right: UnsafePointer<Float>
  ) {
    if origin != self.origin { hasMoved = true }
    if hasMoved { return isOver.store(true, ordering: .releasing) }
    let begin = first &- start
    var k = max(0, 0 &- join &- begin)
    let end = min(Int64(frames), length &- begin)
    var count: Int64 = 0
    while k < end {
      let place = begin &+ k
      let (l, r) = unsafe (Self.finite(left[Int(k)]), Self.finite(right[Int(k)]))
      if place < 0 {
        unsafe before[Int(place &+ join)] = l
        unsafe before[Int(place &+ 2 &* join)] = r
      } else {
        unsafe write(l, r, at: place)
        count &+= 1
      }
      k &+= 1
    }
    if count > 0 { written.store(written.load(ordering: .relaxed) &+ count, ordering: .relaxed) }
    if begin &+ Int64(frames) >= length { isOver.store(true, ordering: .releasing) }
  }

  @_noLocks private func write(_ l: Float, _ r: Float, at place: Int64) {
    let rest = length &- place
    var (l, r) = (l, r)
    if rest <= join {
      let other = join &- rest
      let share = Float(Int32(truncatingIfNeeded: other &+ 1)) / Float(Int32(truncatingIfNeeded: join &+ 1))
      l = unsafe l * (1 - share) + before[Int(other)] * share
      r = unsafe r * (1 - share) + before[Int(other &+ join)] * share
    }
    let k = Int(place)
    unsafe left[k] = Self.finite(left[k] + l)
    unsafe right[k] = Self.finite(right[k] + r)
  }

  /// A sample as it may be in a sound file; not a number becomes silence.
  @_noLocks private static func finite(_ sample: Float) -> Float {
    if sample > limit { return limit }
    if sample < 0 - limit { return 0 - limit }
    return sample == sample ? sample : 0
  }

  // MARK: - Control

  /// Whether the last frame has come in, or was missed, or the music was moved.
  /// - Thread: any
  public var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// The frames of the loop that have not come in: all that are still to come, and those that the server has not played.
  /// - Thread: any
  public var missing: FrameCount { length - written.load(ordering: .relaxed) }
}
