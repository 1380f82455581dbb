/// The properties of a stem that stay the same while the engine lives, in the audio thread's form.
struct StemTraits: BitwiseCopyable {
  let line: GridLine
  let offset: FrameCount
  let entry: StemEntry
  let intro: IntroPlacement
  let repeats: Int32
  let group: Int32
  let isBase: Bool
  let follow: FollowAction?
  let quanta: QuantumDefaults

  init(_ stem: StemConfiguration, grid: Grid) {
    line = stem.line ?? grid.loop
    offset = stem.offset
    entry = stem.entry
    intro = stem.intro
    repeats = max(0, stem.repeats)
    group = stem.group
    isBase = stem.isBase
    follow = stem.follow
    quanta = stem.quanta
  }

  var entersAtTop: Bool {
    @_noLocks get { if case .top = entry { true } else { false } }
  }

  var hasUpbeat: Bool {
    @_noLocks get { if case .upbeat = intro { true } else { false } }
  }

  var playsIntro: Bool {
    @_noLocks get { if case .none = intro { false } else { true } }
  }
}
