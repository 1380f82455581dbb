import CanonSession

/// The names with which a command line can be completed.
public struct CompletionSource: Hashable, Sendable {
  /// The place whose words are offered.
  public var place: Place
  /// Ids, in the order of the set.
  public var stems: [String]
  public var scenes: [String]
  public var variants: [String]
  public var sections: [String]
  /// Ids that `gain` accepts in addition to stems and `master`.
  public var buses: [String]

  public init(
    at place: Place = .lines, stems: [String] = [], scenes: [String] = [], variants: [String] = [],
    sections: [String] = [], buses: [String] = []
  ) {
    (self.place, self.stems, self.scenes) = (place, stems, scenes)
    (self.variants, self.sections, self.buses) = (variants, sections, buses)
  }
}
