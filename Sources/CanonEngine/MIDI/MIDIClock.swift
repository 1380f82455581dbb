/// The MIDI clock of the music: 24 ticks for each quarter note, and where the music begins, stands still and goes on, as messages of one
/// period that a driver sends.
///
/// Tick `k` lies on the frame of ``Grid/tick``, rounded on its own like every boundary, so that clock and music cannot part. When the music
/// moves to another place, a song position and a start from there come in between, never a burst of ticks. A song position counts
/// sixteenths: the ticks go on with the next one.
///
/// - Thread: audio
@safe public struct MIDIClock: ~Copyable {
  /// A message of one to three bytes.
  public struct Message: BitwiseCopyable, Sendable {
    /// The frame in the period.
    public let offset: Int32
    public let count: Int
    public let status: UInt8
    public let data1: UInt8
    public let data2: UInt8
  }

  private let messages: UnsafeMutablePointer<Message>
  private let capacity: Int
  /// The number of messages of this period.
  public private(set) var count = 0
  /// Whether receivers have been told to run.
  private var runs = false
  /// The music's position that receivers are at.
  private var expected: FramePosition = 0
  /// The distance between their ticks.
  private var numerator: Int64 = 0
  private var denominator: Int64 = 0
  /// The number of the next tick.
  private var next: Int64 = 0

  /// - Parameter capacity: The most messages of a period. When there are more, the clock goes on from the next one with a song position.
  public init(capacity: Int = 1024) {
    self.capacity = capacity
    unsafe messages = .allocate(capacity: capacity)
    unsafe messages.initialize(
      repeating: Message(offset: 0, count: 0, status: 0, data1: 0, data2: 0), count: capacity)
  }

  deinit { unsafe messages.deallocate() }

  /// A message of this period; those of one period are in the order of their frames.
  /// - Parameter place: Less than ``count``.
  @_noLocks public func message(_ place: Int) -> Message { unsafe messages[place] }

  /// Forgets the messages of the last period.
  @_noLocks public mutating func beginPeriod() { count = 0 }

  /// Tells receivers that the music does not go on, if they think so.
  @_noLocks public mutating func stop(after offset: Int32 = 0) {
    if runs, write(0xFC, after: offset) { runs = false }
  }

  /// Follows the music for some frames during which it does not jump.
  /// - Parameters:
  ///   - frames: More than 0.
  ///   - offset: The first of them in the period.
  ///   - place: The music's position there.
  ///   - line: The ticks; nil if the music has none.
  @_noLocks mutating func follow(
    _ frames: Int32, after offset: Int32, at place: FramePosition, _ line: GridLine?
  ) {
    guard let line else { return stop(after: offset) }
    let isSame = line.numerator == numerator && line.denominator == denominator
    if !runs || place != expected || !isSame {
      // Without room for a message receivers are told anew where the music is.
      expected = .min
      guard begin(line, at: place, after: offset) else { return }
    }
    let end = place &+ Int64(frames)
    expected = end
    var tick = line.position(of: next)
    while tick < end {
      guard write(0xF8, after: offset &+ Int32(truncatingIfNeeded: tick &- place)) else {
        expected = .min
        return
      }
      next &+= 1
      tick = line.position(of: next)
    }
  }

  /// - Returns: Whether there was room for all that is to be told.
  @_noLocks private mutating func begin(
    _ line: GridLine, at place: FramePosition, after offset: Int32
  ) -> Bool {
    stop(after: offset)
    if runs { return false }
    (numerator, denominator) = (line.numerator, line.denominator)
    let first = max(0, line.index(atOrAfter: place))
    let sixteenth = (first &+ 5) / 6
    next = 6 &* sixteenth
    if next == 0 {
      runs = write(0xFA, after: offset)
    } else {
      let (low, high) = (sixteenth & 0x7F, sixteenth >> 7 & 0x7F)
      let isTold = write(
        0xF2, UInt8(truncatingIfNeeded: low), UInt8(truncatingIfNeeded: high), after: offset)
      runs = isTold && write(0xFB, after: offset)
    }
    return runs
  }

  /// - Returns: Whether there was room.
  @_noLocks private mutating func write(
    _ status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0, after offset: Int32
  ) -> Bool {
    if count >= capacity { return false }
    unsafe messages[count] = Message(
      offset: offset, count: status == 0xF2 ? 3 : 1, status: status, data1: data1, data2: data2)
    count &+= 1
    return true
  }
}
