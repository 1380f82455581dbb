import CanonEngine
import CanonFiles

/// Turns the tables of a set file into a ``StemSet``, reporting each wrong value at its place.
struct SetReader {
  let path: String
  let folder: String
  /// What is wrong in ways that the tables cannot report.
  private(set) var problems: [FileProblem] = []
  private var uses: [StemSet.QuantumUse] = []
  /// Whether some stem is a base, be the rest of it right or wrong.
  private var hasBase = false

  init(path: String) {
    self.path = path
    folder = StemSetFile.folder(of: path)
  }

  /// - Returns: nil only when a problem was reported.
  mutating func read(_ root: TableReader) -> StemSet? {
    let title = root.text("title", SetWording.title).map(CleanText.clean) ?? defaultTitle
    let tempo = root.tempo("tempo")
    let meter = root.parsed("meter", Meter.init, SetWording.meter) ?? .common
    let loop = root.parsed("loop", LoopSpecification.init, SetWording.loop)
    let quanta = QuantumReader.read(root, inherited: .loop, uses: &uses)
    let tables = root.subtables("stem", expected: SetWording.stems.expected, remedy: SetWording.stems.remedy)
    let stems = readStems(tables, of: root, quanta: quanta)
    root.finish()
    if !tables.isEmpty { checkLoop(loop, root) }
    if !root.keys.contains("tempo") { reportUncounted() }

    let valid = stems.compactMap(\.self)
    if valid.isEmpty || valid.count < stems.count { return nil }
    return StemSet(
      file: path, folder: folder, title: title, tempo: tempo, meter: meter, loop: loop, quanta: quanta,
      stems: valid, lines: .init(tempo: root.line(of: "tempo"), loop: root.line(of: "loop")),
      quantumUses: uses)
  }

  private var defaultTitle: String {
    let real = ContainedPath.realPath(folder) ?? folder
    return CleanText.clean(real.split(separator: "/").last.map(String.init) ?? real)
  }

  // MARK: - Stems

  private mutating func readStems(
    _ tables: [TableReader], of root: TableReader, quanta: QuantumDefaults
  ) -> [StemSpec?] {
    if tables.isEmpty, root.value("stem")?.array != nil || !root.keys.contains("stem") {
      root.report("stem", found: nil, SetWording.noStem)
    }
    if tables.count > StemSet.mostStems {
      root.report("stem", found: "\(tables.count) stems", SetWording.tooManyStems(StemSet.mostStems))
      // A thousand messages about the rest would hide this one.
      hasBase = true
      return [nil]
    }
    var lines: [String: Int?] = [:]
    var stems: [StemSpec?] = []
    for (number, table) in tables.enumerated() {
      table.title = "stem \(number + 1)"
      let id = readID(table, lines: &lines)
      if let id { table.title = "stem \"\(id)\"" }
      stems.append(readStem(table, id: id, quanta: quanta))
      table.finish()
    }
    return stems
  }

  private func readID(_ table: TableReader, lines: inout [String: Int?]) -> String? {
    guard table.keys.contains("id") else {
      _ = table.value("id")
      table.report("id", found: nil, SetWording.id)
      return nil
    }
    guard let id = table.text("id", SetWording.id) else { return nil }
    let shown = CleanText.quote(id)
    let isWord = id.utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 45
    }
    if !isWord || id.isEmpty || id.hasPrefix("-") || id.utf8.count > StemSpec.longestID {
      table.report("id", found: shown, SetWording.id)
      return nil
    }
    let key = id.lowercased()
    if let earlier = lines[key] {
      let place = earlier.map { " (line \($0) has it too)" } ?? ""
      table.report("id", found: shown + place, SetWording.uniqueID)
      return nil
    }
    lines[key] = table.line(of: "id")
    if StemSpec.reservedIDs.contains(key) {
      table.report("id", found: shown, SetWording.freeID)
      return nil
    }
    return id
  }

  private mutating func readStem(_ table: TableReader, id: String?, quanta: QuantumDefaults) -> StemSpec? {
    let title = table.text("title", SetWording.title).map(CleanText.clean)
    let file = readFile(table)
    let isBase = table.bool("base", remedy: SetWording.base.remedy) ?? false
    hasBase = hasBase || isBase
    let gain = table.number("gain", in: Decibels.range, SetWording.gain).flatMap(Decibels.init)
    let pan = table.number("pan", in: Pan.range, SetWording.pan).flatMap(Pan.init)
    let own = QuantumReader.read(table, inherited: quanta, uses: &uses)
    guard let id, let file else { return nil }
    return StemSpec(
      id: id, title: title.flatMap { $0.isEmpty ? nil : $0 } ?? id, file: file.written, path: file.path,
      isBase: isBase, gain: gain ?? .unity, pan: pan ?? .centre, quanta: own, idLine: table.line(of: "id"),
      fileLine: table.line(of: "file"))
  }

  private func readFile(_ table: TableReader) -> (written: String, path: String)? {
    guard table.keys.contains("file") else {
      _ = table.value("file")
      table.report("file", found: nil, SetWording.file)
      return nil
    }
    guard let written = table.text("file", SetWording.file) else { return nil }
    let words: SetWording.Words
    do throws(ContainedPath.Refusal) {
      return (written, try ContainedPath.resolve(written, below: folder))
    } catch .empty {
      words = SetWording.file
    } catch .absolute {
      words = SetWording.relativeFile
    } catch {
      words = SetWording.insideFile
    }
    table.report("file", found: CleanText.quote(written), words)
    return nil
  }

  // MARK: - What needs several values

  private func checkLoop(_ loop: LoopSpecification?, _ root: TableReader) {
    if let loop {
      let shown = CleanText.quote(loop.description)
      if loop.needsTempo, !root.keys.contains("tempo") {
        root.report("loop", found: shown, SetWording.loopNeedsTempo)
      }
      if loop.needsBase, !hasBase { root.report("loop", found: shown, SetWording.loopNeedsBase) }
    } else if !root.keys.contains("loop"), !hasBase {
      root.report("loop", found: nil, SetWording.loopUnknown)
    }
  }

  private mutating func reportUncounted() {
    let words = SetWording.quantumNeedsTempo
    for use in uses where [.beat, .bar].contains(use.quantum.unit) {
      problems.append(
        FileProblem(
          file: path, line: use.line, field: use.field, found: "\"\(use.quantum)\"", expected: words.expected,
          remedy: words.remedy))
    }
  }
}

extension Decibels {
  /// 0 dB. (The engine keeps no constant for it.)
  fileprivate static let unity = Decibels(0)!
}
