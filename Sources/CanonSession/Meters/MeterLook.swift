import CanonEngine

/// One look at the levels of all stems.
///
/// While no factor of a stem moves, its level is that of the samples played. Otherwise it is combined from
/// parts of ``stretch`` frames.
struct MeterLook {
  private let deck: Deck
  private let configuration: EngineConfiguration
  private let grid: Grid
  private let origin: FramePosition
  private let reached: FramePosition
  /// The frames of the look.
  private let first: FramePosition
  private let position: FramePosition
  /// Their number, but for what lies before the first downbeat.
  private let frames: FrameCount
  private let shortest: FrameCount
  private let panic: FrameCount
  /// Whether nothing is heard at all.
  private let isSilent: Bool
  private let solos: SoloHearing
  /// Those of the previous stem, which are mostly those of the next one, too.
  private var run: Run?

  /// Where a stem is in its loop on the frames of the look: the first, the last, and the one that the music has reached.
  private struct Run {
    let places: StemPlaces
    let first: FrameCount
    let last: FrameCount
    let reached: FrameCount
  }

  /// The length of a part, in frames, while a factor moves.
  private static let stretch: FrameCount = 48

  /// - Returns: nil before the first engine.
  init?(_ deck: Deck, over seconds: Double) {
    guard let grid = deck.grid, let rate = deck.sampleRate, let configuration = deck.configuration else {
      return nil
    }
    (self.deck, self.configuration, self.grid) = (deck, configuration, grid)
    (position, reached, origin) = (deck.position, deck.reached, deck.origin)
    frames = max(1, FrameCount(seconds * Double(rate.hertz)))
    // What stood was silent.
    first = max(0, max(position - frames, min(deck.silentUntil, position)))
    let ramps = RampLengths(configuration)
    (shortest, panic) = (ramps.shortest, ramps.panic)
    isSilent = deck.isAway || deck.isStanding
    solos = SoloHearing(deck.stems, ramp: configuration.ramp)
  }

  /// - Parameter stems: The mirrors of all stems. Only parts of them are copied, because a whole one is large.
  mutating func level(
    of index: Int, among stems: UnsafeBufferPointer<StemMirror>, _ profile: StemProfile?
  ) -> StemLevel {
    var level = StemLevel()
    level.loop = (configuration.stems[index].line ?? grid.loop).longestDistance
    let (state, hearing) = (stems[index].status.state, stems[index].hearing)
    let isRunning = state == .play || state == .mute
    guard isRunning || hearing.from != .max else { return level }
    let run = run(
      of: index, began: stems[index].began, moved: stems[index].moved,
      (profile?.layout ?? deck.buffer(of: StemIndex(index))?.layout)?.intro ?? 0)
    if isRunning { level.place = run.reached }
    guard !isSilent, let profile else { return level }
    let layout = hearing.until == .max ? nil : deck.buffer(of: StemIndex(index))?.layout
    let motion = stems[index].motion
    let solo = solos.modes(of: stems[index].solo, isBase: configuration.stems[index].isBase)
    var sum = LevelSum()
    if !hearing.isSteady(
      before: position, frames: frames, usual: configuration.ramp, shortest: max(shortest, panic),
      release: layout?.release ?? 0) || !solos.isSteady(from: first) || !motion.isSteady(from: first)
    {
      addParts(of: index, run, hearing, motion, solo, profile, to: &sum)
    } else if hearing.isHeard(before: position) {
      let (gain, factor) = (motion.value(at: position), solos.factor(of: solo, at: position))
      if factor > 0 {
        add(
          first..<position, run.first, run.last, profile, (gain.left * factor, gain.right * factor), to: &sum)
      }
    }
    (level.peak, level.rms) = (sum.peak, sum.rms(over: Int(min(frames, position))))
    return level
  }

  private mutating func run(
    of index: Int, began: FramePosition, moved: FramePosition, _ intro: FrameCount
  ) -> Run {
    let places = configuration.stems[index].places(
      began: began - origin, moved: moved == .min ? .min : moved - origin, loop: grid.loop, introLength: intro
    )
    if let run, run.places == places { return run }
    func place(at frame: FramePosition) -> FrameCount { places.place(at: frame - origin) }
    let run = Run(
      places: places, first: place(at: first), last: place(at: position - 1), reached: place(at: reached))
    self.run = run
    return run
  }

  /// Adds what is heard of a stem with factors that move.
  private func addParts(
    of index: Int, _ run: Run, _ hearing: Hearing, _ motion: LevelMotion, _ solo: SoloHearing.Modes,
    _ profile: StemProfile, to sum: inout LevelSum
  ) {
    let layout = deck.buffer(of: StemIndex(index))?.layout
    func place(at frame: FramePosition) -> FrameCount { run.places.place(at: frame - origin) }
    let ramps = Hearing.Ramps(
      usual: configuration.ramp, shortest: shortest, panic: panic, release: layout?.release ?? 0,
      isWhole: { place(at: $0) == 0 || place(at: $0) == -(layout?.intro ?? 0) })
    for start in stride(from: first, to: position, by: Int(Self.stretch)) {
      let end = min(start + Self.stretch, position)
      let middle = (start + end - 1) / 2
      let (gain, solo) = (motion.value(at: middle), solos.factor(of: solo, at: middle))
      let loop = hearing.loop(at: middle, ramps) * solo
      if loop > 0 {
        add(
          start..<end, place(at: start), place(at: end - 1), profile, (gain.left * loop, gain.right * loop),
          to: &sum)
      }
      let release = hearing.release(at: middle, ramps)
      if release.factor > 0, let layout {
        let (place, factor) = (layout.loop + release.frame, release.factor * solo)
        profile.add(
          place..<(place + end - start), times: (gain.left * factor, gain.right * factor), to: &sum)
      }
    }
  }

  /// Adds the samples of a loop on some frames.
  /// - Parameters:
  ///   - start: The place on the first of them.
  ///   - last: The place on the last of them.
  private func add(
    _ frames: Range<FramePosition>, _ start: FrameCount, _ last: FrameCount, _ profile: StemProfile,
    _ gain: (left: Float, right: Float), to sum: inout LevelSum
  ) {
    // The frames after the loop's top read the loop's beginning, those before the top its end.
    let count = FrameCount(frames.count)
    let behind = min(count, last < 0 ? count : last + 1)
    profile.add((last + 1 - behind)..<(last + 1), times: gain, to: &sum)
    if behind < count { profile.add(start..<(start + count - behind), times: gain, to: &sum) }
  }
}
