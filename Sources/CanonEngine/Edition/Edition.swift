/// What an engine is for some time: its grid, its stems and what they are like. A later edition takes over on a boundary, while
/// the clock runs.
public struct Edition: Sendable {
  public var configuration: EngineConfiguration
  /// Where the stems come from, one for each stem of the configuration, in its order.
  public var stems: [EditionStem]
  /// Whether the music that plays goes on in it.
  public let music: Music

  public enum Music: Hashable, Sendable {
    /// At its place. Stems may go on.
    case goesOn
    /// Another piece begins, so many frames after the hand-over. All stems are new.
    case begins(after: FrameCount)
  }

  /// The most stems of an edition.
  public static let mostStems = 4000

  public init(_ configuration: EngineConfiguration, stems: [EditionStem], music: Music = .goesOn) {
    self.configuration = configuration
    self.stems = stems
    self.music = music
  }

  /// Lets the permit's stem play from the first downbeat of another piece; the permit names the stem by its number in this edition.
  /// - Precondition: The music begins, and the permit relies on no other stem.
  public mutating func start(_ permit: consuming StartPermit) {
    precondition(music != .goesOn && permit.needed.isEmpty)
    stems[permit.stem.int].starts = true
  }
}

/// Where a stem of a new edition comes from.
public struct EditionStem: Sendable {
  /// The stem of the playing edition that goes on; nil for a new stem, which begins in `stop`.
  public var continues: StemIndex?
  /// The stem of the playing edition whose place a new stem takes, with its port: that stem leaves, and falls silent before.
  public var replaces: StemIndex?
  /// Whether it plays from the first downbeat (``Edition/start(_:)``).
  public fileprivate(set) var starts = false
  /// New samples; nil to keep those it has.
  public var samples: StemBuffer?
  /// Whether follow actions and waiting commands may still start a stem that goes on, if they may start it until then. A new stem is
  /// not open.
  public var staysOpen: Bool
  /// Whether requests that wait for their frames outlast the hand-over, because what they were judged by is the same
  /// (``EngineHandle/requestWhileOpen(_:_:needing:quantum:from:fadingOver:by:)``). Otherwise they are
  /// ``EngineEvent/Answer/outdated``. All stems that they need go on.
  public var keepsRequests: Bool

  public init(
    continuing stem: StemIndex? = nil, replacing other: StemIndex? = nil, samples: StemBuffer? = nil,
    staysOpen: Bool = false, keepsRequests: Bool = false
  ) {
    continues = stem
    replaces = other
    self.samples = samples
    self.staysOpen = staysOpen
    self.keepsRequests = keepsRequests
  }
}

/// Why an engine cannot take an edition.
public enum EditionProblem: Error, Hashable, Sendable {
  /// It has no stem, or more than ``Edition/mostStems``.
  case stemCount(Int)
  /// The numbers of stems and of their origins differ.
  case originCount(Int)
  /// Samples have one rate while an engine lives.
  case sampleRate(SampleRate)
  /// The stem with this number in the new edition continues one that does not exist, or that another one continues, or goes on in another
  /// piece.
  case origin(StemIndex)
  /// The samples of the stem with this number in the new edition are shorter than its loop.
  case shortSamples(StemIndex)
}
