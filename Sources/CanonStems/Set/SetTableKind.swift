/// The kinds of tables with an id in a set file. The raw value is the key of the tables.
package enum SetTableKind: String, CaseIterable, Sendable {
  case stem, bus, scene

  /// An id for remedies.
  package var example: String {
    switch self {
    case .stem: "violin-a"
    case .bus: "hall"
    case .scene: "verse"
    }
  }
}
