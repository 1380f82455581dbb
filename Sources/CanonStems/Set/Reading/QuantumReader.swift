import CanonEngine
import CanonFiles

/// Reads the key `quantum` of a set or a stem: one word for all four changes, or a table with one each.
enum QuantumReader {
  static let key = "quantum"

  /// - Parameters:
  ///   - inherited: The quanta for changes that the table omits.
  ///   - uses: Receives each quantum of the file, with its place.
  static func read(
    _ table: TableReader, inherited: QuantumDefaults, uses: inout [StemSet.QuantumUse]
  ) -> QuantumDefaults {
    guard let value = table.value(key) else { return inherited }
    if value.table != nil {
      let inner = table.subtable(key, SetAdvice.quantum)
      inner?.title = table.field(key)
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

  /// The quantum of a scene: one for the whole scene, and not that of a stem's own loop.
  static func readOne(_ table: TableReader, uses: inout [StemSet.QuantumUse]) -> Quantum? {
    word(
      key, of: table, units: Quantum.Unit.allCases.filter { $0 != .stem }, SetAdvice.sceneQuantum,
      uses: &uses)
  }

  private static func word(
    _ key: String, of table: TableReader, units: [Quantum.Unit] = Quantum.Unit.allCases,
    _ advice: SetAdvice = .quantum, uses: inout [StemSet.QuantumUse]
  ) -> Quantum? {
    guard let text = table.text(key, advice) else { return nil }
    guard let quantum = Quantum(text), units.contains(quantum.unit) else {
      let name = text.split(separator: ":").first.map(String.init) ?? text
      let known = units.map(\.word)
      // A known word that does not fit here is not mistyped.
      let isKnown = Quantum.Unit.allCases.contains { $0.word == name }
      table.report(key, found: CleanText.quote(text), word: isKnown ? nil : name, among: known, advice)
      return nil
    }
    uses.append(StemSet.QuantumUse(quantum: quantum, field: table.field(key), line: table.line(of: key)))
    return quantum
  }
}
