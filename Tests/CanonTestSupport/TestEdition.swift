import CanonEngine

/// An edition of a test set. Its stems are named by numbers that mean the same in all editions.
public struct TestEdition: Sendable {
  public var configuration: EngineConfiguration
  /// The numbers of the stems, in their order.
  public var ids: [Int]
  /// The number of the sound that each stem gets; nil for none, or for the one that it has.
  public var sounds: [Int?]
  public var staysOpen: [Bool]
  /// Whether what waits goes on waiting, if the stems are the same.
  public var keepsRequests: Bool
  /// Whether the music goes on in it.
  public var music: Edition.Music
  /// The stems that play from the first downbeat of another piece, by their places in ``ids``.
  public var starts: [Int]

  public init(
    _ configuration: EngineConfiguration, ids: [Int], sounds: [Int?], staysOpen: [Bool],
    keepsRequests: Bool = false, music: Edition.Music = .goesOn, starts: [Int] = []
  ) {
    (self.music, self.starts) = (music, starts)
    self.configuration = configuration
    self.ids = ids
    self.sounds = sounds
    self.staysOpen = staysOpen
    self.keepsRequests = keepsRequests
  }
}

extension TestSet {
  /// The number of stems that only editions have.
  static let newStems = 2

  /// Makes another piece of an edition, one time in four.
  static func pieced(_ edition: TestEdition, _ random: inout SplitMix64) -> TestEdition {
    guard random.one(in: 4) else { return edition }
    var piece = edition
    piece.music = .begins(after: random.one(in: 2) ? 0 : random.number(1...20))
    piece.sounds = edition.ids.map { _ in random.one(in: 6) ? nil : 0 }
    // At most one of a group plays from the start.
    var groups: Set<Int32> = []
    piece.starts = edition.ids.indices.filter { index in
      let group = edition.configuration.stems[index].group
      return random.one(in: 2) && (group < 0 || groups.insert(group).inserted)
    }
    return piece
  }

  /// A random change of everything that a set may change; much of it stays.
  static func edition(
    of first: EngineConfiguration, beatsPerWhole: Int, _ random: inout SplitMix64
  ) -> TestEdition {
    var new = first
    let count = first.stems.count
    switch random.number(0...4) {
    case 0:
      // Another tempo.
      let loop = randomLine(8...40, &random)
      new.grid = Grid(
        loop: loop, barsPerLoop: Int(first.grid.barsPerLoop), beatsPerLoop: Int(first.grid.beatsPerLoop),
        beatsPerWhole: beatsPerWhole)!
    case 1:
      let bars = random.pick([0, 1, 2, 3])
      new.grid = Grid(
        loop: randomLine(16...50, &random), barsPerLoop: bars, beatsPerLoop: bars * random.pick([1, 2, 3]),
        beatsPerWhole: beatsPerWhole)!
    default: break
    }
    if random.one(in: 6) { new.rampMilliseconds = Double(random.pick([0, 3, 8])) / 8 }
    if random.one(in: 6) { new.graceMilliseconds = Double(random.pick([0, 5])) / 8 }
    if random.one(in: 6) { new.secondPress = .now }
    if random.one(in: 6) { new.seed = random.next() }
    if random.one(in: 4) { new.busCount = Int(random.number(0...3)) }
    var other = SplitMix64(seed: new.seed ^ UInt64(bitPattern: new.grid.loop.numerator))
    if other.one(in: 4) { new.cueBus = other.pick([nil, 0, 1, 2]) }
    if other.one(in: 4) { new.click = other.one(in: 3) ? nil : click(&other) }
    var ids = (0..<(count + newStems)).filter { random.one(in: 4) == ($0 >= count) }
    if ids.isEmpty { ids = [0] }
    if random.one(in: 3) { ids.reverse() }
    new.stems = ids.map { id in
      var stem =
        id < count ? first.stems[id] : self.stem(of: ids.count, new.grid.loop, new.busCount, &random)
      let other = self.stem(of: ids.count, new.grid.loop, new.busCount, &random)
      if id >= count || random.one(in: 2) { return stem }
      switch random.number(0...9) {
      case 0: stem.gain = other.gain
      case 1: stem.pan = other.pan
      case 2: stem.line = other.line
      case 3: (stem.offset, stem.entry) = (other.offset, other.entry)
      case 4: stem.intro = other.intro
      case 5: stem.repeats = other.repeats
      case 6: stem.follow = other.follow
      case 7: (stem.group, stem.isBase) = (other.group, other.isBase)
      case 8: (stem.sends, stem.quanta) = (other.sends, other.quanta)
      default: stem = other
      }
      return stem
    }
    return TestEdition(
      new, ids: ids, sounds: ids.map { $0 >= count || random.one(in: 4) ? 0 : nil },
      staysOpen: ids.map { _ in !random.one(in: 4) }, keepsRequests: !random.one(in: 3))
  }
}
