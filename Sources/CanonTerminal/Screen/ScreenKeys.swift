import CanonFiles
import CanonSession

/// What the keys mean for the stems of one program.
struct ScreenKeys {
  /// The program's number.
  let program: Int
  /// The stems' ids.
  let ids: [String]
  let table: KeyTable
  /// The stems' keys.
  let labels: [String]
  /// The keys that are always in sight.
  let hints: [(key: String, text: String)]
  /// What does not fit, for people.
  let notes: [String]

  init(_ program: Program, _ keys: KeyTable, _ language: Language) {
    let stems = program.set.stems.map { (id: $0.id, key: $0.key) }
    let assigned = keys.assigned(to: stems)
    self.program = program.number
    ids = stems.map(\.id)
    table = assigned.table
    labels = stems.indices.map { assigned.table.label(ofStem: $0) ?? "" }
    hints = table.hints(language)
    notes = assigned.notes.map { $0.text(language) }
  }
}
