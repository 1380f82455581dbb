import Synchronization

/// A ring between the audio thread, which copies what it delivers, and the thread that writes it to files.
///
/// It holds some seconds of several stereo signals. If the writer is late for longer, whole periods are lost: they are counted, and have their
/// place in the order of what follows (``Gap``), so that positions in the files stay true.
///
/// - Thread: audio records; one control thread drains. Each method names its own.
@safe public struct RecordTap: ~Copyable {
  /// A stretch without samples before a frame of what was recorded.
  public struct Gap: BitwiseCopyable, Sendable {
    /// The number of frames that were recorded before it.
    public var after: Int64
    /// Its length in frames.
    public var frames: Int64
    /// How many of them the ring had no room for; the others the server has not played.
    public var lost: Int64
  }

  /// More pairs of ports than a client of JACK can have.
  public static let mostPairs = 1100
  private static let mostGaps = 1024

  /// The numbers of the pairs of ports, in the order of the signals.
  public let pairs: [Int]
  /// Frames that it holds.
  public let capacity: Int64
  /// Hertz: what another rate delivers is not recorded.
  private let rate: Int64
  /// Whether it begins with the first frame on which the clock runs.
  private let waitsForClock: Bool

  /// For each pair of ports 1 + the number of the signal; 0 for none.
  private let table: UnsafeMutablePointer<Int32>
  /// For each signal `capacity` samples of the left channel, then of the right.
  private let samples: UnsafeMutablePointer<Float>
  private let gaps: UnsafeMutablePointer<Gap>
  private let signalCount: Int

  private let written = Atomic<Int64>(0)
  private let read = Atomic<Int64>(0)
  private let gapsWritten = Atomic<Int>(0)
  private let gapsRead = Atomic<Int>(0)

  // Audio alone writes these; control reads `pending` when the tap is no longer in use.
  private var hasBegun: Bool
  private var pending = Gap(after: 0, frames: 0, lost: 0)

  /// Allocates and touches the memory: 8 bytes for each frame of each signal.
  /// - Parameters:
  ///   - pairs: The numbers of the pairs of ports, 0 for the master; below ``mostPairs``.
  ///   - capacity: In frames.
  ///   - rate: In hertz.
  public init(pairs: [Int], capacity: Int64, rate: Int64, waitsForClock: Bool) {
    precondition(capacity > 0 && pairs.allSatisfy { (0..<Self.mostPairs).contains($0) })
    self.pairs = pairs
    (self.capacity, self.rate) = (capacity, rate)
    self.waitsForClock = waitsForClock
    hasBegun = !waitsForClock
    signalCount = pairs.count
    unsafe table = .allocate(capacity: Self.mostPairs)
    unsafe table.initialize(repeating: 0, count: Self.mostPairs)
    for (number, pair) in pairs.enumerated() { unsafe table[pair] = Int32(number + 1) }
    unsafe samples = .allocate(capacity: 2 * Int(capacity) * pairs.count)
    unsafe samples.initialize(repeating: 0, count: 2 * Int(capacity) * pairs.count)
    unsafe gaps = .allocate(capacity: Self.mostGaps)
    unsafe gaps.initialize(repeating: Gap(after: 0, frames: 0, lost: 0), count: Self.mostGaps)
  }

  deinit {
    unsafe table.deallocate()
    unsafe samples.deallocate()
    unsafe gaps.deallocate()
  }

  /// The memory of the samples, to lock it.
  public var memory: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: samples, count: 8 * Int(capacity) * signalCount)
  }

  // MARK: - Audio

  /// Whether it records what a client of this rate delivers.
  /// - Thread: audio
  @_noLocks public func isOf(rate: Int64) -> Bool { rate == self.rate }

  /// Whether a pair of ports is recorded.
  /// - Thread: audio
  @_noLocks public func wants(_ pair: Int) -> Bool {
    unsafe pair < RecordTap.mostPairs && table[pair] != 0
  }

  /// Notes frames for which the server had no cycle.
  /// - Thread: audio
  @_noLocks public mutating func skip(_ frames: Int64) {
    if hasBegun && frames > 0 { pending.frames &+= frames }
  }

  /// Copies a period of every signal.
  /// - Parameters:
  ///   - isRolling: Whether the clock runs in it.
  ///   - output: The pairs of ports from number 0 on; a missing one is silent.
  /// - Thread: audio
  @_noLocks public mutating func record(
    _ frames: Int32, isRolling: Bool, master: OutputPair, _ outputs: OutputPairs
  ) {
    if !hasBegun {
      if !isRolling { return }
      hasBegun = true
    }
    let count = Int64(frames), start = written.load(ordering: .relaxed)
    let room = capacity &- (start &- read.load(ordering: .acquiring))
    let gap = gapsWritten.load(ordering: .relaxed)
    let hasPlace = gap &- gapsRead.load(ordering: .acquiring) < RecordTap.mostGaps
    if room < count || pending.frames > 0 && !hasPlace {
      pending.frames &+= count
      pending.lost &+= count
      return
    }
    if pending.frames > 0 {
      pending.after = start
      unsafe gaps[gap & (RecordTap.mostGaps &- 1)] = pending
      gapsWritten.store(gap &+ 1, ordering: .releasing)
      pending = Gap(after: 0, frames: 0, lost: 0)
    }
    var pair = 0
    while pair < RecordTap.mostPairs {
      let signal = unsafe Int(table[pair]) &- 1
      if signal >= 0 {
        let source = unsafe pair == 0 ? master : outputs[pair]
        unsafe copy(source, to: signal, at: start, count)
      }
      pair &+= 1
    }
    written.store(start &+ count, ordering: .releasing)
  }

  @_noLocks private func copy(_ source: OutputPair?, to signal: Int, at start: Int64, _ count: Int64) {
    let place = start % capacity
    let first = min(count, capacity &- place)
    let left = unsafe samples + Int(2 &* capacity) &* signal, right = unsafe left + Int(capacity)
    let rest = count &- first
    guard let source = unsafe source else {
      unsafe (left + Int(place)).initialize(repeating: 0, count: Int(first))
      unsafe (right + Int(place)).initialize(repeating: 0, count: Int(first))
      unsafe left.initialize(repeating: 0, count: Int(rest))
      unsafe right.initialize(repeating: 0, count: Int(rest))
      return
    }
    unsafe copy(source.left, to: left + Int(place), first)
    unsafe copy(source.right, to: right + Int(place), first)
    unsafe copy(source.left + Int(first), to: left, rest)
    unsafe copy(source.right + Int(first), to: right, rest)
  }

  @_noLocks private func copy(
    _ source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int64
  ) {
    var k = 0
    while k < Int(count) {
      unsafe target[k] = source[k]
      k &+= 1
    }
  }

  // MARK: - Control

  /// What is to be written next.
  public enum Piece: Equatable {
    /// So many frames of samples, from ``withSamples(of:_:)``.
    case samples(Int)
    /// Silence: its frames, and how many of them were lost.
    case silence(frames: Int64, lost: Int64)
  }

  /// The next piece, which stays until it is consumed; nil if there is none.
  /// - Parameter most: Frames of samples.
  /// - Thread: the one that drains
  public func next(most: Int) -> Piece? {
    let start = read.load(ordering: .relaxed), end = written.load(ordering: .acquiring)
    let gap = gapsRead.load(ordering: .relaxed)
    var limit = end
    if gap < gapsWritten.load(ordering: .acquiring) {
      let next = unsafe gaps[gap & (Self.mostGaps - 1)]
      if next.after == start { return .silence(frames: next.frames, lost: next.lost) }
      limit = min(limit, next.after)
    }
    let place = start % capacity
    let count = min(limit - start, Int64(most), capacity - place)
    return count > 0 ? .samples(Int(count)) : nil
  }

  /// The samples of the next piece.
  /// - Parameter signal: As in ``pairs``.
  /// - Thread: the one that drains
  public func withSamples<Result, E: Error>(
    of signal: Int, _ count: Int,
    _ body: (_ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>) throws(E) -> Result
  ) throws(E) -> Result {
    precondition((0..<signalCount).contains(signal))
    let place = Int(read.load(ordering: .relaxed) % capacity)
    precondition(place + count <= Int(capacity))
    let left = unsafe samples + 2 * Int(capacity) * signal + place
    return try unsafe body(
      UnsafeBufferPointer(start: left, count: count),
      UnsafeBufferPointer(start: left + Int(capacity), count: count))
  }

  /// Frees the room of a piece.
  /// - Thread: the one that drains
  public func consume(_ piece: Piece) {
    switch piece {
    case .samples(let count):
      read.store(read.load(ordering: .relaxed) + Int64(count), ordering: .releasing)
    case .silence: gapsRead.store(gapsRead.load(ordering: .relaxed) + 1, ordering: .releasing)
    }
  }

  /// What was lost or skipped last, with no samples after it.
  /// - Precondition: The audio thread does not use the tap any more.
  public var rest: Piece? {
    pending.frames > 0 ? .silence(frames: pending.frames, lost: pending.lost) : nil
  }
}
