/// The mix of the last common cycle, kept while nothing changes: once a whole cycle is there, it is read instead of made again.
///
/// A frame is kept as the stems have added up, before the master's gain. It counts if every stem that was heard then simply played (no ramp,
/// no intro, no release), and if no stem has changed since. After a cycle of such frames each next one is the one a cycle before it, bit for
/// bit (``Engine/repetition``). Samples that a ``CaptureTap`` writes into a stem that plays are written before they are first read.
///
/// Sendable because only the thread that owns the engine reads and writes the memory, which control has allocated.
/// - Thread: audio
@unsafe struct KeptMix: BitwiseCopyable, @unchecked Sendable {
  /// The longest cycle that is kept, in frames: 87 s at 48 kHz. It takes 32 MiB.
  static let mostFrames: FrameCount = 1 << 22

  private let frames: OutputPair
  /// The cycle in frames; 0 if none is kept.
  private let cycle: FrameCount
  /// The frame that is kept next, and its place in the memory.
  private var next: FramePosition = .min
  private var place: FrameCount = 0
  /// The number of frames before it that count, the cycle at most.
  private var count: FrameCount = 0
  /// The first frame that may count.
  private var first: FramePosition = .min

  /// - Parameters:
  ///   - frames: Memory for a cycle.
  ///   - cycle: 0 if none is to be kept.
  init(_ frames: OutputPair, cycle: FrameCount) {
    unsafe self.frames = unsafe frames
    unsafe self.cycle = cycle
  }

  /// The common cycle of all stems of an edition in frames, after which their sum repeats; 0 if it is too long to be kept.
  static func cycle(of configuration: EngineConfiguration) -> FrameCount {
    let lines = configuration.stems.map { $0.line ?? configuration.grid.loop }
    guard let cycle = GridLine.commonCycle(lines, otherwise: configuration.grid.loop),
      unsafe cycle.numerator <= mostFrames
    else { return 0 }
    return cycle.numerator
  }

  /// Whether it has the frames from `position` on.
  @_noLocks func has(_ position: FramePosition) -> Bool {
    unsafe cycle > 0 && count == cycle && position == next
  }

  /// Forgets what it has, because a stem has changed.
  @_noLocks mutating func forget() { unsafe count = 0 }

  /// Frames before this one do not count: a stem has an intro until then.
  @_noLocks mutating func begin(at position: FramePosition) { unsafe first = max(first, position) }

  /// Keeps the frames of `mix`, from `position` on.
  /// - Parameter isSteady: Whether each stem simply plays in them.
  @_noLocks mutating func keep(_ mix: OutputPair, from position: FramePosition, frames: Int32, isSteady: Bool)
  {
    if unsafe cycle == 0 { return }
    if unsafe !isSteady || position != next || position < first { unsafe count = 0 }
    unsafe next = position &+ Int64(frames)
    if !isSteady { return }
    if unsafe position < first { return }
    var done: Int32 = 0
    while done < frames {
      let run = rest(atMost: frames &- done)
      let (kept, new) = unsafe (self.frames.advanced(by: Int32(place)), mix.advanced(by: done))
      unsafe Mixer.copy(new.left, to: kept.left, frames: run)
      unsafe Mixer.copy(new.right, to: kept.right, frames: run)
      advance(run)
      done &+= run
    }
    unsafe count = min(cycle, count &+ Int64(frames))
  }

  /// Writes the next frames to `out`.
  /// - Precondition: It has them.
  @_noLocks mutating func read(to out: OutputPair, frames: Int32) {
    unsafe next = next &+ Int64(frames)
    var done: Int32 = 0
    while done < frames {
      let run = rest(atMost: frames &- done)
      let (kept, new) = unsafe (self.frames.advanced(by: Int32(place)), out.advanced(by: done))
      unsafe Mixer.copy(kept.left, to: new.left, frames: run)
      unsafe Mixer.copy(kept.right, to: new.right, frames: run)
      advance(run)
      done &+= run
    }
  }

  /// The frames up to the end of the memory.
  @_noLocks private func rest(atMost frames: Int32) -> Int32 {
    unsafe Int32(truncatingIfNeeded: min(Int64(frames), cycle &- place))
  }

  @_noLocks private mutating func advance(_ frames: Int32) {
    unsafe place = place &+ Int64(frames)
    if unsafe place == cycle { unsafe place = 0 }
  }
}
