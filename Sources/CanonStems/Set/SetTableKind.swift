/// The kinds of tables with an id, or a name, in a set file. The raw value is the key of the tables.
package enum SetTableKind: String, CaseIterable, Sendable {
  case stem, bus, scene, section, variant

  /// The key that names such a table.
  package var key: String { self == .variant ? "name" : "id" }

  /// An id for remedies.
  package var example: String {
    switch self {
    case .stem: "violin-a"
    case .bus: "hall"
    case .scene: "verse"
    case .section: "chorus"
    case .variant: "slow"
    }
  }
}
