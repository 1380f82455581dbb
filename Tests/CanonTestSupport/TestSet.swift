import CanonEngine

/// A set for the bench: the engine's configuration, and the sounds that each stem may be given.
public struct TestSet: Sendable {
  public var configuration: EngineConfiguration
  /// The sounds of each stem; the first one is what it begins with. Later ones are of stems that only an edition has.
  public var sounds: [[StemBuffer]]
  /// What the engine may be handed over to.
  public var editions: [TestEdition] = []
  /// The lower number of the meter, of all editions.
  var beatsPerWhole = 4

  public init(_ configuration: EngineConfiguration, sounds: [[StemBuffer]]) {
    self.configuration = configuration
    self.sounds = sounds
  }

  /// The most buses that one of its editions has.
  public var busCount: Int {
    editions.map(\.configuration.busCount).reduce(configuration.busCount, max)
  }

  public func bench() -> Bench {
    var bench = Bench.make(configuration, rolling: false, commands: 512)
    bench.sounds = sounds
    bench.editions = editions
    // Each edition may take as many new places.
    bench.portCount = editions.isEmpty ? configuration.stems.count : 2 * sounds.count
    bench.busCount = busCount
    return bench
  }
}

extension TestSet {
  /// 8 kHz, so that a millisecond has 8 frames.
  static let rate = SampleRate(hertz: 8000)!

  /// A random small set with loops of about 4 to 80 frames.
  public static func random(seed: UInt64) -> TestSet {
    var random = SplitMix64(seed: seed)
    let loop = randomLine(8...40, &random)
    let bars = random.pick([1, 2]), beats = bars * random.pick([1, 2, 3])
    // With more beats to a whole note there are fewer ticks of the MIDI clock: as many as find a frame in these short loops.
    let whole = [4, 16, 32, 32][Int(seed % 4)]
    let count = Int(random.number(1...4)), buses = Int(random.number(0...2))
    var configuration = EngineConfiguration(
      grid: Grid(loop: loop, barsPerLoop: bars, beatsPerLoop: beats, beatsPerWhole: whole)!, sampleRate: rate,
      stems: (0..<count).map { _ in stem(of: count, loop, buses, &random) }, busCount: buses,
      rampMilliseconds: Double(random.pick([0, 1, 3, 8, 12, 24])) / 8,
      graceMilliseconds: random.one(in: 2) ? 0 : Double(random.number(1...12)) / 8,
      secondPress: random.one(in: 3) ? .now : .cancel, seed: random.next())
    if random.one(in: 3) { configuration.stems[0].isBase = true }
    // From a generator of its own, so that nothing else of a seed's case changes.
    var other = SplitMix64(seed: seed ^ 0xC0E)
    if buses > 0, !other.one(in: 4) { configuration.cueBus = Int(other.number(0...Int64(buses - 1))) }
    if !other.one(in: 6) { configuration.click = click(&other) }
    let editions = (0..<random.pick([0, 1, 2])).map { _ in
      edition(of: configuration, beatsPerWhole: whole, &random)
    }
    let sounds = (0..<(editions.isEmpty ? count : count + newStems)).map { id in
      let lines = ([configuration] + editions.map(\.configuration)).enumerated().compactMap {
        number, edition in
        let ids = number == 0 ? Array(0..<count) : editions[number - 1].ids
        return ids.firstIndex(of: id).map { edition.stems[$0].line ?? edition.grid.loop }
      }
      let lengths = lines.map(\.longestDistance)
      let (shortest, longest) = (lengths.min() ?? 1, lengths.max() ?? 1)
      // Later ones may be too short for some edition.
      return (0..<random.number(1...3)).map {
        sound($0 > 0 && random.one(in: 3) ? shortest : longest, &random)
      }
    }
    // From a generator of its own, so that nothing else of a seed's case changes.
    var pages = SplitMix64(seed: seed ^ 0x9A6E)
    let isPaged = pages.one(in: 3)
    let stored = sounds.map {
      $0.map { sound in
        isPaged && !pages.one(in: 3) ? StemBuffer(paging: sound, shift: Int(pages.number(0...5))) : sound
      }
    }
    var set = TestSet(configuration, sounds: stored)
    // From a generator of its own, so that nothing else of a seed's case changes.
    var pieces = SplitMix64(seed: seed ^ 0x51EC)
    set.editions = editions.map { pieced($0, &pieces) }
    set.beatsPerWhole = whole
    return set
  }

  static func randomLine(_ frames: ClosedRange<Int64>, _ random: inout SplitMix64) -> GridLine {
    let denominator = random.one(in: 2) ? 1 : random.number(2...7)
    return GridLine(
      numerator: random.number((frames.lowerBound * denominator)...(frames.upperBound * denominator)),
      denominator: denominator)!
  }

  /// The loop of a stem: nil for the set's, a simple ratio of it, or any length.
  private static func ownLine(_ loop: GridLine, _ random: inout SplitMix64) -> GridLine? {
    let part: (Int64, Int64)? = random.pick([nil, nil, (2, 1), (1, 2), (3, 4), (3, 2), (0, 1)])
    guard let (multiple, parts) = part else { return nil }
    guard multiple > 0 else { return randomLine(5...50, &random) }
    return GridLine(numerator: loop.numerator * multiple, denominator: loop.denominator * parts)
  }

  static func stem(
    of count: Int, _ loop: GridLine, _ buses: Int, _ random: inout SplitMix64
  ) -> StemConfiguration {
    StemConfiguration(
      gain: gain(&random), pan: pan(&random), line: ownLine(loop, &random),
      offset: random.one(in: 2) ? 0 : random.number(-50...50), entry: random.pick(StemEntry.allCases),
      intro: random.pick([.upbeat, .upbeat, .boundary, .none]),
      repeats: random.one(in: 3) ? Int32(random.number(1...3)) : 0, group: random.pick([-1, -1, 0, 0, 1]),
      isBase: random.one(in: 8), follow: random.one(in: 3) ? follow(count, &random) : nil,
      quanta: QuantumDefaults(
        start: RandomPerformance.quantum(&random), stop: .loop, mute: RandomPerformance.quantum(&random),
        unmute: RandomPerformance.quantum(&random)),
      sends: (0..<buses).map { _ in random.one(in: 3) ? .silence : gain(&random) })
  }

  private static func follow(_ count: Int, _ random: inout SplitMix64) -> FollowAction? {
    let other = StemIndex(Int(random.number(0...Int64(count - 1))))
    return FollowAction(
      loops: Int(random.number(1...3)),
      then: random.pick([.stop, .mute, .start(other), .startAny, .startAny]))
  }

  private static func sound(_ loop: FrameCount, _ random: inout SplitMix64) -> StemBuffer {
    let layout = StemLayout(
      intro: random.one(in: 2) ? 0 : random.number(1...20), loop: loop + random.pick([0, 0, 0, 3]),
      release: random.one(in: 2) ? 0 : random.number(1...30))!
    let channels = random.pick([1, 2])
    var copy = random
    defer { random = copy }
    return random.one(in: 2)
      ? StemBuffer(
        layout: layout, channelCount: channels, floats: { for k in $0.indices { $0[k] = copy.sample() } })
      : StemBuffer(
        layout: layout, channelCount: channels,
        integers: { for k in $0.indices { $0[k] = Int16(truncatingIfNeeded: copy.next()) } })
  }

  /// Sounds of a click, which may be longer than a beat.
  static func click(_ random: inout SplitMix64) -> ClickSounds {
    func sound(_ random: inout SplitMix64) -> StemBuffer {
      let layout = StemLayout(loop: random.number(1...12))!, channels = random.pick([1, 2])
      var copy = random
      defer { random = copy }
      return StemBuffer(
        layout: layout, channelCount: channels, floats: { for k in $0.indices { $0[k] = copy.sample() } })
    }
    return ClickSounds(accent: sound(&random), beat: sound(&random))
  }

  static func gain(_ random: inout SplitMix64) -> Gain {
    random.one(in: 6) ? random.pick([.silence, .unity]) : Gain(linear: abs(random.sample()) * 2)!
  }

  static func pan(_ random: inout SplitMix64) -> PanFactors {
    PanFactors(left: gain(&random), right: gain(&random))
  }
}
