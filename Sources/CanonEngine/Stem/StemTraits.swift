/// The properties of a stem that stay the same during an edition, in the audio thread's form.
struct StemTraits: BitwiseCopyable {
  let line: GridLine
  let offset: FrameCount
  let entry: StemEntry
  let intro: IntroPlacement
  let repeats: Int32
  private(set) var group: Int32
  let isBase: Bool
  private(set) var follow: FollowAction?
  let quanta: QuantumDefaults

  /// - Parameter places: The places of the edition's stems in the engine.
  init(_ stem: StemConfiguration, grid: Grid, places: [Int]) {
    line = stem.line ?? grid.loop
    offset = stem.offset
    entry = stem.entry
    intro = stem.intro
    repeats = max(0, stem.repeats)
    group = stem.group
    isBase = stem.isBase
    follow = stem.follow?.placed(at: places)
    quanta = stem.quanta
  }

  /// The traits of a stem that has left: it belongs to no group, and nothing follows it.
  var ofNoGroup: StemTraits {
    @_noLocks get {
      var traits = self
      traits.group = -1
      traits.follow = nil
      return traits
    }
  }

  /// Whether the loops of a run are counted, to its end or to its follow action.
  var countsLoops: Bool {
    @_noLocks get { if case .some = follow { true } else { repeats > 0 } }
  }

  var entersAtTop: Bool {
    @_noLocks get { if case .top = entry { true } else { false } }
  }

  var hasUpbeat: Bool {
    @_noLocks get { if case .upbeat = intro { true } else { false } }
  }

  /// The first frame of its samples that is read when it plays from the first downbeat of the music.
  @_noLocks func firstFrame(in layout: StemLayout) -> Int64 {
    if playsIntro && entersAtTop && !hasUpbeat { return 0 }
    if entersAtTop || offset == 0 { return layout.intro }
    let tops = LoopTops(line: line, anchor: offset)
    return layout.intro &- tops.position(of: tops.index(containing: 0))
  }

  var playsIntro: Bool {
    @_noLocks get { if case .none = intro { false } else { true } }
  }
}

extension FollowAction {
  /// The action, with the place of the stem that it starts. A stem that the set does not have becomes a place that no engine has.
  fileprivate func placed(at places: [Int]) -> FollowAction? {
    guard case .start(let stem) = then else { return self }
    let place = places.indices.contains(stem.int) ? places[stem.int] : -1
    return FollowAction(loops: Int(loops), then: .start(StemIndex(place)))
  }
}
