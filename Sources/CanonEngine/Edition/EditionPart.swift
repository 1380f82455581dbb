/// What becomes of one place of the engine when an edition takes over, in the audio thread's form.
@unsafe struct EditionPart: BitwiseCopyable {
  enum Fate: UInt8, BitwiseCopyable {
    /// No stem was here, or one that has left already; none comes.
    case none
    /// The stem goes on.
    case stays
    /// The stem stops.
    case leaves
    /// A new stem begins.
    case enters
  }

  var fate = Fate.none
  /// Whether a stem leaves the place before the new one begins.
  var takesPlace = false
  /// Whether a new stem plays from the first downbeat of another piece.
  var starts = false
  var traits: StemTraits?
  /// New samples of a stem that stays.
  var samples: StemRef?
  /// Whether a stem that stays has to fall silent before, because it reads other samples or at another place.
  var isChanged = false
  /// Whether its repeats are counted again from the start, and whether its follow action too, even if that was requested already.
  var isRecounted = false
  var hasNewFollow = false
  /// The gain and the pan, if they were edited.
  var gain: Gain?
  var pan: PanFactors?
  var staysOpen = false
  /// Whether requests that wait outlast the hand-over.
  var keepsRequests = false

  init() { unsafe samples = nil }
}

/// An edition as the audio thread receives it. The handle keeps its memory until another edition has taken over.
@unsafe struct EditionRef: BitwiseCopyable, @unchecked Sendable {
  let plan: UnsafePointer<EditionPlan>
}

/// What the engine takes over from an edition, and what it needs to know to do so.
@unsafe struct EditionPlan: BitwiseCopyable, @unchecked Sendable {
  /// Editions count from 0. An edition can only follow the one that it was prepared for.
  let number: Int64
  let follows: Int64
  let grid: Grid
  let ramps: RampLengths
  let grace: FrameCount
  let secondPress: SecondPress
  let seed: UInt64
  let busCount: Int
  /// Negative for none.
  let cueBus: Int
  let click: ClickRef?
  /// Whether the click's beats or sounds are others than those of the edition before.
  let changesClick: Bool
  let map: GridMap
  /// Whether another piece begins, and how many frames after the hand-over.
  let isPiece: Bool
  let gap: FrameCount
  /// Whether samples of it are in pages.
  let hasPages: Bool
  let memory: EngineMemory
}
