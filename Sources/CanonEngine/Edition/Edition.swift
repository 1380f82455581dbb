/// What an engine is for some time: its grid, its stems and what they are like. A later edition takes over on a boundary, while
/// the clock runs.
public struct Edition: Sendable {
  public var configuration: EngineConfiguration
  /// Where the stems come from, one for each stem of the configuration, in its order.
  public var stems: [EditionStem]

  /// The most stems of an edition.
  public static let mostStems = 4000

  public init(_ configuration: EngineConfiguration, stems: [EditionStem]) {
    self.configuration = configuration
    self.stems = stems
  }
}

/// Where a stem of a new edition comes from.
public struct EditionStem: Sendable {
  /// The stem of the playing edition that goes on; nil for a new stem, which begins in `stop`.
  public var continues: StemIndex?
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
    continuing stem: StemIndex? = nil, samples: StemBuffer? = nil, staysOpen: Bool = false,
    keepsRequests: Bool = false
  ) {
    continues = stem
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
  /// The stem with this number in the new edition continues one that does not exist, or that another one continues.
  case origin(StemIndex)
  /// The samples of the stem with this number in the new edition are shorter than its loop.
  case shortSamples(StemIndex)
}
