/// The engine's working memory during one edition, which control allocates: the players, their sends to the buses, scratch blocks.
///
/// Sendable because only the thread that owns the engine accesses it.
@unsafe struct EngineMemory: @unchecked Sendable {
  /// The number of places for stems.
  let count: Int
  let players: UnsafeMutablePointer<StemPlayer>
  /// What becomes of each place when the edition takes over.
  let parts: UnsafeMutablePointer<EditionPart>
  /// `busCount` for each stem.
  let sends: UnsafeMutablePointer<Send>
  /// Whether a stem has a send other than 0.
  let hasSends: UnsafeMutablePointer<Bool>
  let scratch: Scratch
  /// The next frame on which each player must be examined. At a boundary, an idle player costs only this one read.
  let cuts: UnsafeMutablePointer<FramePosition>
  /// A cache of what each player plays now.
  let voices: UnsafeMutablePointer<Voice>
  private let blocks: UnsafeMutablePointer<Float>
  /// What keeps the mix. Its memory is written once when it is made, so that the audio thread does not meet untouched pages.
  let keptMix: KeptMix
  private let keptFrames: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - places: The place of each stem.
  ///   - parts: What becomes of each place; of a place without a stem the player stays silent.
  ///   - keepsMix: Whether the mix is kept; false for an engine that delivers nothing.
  init(
    _ configuration: EngineConfiguration, places: [Int], parts: [EditionPart], keepsMix: Bool
  ) {
    let count = unsafe max(1, parts.count)
    let busCount = configuration.busCount
    unsafe self.count = parts.count
    unsafe players = .allocate(capacity: count)
    unsafe self.parts = .allocate(capacity: count)
    unsafe hasSends = .allocate(capacity: count)
    unsafe sends = .allocate(capacity: max(1, count * busCount))
    unsafe sends.initialize(repeating: Send(0), count: max(1, count * busCount))
    unsafe hasSends.initialize(repeating: false, count: count)
    for unsafe(place, part) in unsafe parts.enumerated() {
      unsafe (self.parts + place).initialize(to: part)
      var player = unsafe StemPlayer(
        traits: part.traits ?? StemTraits(StemConfiguration(), grid: configuration.grid, places: []),
        gain: .unity, pan: .centre)
      player.isGone = true
      unsafe (players + place).initialize(to: player)
    }
    for (stem, place) in zip(configuration.stems, places) {
      guard let traits = unsafe parts[place].traits else { continue }
      var player = StemPlayer(traits: traits, gain: stem.gain, pan: stem.pan)
      unsafe player.samples = unsafe parts[place].samples
      unsafe players[place] = player
      for (bus, gain) in stem.sends.prefix(busCount).enumerated() {
        unsafe sends[place * busCount + bus] = Send(gain.linear)
        if gain.linear != 0 { unsafe hasSends[place] = true }
      }
    }
    let frames = unsafe Int(Scratch.frames)
    unsafe blocks = .allocate(capacity: 4 * frames)
    unsafe blocks.initialize(repeating: 0, count: 4 * frames)
    unsafe cuts = .allocate(capacity: count)
    unsafe cuts.initialize(repeating: .max, count: count)
    unsafe voices = .allocate(capacity: count)
    unsafe voices.initialize(repeating: Voice(forgotten: blocks), count: count)
    let cycle = unsafe keepsMix ? Int(KeptMix.cycle(of: configuration)) : 0
    unsafe keptFrames = .allocate(capacity: max(1, 2 * cycle))
    unsafe keptFrames.initialize(repeating: 0, count: 2 * cycle)
    unsafe keptMix = KeptMix(
      OutputPair(left: keptFrames, right: keptFrames + cycle), cycle: FrameCount(cycle))
    unsafe scratch = Scratch(
      decoded: OutputPair(left: blocks, right: blocks + frames),
      block: OutputPair(left: blocks + 2 * frames, right: blocks + 3 * frames))
  }

  func deallocate() {
    unsafe players.deallocate()
    unsafe parts.deallocate()
    unsafe sends.deallocate()
    unsafe hasSends.deallocate()
    unsafe blocks.deallocate()
    unsafe voices.deallocate()
    unsafe cuts.deallocate()
    unsafe keptFrames.deallocate()
  }
}
