/// What is heard from a frame on, as long as nothing changes: a copy of all that mixing reads.
///
/// What an engine delivers between two changes is a function of this and the frame alone, so any thread can mix it at any time, in
/// parts of any lengths (``StateMixer``). It keeps the samples in memory that it reads.
@safe public final class MixState: Sendable {
  let stemCount: Int
  let busCount: Int
  let copy: Copy
  private let buffers: [StemBuffer]

  /// The memory that it takes, without the samples.
  public var byteCount: Int {
    stemCount * (MemoryLayout<StemPlayer>.stride + busCount * MemoryLayout<Send>.stride + 16)
  }

  /// Sendable because nothing writes to it.
  @unsafe struct Copy: @unchecked Sendable {
    let players: [StemPlayer]
    let sends: [Send]
    let hasSends: [Bool]
    let grid: Grid
    let origin: FramePosition
    let master: Ramp
    let cueBus: Int
    let hasCues: Bool
    let click: Click
    let clickSounds: ClickRef?
  }

  /// The state of an engine after ``Engine/prepare(atMost:)``, for the frames that it has returned.
  /// - Returns: nil if they are silent, because the clock does not run or the music stands.
  /// - Thread: the one that calls the engine, if it is no audio thread: it allocates
  public init?(_ engine: borrowing Engine) {
    guard engine.isSounding else { return nil }
    let count = engine.stemCount
    (stemCount, busCount) = (count, engine.busCount)
    let memory = unsafe engine.memory
    let players = unsafe Array(UnsafeBufferPointer(start: memory.players, count: count))
    unsafe copy = Copy(
      players: players,
      sends: Array(UnsafeBufferPointer(start: memory.sends, count: count * engine.busCount)),
      hasSends: Array(UnsafeBufferPointer(start: memory.hasSends, count: count)),
      grid: engine.grid, origin: engine.origin, master: engine.master, cueBus: engine.cueBus,
      hasCues: engine.hasCues, click: engine.click, clickSounds: engine.clickSounds)
    // Control frees no samples that the engine still has.
    var buffers = players.compactMap { unsafe $0.samples?.buffer }
    if let sounds = unsafe engine.clickSounds {
      unsafe buffers += [sounds.accent.buffer, sounds.beat.buffer]
    }
    self.buffers = buffers
  }
}
