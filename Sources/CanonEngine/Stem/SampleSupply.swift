/// Whether a stem has the samples that it is to read: those in pages may be late (``StemPages``). A stem that waits for its samples runs on and is
/// not heard.
public enum SampleSupply: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// It waits: it falls silent over the usual ramp, for which there still are samples.
  case starved
  /// It waits: it is silent at once.
  case cut
  /// It does not wait, or no longer.
  case fed

  /// The word of journals.
  public var word: String {
    switch self {
    case .starved: "starved"
    case .cut: "cut"
    case .fed: "fed"
    }
  }
}
