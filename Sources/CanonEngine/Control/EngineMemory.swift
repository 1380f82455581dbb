/// The engine's working memory, which control allocates once: the players, their sends to the buses, scratch blocks.
///
/// Sendable because only the thread that owns the engine accesses it.
@unsafe struct EngineMemory: @unchecked Sendable {
  let players: UnsafeMutablePointer<StemPlayer>
  /// Linear gains, `busCount` for each stem.
  let sends: UnsafeMutablePointer<Float>
  /// Whether a stem has a send other than 0.
  let hasSends: UnsafeMutablePointer<Bool>
  let scratch: Scratch
  /// The next frame on which each player must be examined. At a boundary, an idle player costs only this one read.
  let cuts: UnsafeMutablePointer<FramePosition>
  /// A cache of what each player plays now.
  let voices: UnsafeMutablePointer<Voice>
  private let blocks: UnsafeMutablePointer<Float>

  init(_ configuration: EngineConfiguration) {
    let stems = configuration.stems
    let count = max(1, stems.count)
    unsafe players = .allocate(capacity: count)
    unsafe hasSends = .allocate(capacity: count)
    unsafe sends = .allocate(capacity: max(1, count * configuration.busCount))
    unsafe sends.initialize(repeating: 0, count: max(1, count * configuration.busCount))
    unsafe hasSends.initialize(repeating: false, count: count)
    for (index, stem) in stems.enumerated() {
      let player = StemPlayer(
        traits: StemTraits(stem, grid: configuration.grid), gain: stem.gain, pan: stem.pan)
      unsafe (players + index).initialize(to: player)
      for (bus, gain) in stem.sends.prefix(configuration.busCount).enumerated() {
        unsafe sends[index * configuration.busCount + bus] = gain.linear
        if gain.linear != 0 { unsafe hasSends[index] = true }
      }
    }
    let frames = unsafe Int(Scratch.frames)
    unsafe blocks = .allocate(capacity: 4 * frames)
    unsafe blocks.initialize(repeating: 0, count: 4 * frames)
    unsafe cuts = .allocate(capacity: count)
    unsafe cuts.initialize(repeating: .max, count: count)
    unsafe voices = .allocate(capacity: count)
    unsafe voices.initialize(repeating: Voice(forgotten: blocks), count: count)
    unsafe scratch = Scratch(
      decoded: OutputPair(left: blocks, right: blocks + frames),
      block: OutputPair(left: blocks + 2 * frames, right: blocks + 3 * frames))
  }

  func deallocate() {
    unsafe players.deallocate()
    unsafe sends.deallocate()
    unsafe hasSends.deallocate()
    unsafe blocks.deallocate()
    unsafe voices.deallocate()
    unsafe cuts.deallocate()
  }
}
