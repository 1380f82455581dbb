/// The memory of one edition, which control allocates and frees.
///
/// Sendable because control writes it before the engine receives it, and frees it after the engine has returned it.
@safe final class EditionStorage: @unchecked Sendable {
  private let plan: UnsafeMutablePointer<EditionPlan>
  /// The place of each stem in the engine, and the stem at each place.
  let places: [Int]
  let stems: [Int?]
  let configuration: EngineConfiguration

  /// The first edition, whose stems have the places of their own numbers.
  /// - Parameter keepsMix: false for an engine that delivers nothing.
  init(_ configuration: EngineConfiguration, keepsMix: Bool = true) {
    self.configuration = configuration
    places = Array(configuration.stems.indices)
    stems = places
    let parts = unsafe configuration.stems.map { stem in
      unsafe EditionPart.entering(stem, configuration, places: Array(configuration.stems.indices))
    }
    unsafe plan = .allocate(capacity: 1)
    unsafe plan.initialize(
      to: EditionPlan(
        number: 0, follows: -1, configuration, changesClick: false,
        map: GridMap(from: configuration.grid, to: configuration.grid), .goesOn,
        memory: EngineMemory(configuration, places: places, parts: parts, keepsMix: keepsMix)))
  }

  /// A later edition. A new stem takes the lowest place that has no stem in the edition before, or the next place after all.
  init(
    _ edition: Edition, number: Int64, after old: EditionStorage, keepsMix: Bool = true
  ) throws(EditionProblem) {
    let new = edition.configuration
    configuration = new
    try EditionStorage.check(edition, old)
    let places = old.places(
      after: edition.stems.map(\.continues), replacing: edition.stems.map(\.replaces))
    let end = max(old.stems.count, (places.max() ?? -1) + 1)
    var stems = [Int?](repeating: nil, count: end)
    for (stem, place) in places.enumerated() { stems[place] = stem }
    self.places = places
    self.stems = stems
    let map = GridMap(from: old.configuration.grid, to: new.grid)
    var parts: [EditionPart] = unsafe Array(repeating: EditionPart(), count: end)
    for place in old.stems.indices where old.stems[place] != nil { unsafe parts[place].fate = .leaves }
    for (stem, place) in places.enumerated() {
      let source = edition.stems[stem]
      let before = source.continues.map { old.configuration.stems[$0.int] }
      unsafe parts[place] = EditionPart.entering(new.stems[stem], new, places: places)
      unsafe parts[place].takesPlace = source.continues == nil && source.replaces != nil
      unsafe parts[place].starts = source.starts
      unsafe parts[place].samples = source.samples?.ref
      unsafe parts[place].staysOpen = source.staysOpen
      unsafe parts[place].keepsRequests = source.keepsRequests && source.continues != nil
      guard let before else { continue }
      unsafe parts[place].continue(
        from: before, old.configuration, oldPlaces: old.places, to: new.stems[stem], new, places: places, map)
    }
    unsafe plan = .allocate(capacity: 1)
    unsafe plan.initialize(
      to: EditionPlan(
        number: number, follows: old.number, new, changesClick: new.changesClick(of: old.configuration),
        map: map, edition.music,
        memory: EngineMemory(new, places: places, parts: parts, keepsMix: keepsMix)))
  }

  /// The places of the stems of an edition after this one.
  /// - Parameters:
  ///   - origins: The stem of this edition that each of them continues; nil for a new one.
  ///   - replaced: The stem whose place a new one takes; nil for none. Empty if none takes any.
  func places(after origins: [StemIndex?], replacing replaced: [StemIndex?] = []) -> [Int] {
    var free = stems.indices.filter { stems[$0] == nil }[...]
    var end = stems.count
    return origins.enumerated().map { number, origin in
      if let origin = origin ?? (replaced.isEmpty ? nil : replaced[number]) { return place(of: origin) }
      if let place = free.popFirst() { return place }
      defer { end += 1 }
      return end
    }
  }

  /// Whether the stem at this place of the edition before goes on.
  func continues(from place: Int) -> Bool {
    if case .stays = unsafe plan.pointee.memory.parts[place].fate { true } else { false }
  }

  /// The place of a stem; one that no engine has for a stem that does not exist.
  func place(of stem: StemIndex) -> Int { places.indices.contains(stem.int) ? places[stem.int] : -1 }

  /// Editions count from 0.
  var number: Int64 { unsafe plan.pointee.number }

  var ref: EditionRef { unsafe EditionRef(plan: plan) }

  deinit {
    unsafe plan.pointee.memory.deallocate()
    unsafe plan.deallocate()
  }

  private static func check(_ edition: Edition, _ old: EditionStorage) throws(EditionProblem) {
    let new = edition.configuration
    guard (1...Edition.mostStems).contains(new.stems.count) else { throw .stemCount(new.stems.count) }
    guard edition.stems.count == new.stems.count else { throw .originCount(edition.stems.count) }
    guard new.sampleRate == old.configuration.sampleRate else { throw .sampleRate(new.sampleRate) }
    var taken: Set<StemIndex> = []
    for (stem, source) in edition.stems.enumerated() {
      if edition.music != .goesOn, source.continues != nil { throw .origin(StemIndex(stem)) }
      guard let index = source.continues ?? source.replaces else { continue }
      let exists = old.configuration.stems.indices.contains(index.int)
      guard exists, taken.insert(index).inserted else { throw .origin(StemIndex(stem)) }
    }
  }
}

extension EditionPlan {
  fileprivate init(
    number: Int64, follows: Int64, _ configuration: EngineConfiguration, changesClick: Bool, map: GridMap,
    _ music: Edition.Music,
    memory: EngineMemory
  ) {
    let gap = if case .begins(let gap) = music { gap } else { FrameCount(0) }
    let hasPages = unsafe (0..<memory.count).contains { unsafe memory.parts[$0].samples?.isPaged ?? false }
    unsafe self.init(
      number: number, follows: follows, grid: configuration.grid, ramps: RampLengths(configuration),
      grace: configuration.grace, secondPress: configuration.secondPress, seed: configuration.seed,
      busCount: configuration.busCount,
      cueBus: configuration.cueBus.flatMap { $0 < configuration.busCount ? $0 : nil } ?? -1,
      click: configuration.click?.ref, changesClick: changesClick, map: map, isPiece: music != .goesOn,
      gap: gap, hasPages: hasPages, memory: memory)
  }
}

extension EngineConfiguration {
  fileprivate func changesClick(of old: EngineConfiguration) -> Bool {
    if grid != old.grid || cueBus != old.cueBus { return true }
    guard let click, let before = old.click else { return click != nil || old.click != nil }
    return !click.isSame(as: before)
  }
}

extension EditionPart {
  /// - Parameter places: The places of the configuration's stems.
  fileprivate static func entering(
    _ stem: StemConfiguration, _ configuration: EngineConfiguration, places: [Int]
  ) -> EditionPart {
    var part = unsafe EditionPart()
    unsafe part.fate = .enters
    unsafe part.traits = StemTraits(stem, grid: configuration.grid, places: places)
    return unsafe part
  }

  /// Makes it the part of a stem that goes on.
  fileprivate mutating func `continue`(
    from old: StemConfiguration, _ oldSet: EngineConfiguration, oldPlaces: [Int],
    to new: StemConfiguration, _ newSet: EngineConfiguration, places: [Int], _ map: GridMap
  ) {
    unsafe fate = .stays
    let oldTraits = StemTraits(old, grid: oldSet.grid, places: oldPlaces)
    let newTraits = StemTraits(new, grid: newSet.grid, places: places)
    let (oldSends, newSends) = (old.sends.prefix(oldSet.busCount), new.sends.prefix(newSet.busCount))
    let hasOtherTime =
      oldTraits.line != newTraits.line || old.offset != new.offset || old.entry != new.entry
      || old.intro != new.intro
    unsafe isChanged =
      hasOtherTime || !map.isIdentity || samples != nil || !oldSends.isSame(as: newSends)
    let hasOtherFollow = oldTraits.follow != newTraits.follow
    unsafe hasNewFollow = hasOtherFollow
    let isCountedOtherwise =
      hasOtherTime || !map.isIdentity || hasOtherFollow || oldTraits.repeats != newTraits.repeats
    unsafe isRecounted = isCountedOtherwise && (oldTraits.countsLoops || newTraits.countsLoops)
    if old.gain != new.gain { unsafe gain = new.gain }
    if old.pan != new.pan { unsafe pan = new.pan }
  }
}

extension ArraySlice<Gain> {
  /// Whether each bus gets the same; buses without a gain get nothing.
  fileprivate func isSame(as other: ArraySlice<Gain>) -> Bool {
    (0..<Swift.max(count, other.count)).allSatisfy { bus in
      (bus < count ? self[bus] : .silence) == (bus < other.count ? other[bus] : .silence)
    }
  }
}
