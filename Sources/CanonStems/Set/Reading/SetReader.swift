import CanonEngine
import CanonFiles

/// Turns the tables of a set file into a ``StemSet``, reporting each wrong value at its place.
struct SetReader {
  let path: String
  let readers: SoundReaders
  let folder: String
  /// Problems that the tables cannot report.
  private(set) var problems: [FileProblem] = []
  private var uses: [StemSet.QuantumUse] = []

  init(path: String, readers: SoundReaders) {
    self.path = path
    self.readers = readers
    folder = Folder.of(path)
  }

  /// - Returns: The set of the readable stems; after a reported problem, use it only to check
  ///   their files. nil, with a problem reported, if there are none.
  mutating func read(_ root: TableReader) -> StemSet? {
    let title = root.text("title", SetAdvice.title).map(CleanText.clean) ?? defaultTitle
    let tempo = root.tempo("tempo")
    let meter = root.parsed("meter", Meter.init, SetAdvice.meter) ?? .common
    let loop = root.parsed("loop", TimeSpan.positive, SetAdvice.loop)
    let playback = root.playback(tempo)
    let quanta = QuantumReader.read(root, inherited: .loop, uses: &uses)
    let behaviour = readBehaviour(root)
    let buses = readBuses(tables(.bus, of: root, most: StemSet.mostBuses) ?? [])
    let stemTables = tables(.stem, of: root, most: StemSet.mostStems)
    var reader = StemReader(
      folder: folder, quanta: quanta, buses: buses.map(\.bus.id) + [StemSet.cue],
      hasTempo: root.value("tempo") != nil)
    if let stemTables {
      reader.read(stemTables)
      uses += reader.uses
      if stemTables.isEmpty, root.value("stem")?.array != nil || root.value("stem") == nil {
        root.report("stem", found: nil, SetAdvice.noStem)
      }
      if !stemTables.isEmpty { checkLoop(loop, root, hasBase: reader.hasBase) }
      check(buses, against: reader.idLines)
    }
    let click = root.click(in: folder)
    let patch = root.subtable("patch", PatchAdvice.table)?.patch(
      among: StemSet.outputs(stems: reader.stems.compactMap { $0?.id }, buses: buses.map(\.bus.id)))
    let scenes = readScenes(tables(.scene, of: root, most: StemSet.mostScenes) ?? [])
    let sections = root.sections(
      tables(.section, of: root, most: StemSet.mostSections) ?? [], tempo, meter)
    let variants = root.variants(tables(.variant, of: root, most: StemSet.mostVariants) ?? [], tempo)
    // CanonMIDI reads it (MIDIMap).
    _ = root.value("midi")
    root.finish { key, known in
      StemSetFile.keysOfSchedules.contains(key)
        ? SetAdvice.ofSchedule(key: key, known: known) : nil
    }
    if root.value("tempo") == nil { reportUncounted() }

    let stems = reader.stems.compactMap(\.self)
    if stems.isEmpty { return nil }
    return StemSet(
      file: path, folder: folder, title: title, tempo: tempo, meter: meter, playback: playback, loop: loop,
      quanta: quanta,
      behaviour: behaviour, readers: readers, buses: buses.map(\.bus), stems: stems, variants: variants,
      scenes: scenes, sections: sections, click: click,
      patch: patch ?? [], origin: .path(path),
      lines: .init(
        tempo: root.line(of: "tempo"), loop: root.line(of: "loop"), playback: root.line(of: Playback.table)),
      quantumUses: uses,
      indices: Dictionary(
        stems.enumerated().map { ($1.id, StemIndex($0)) }, uniquingKeysWith: { first, _ in first }))
  }

  private var defaultTitle: String {
    let real = ContainedPath.realPath(folder) ?? folder
    return CleanText.clean(real.split(separator: "/").last.map(String.init) ?? real)
  }

  private func readBehaviour(_ root: TableReader) -> SetBehaviour {
    var behaviour = SetBehaviour()
    let ramp = root.parsed("ramp", SetBehaviour.milliseconds, SetAdvice.milliseconds("ramp = \"5 ms\""))
    let grace = root.parsed("grace", SetBehaviour.milliseconds, SetAdvice.milliseconds("grace = \"30 ms\""))
    let press = root.choice(
      "second_press", [("cancel", SecondPress.cancel), ("now", .now)], SetAdvice.secondPress)
    let pause = root.choice("pause", PauseKind.allCases.map { ($0.rawValue, $0) }, SetAdvice.pause)
    let seed = root.integer("seed", in: 0...SetBehaviour.largestSeed, SetAdvice.seed)
    if let ramp { behaviour.rampMilliseconds = ramp }
    if let grace { behaviour.graceMilliseconds = grace }
    if let press { behaviour.secondPress = press }
    if let pause { behaviour.pause = pause }
    if let seed { behaviour.seed = UInt64(seed) }
    return behaviour
  }

  /// - Returns: nil if there are too many: thousands of messages about the rest would hide that one.
  private func tables(_ kind: SetTableKind, of root: TableReader, most: Int) -> [TableReader]? {
    let tables = root.subtables(kind.rawValue, SetAdvice.tables(kind))
    guard tables.count > most else { return tables }
    root.report(kind.rawValue, found: nil, SetAdvice.tooMany(kind, tables.count, most: most))
    return nil
  }

  // MARK: - Buses and scenes

  private func readBuses(_ tables: [TableReader]) -> [(table: TableReader, bus: BusSpec)] {
    var ids = IDReader(.bus)
    return tables.enumerated().compactMap { number, table in
      let id = ids.read(table, number: number + 1)
      let title = table.titleText()
      table.finish()
      return id.map { (table, BusSpec(id: $0, title: title ?? $0, line: table.line(of: "id"))) }
    }
  }

  /// Stems and buses both name ports.
  private func check(_ buses: [(table: TableReader, bus: BusSpec)], against stems: [String: Int?]) {
    for (table, bus) in buses {
      guard let line = stems[bus.id.lowercased()] else { continue }
      table.report("id", found: nil, SetAdvice.busOfStem(bus.id, line: line))
    }
  }

  private mutating func readScenes(_ tables: [TableReader]) -> [SceneSpec] {
    var ids = IDReader(.scene)
    var scenes: [SceneSpec] = []
    for (number, table) in tables.enumerated() {
      let id = ids.read(table, number: number + 1)
      let title = table.titleText()
      let quantum = QuantumReader.readOne(table, uses: &uses)
      let commands = table.strings("commands", count: 1...SceneSpec.mostCommands, SetAdvice.commands)
      if table.value("commands") == nil { table.report("commands", found: nil, SetAdvice.commands) }
      table.finish()
      guard let id, let commands else { continue }
      scenes.append(
        SceneSpec(
          id: id, title: title ?? id, quantum: quantum, commands: commands, line: table.line(of: "commands")))
    }
    return scenes
  }

  // MARK: - What needs several values

  private func checkLoop(_ loop: TimeSpan?, _ root: TableReader, hasBase: Bool) {
    if let loop {
      let shown = CleanText.quote(loop.description)
      if loop.needsTempo, root.value("tempo") == nil {
        root.report("loop", found: shown, TimingAdvice.needsTempo("loop"))
      }
      if loop.needsFile, !hasBase { root.report("loop", found: shown, TimingAdvice.loopNeedsBase) }
    } else if root.value("loop") == nil, !hasBase {
      root.report("loop", found: nil, TimingAdvice.loopUnknown)
    }
  }

  private mutating func reportUncounted() {
    for use in uses where [.beat, .bar].contains(use.quantum.unit) {
      problems.append(
        FileProblem(
          file: path, line: use.line, field: use.field, found: "\"\(use.quantum)\"",
          TimingAdvice.quantumNeedsTempo))
    }
  }
}

extension Decibels {
  /// 0 dB. (The engine keeps no constant for it.)
  static let unity = Decibels(0)!
}
