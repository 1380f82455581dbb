import CanonEngine
import CanonFiles

/// Reads the key `quantum` of a set or a stem: one word for all four changes, or a table with one each.
enum QuantumReader {
  static let key = "quantum"

  /// - Parameters:
  ///   - inherited: What holds where the table says nothing.
  ///   - uses: Gets each quantum that is written, with its place.
  static func read(
    _ table: TableReader, inherited: QuantumDefaults, uses: inout [StemSet.QuantumUse]
  ) -> QuantumDefaults {
    guard let value = table.value(key) else { return inherited }
    if value.table != nil {
      let inner = table.subtable(
        key, expected: SetWording.quantum.expected, remedy: SetWording.quantum.remedy)
      inner?.title = [table.title, key].compactMap(\.self).joined(separator: ": ")
      return inner.map { read(entries: $0, inherited: inherited, uses: &uses) } ?? inherited
    }
    guard let quantum = word(key, of: table, uses: &uses) else { return inherited }
    return QuantumDefaults(quantum)
  }

  private static func read(
    entries table: TableReader, inherited: QuantumDefaults, uses: inout [StemSet.QuantumUse]
  ) -> QuantumDefaults {
    var quanta = inherited
    for (name, path) in QuantumDefaults.words {
      if let quantum = word(name, of: table, uses: &uses) { quanta[keyPath: path] = quantum }
    }
    table.finish()
    return quanta
  }

  private static func word(
    _ key: String, of table: TableReader, uses: inout [StemSet.QuantumUse]
  ) -> Quantum? {
    guard let text = table.text(key, SetWording.quantum) else { return nil }
    guard let quantum = Quantum(text) else {
      let name = text.split(separator: ":").first.map(String.init) ?? text
      let units = Quantum.Unit.allCases.map(\.word)
      let meant = units.contains(name) ? "" : Suggestion.sentence(for: name, among: units)
      table.report(
        key, found: CleanText.quote(text), expected: SetWording.quantum.expected,
        remedy: meant.isEmpty ? SetWording.quantum.remedy : String(meant.dropFirst()))
      return nil
    }
    let field = [table.title, key].compactMap(\.self).joined(separator: ": ")
    uses.append(StemSet.QuantumUse(quantum: quantum, field: field, line: table.line(of: key)))
    return quantum
  }
}
