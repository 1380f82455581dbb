import CanonControl
import CanonFiles
import CanonSession
import CanonStems

/// Reads `midi.toml` key by key, and reports all problems.
struct MIDIMapReader {
  let root: TableReader

  /// The map of the file; invalid if there are problems.
  func map() -> MIDIMap {
    var map = MIDIMap()
    map.ports = ports("ports", 1...20, .ports)
    map.clock = ports("clock", 0...20, .clock)
    map.lights = ports("lights", 0...20, .lights)
    map.transport = root.bool("transport", MIDIAdvice.transport)
    map.device = root.string("device", MIDIAdvice.device).flatMap { word in
      let device = LightDevice(rawValue: word)
      if device == nil { root.report("device", found: CleanText.quote(word), MIDIAdvice.device) }
      return device
    }
    for kind in MIDISource.Kind.allCases {
      guard let table = subtable(kind.rawValue, .table(kind.rawValue)) else { continue }
      for key in table.keys {
        guard let value = table.value(key) else { continue }
        guard let source = MIDISource(kind, key: key) else {
          table.report(key, found: nil, MIDIAdvice.source(kind: kind.rawValue))
          continue
        }
        map.actions[source] = action(value, key, kind, in: table)
      }
    }
    if let table = subtable("stems", .stems) { map.rows = rows(table) }
    root.finish()
    return map
  }

  private func ports(_ key: String, _ count: ClosedRange<Int>, _ advice: MIDIAdvice) -> [PatchTarget]? {
    root.strings(key, count: count, advice)?.compactMap { text in
      let target = PatchTarget(text).flatMap { $0.isPhysical ? nil : $0 }
      if target == nil { root.report(key, found: CleanText.quote(text), advice) }
      return target
    }
  }

  private func subtable(_ name: String, _ advice: MIDIAdvice) -> TableReader? {
    let table = root.subtable(name, advice)
    table?.title = name
    return table
  }

  // MARK: - Actions

  private func action(
    _ value: TOMLValue, _ key: String, _ kind: MIDISource.Kind, in table: TableReader
  ) -> MIDIAction? {
    if let line = value.string {
      return command(line, key, in: table).map { .button(press: $0, release: nil) }
    }
    guard value.table != nil, let inner = table.subtable(key, MIDIAdvice.action(kind: kind.rawValue)) else {
      table.report(key, found: TableReader.show(value), MIDIAdvice.action(kind: kind.rawValue))
      return nil
    }
    inner.title = "\(kind.rawValue) \(key)"
    let count = inner.problemCount
    let (button, fader) = (button(inner, kind), fader(inner, kind))
    inner.finish()
    if inner.problemCount > count { return nil }
    if (button == nil) == (fader == nil) {
      inner.report(nil, found: nil, MIDIAdvice.oneAction)
      return nil
    }
    return button ?? fader
  }

  private func button(_ table: TableReader, _ kind: MIDISource.Kind) -> MIDIAction? {
    let press = line("press", in: table)
    let release = kind == .program ? nil : line("release", in: table)
    guard let press else {
      if release != nil { table.report("release", found: nil, MIDIAdvice.release) }
      return nil
    }
    return .button(press: press, release: release)
  }

  private func line(_ key: String, in table: TableReader) -> ControlCommand? {
    table.string(key, MIDIAdvice.action(kind: "")).flatMap { command($0, key, in: table) }
  }

  private func command(_ line: String, _ key: String, in table: TableReader) -> ControlCommand? {
    do throws(CommandProblem) {
      return try CommandParser.parse(line, at: .network)
    } catch {
      table.report(key, found: CleanText.quote(line), MIDIAdvice.command(error))
      return nil
    }
  }

  private func fader(_ table: TableReader, _ kind: MIDISource.Kind) -> MIDIAction? {
    let (gain, pan) = (table.string("gain", MIDIAdvice.target), table.string("pan", MIDIAdvice.target))
    let from = table.number("from", in: -120...24, MIDIAdvice.gainLimit)
    let to = table.number("to", in: -120...24, MIDIAdvice.gainLimit)
    let encoding = table.string("encoder", MIDIAdvice.encoder).flatMap { word -> MIDIFader.Encoding? in
      let encoding = MIDIFader.Encoding(rawValue: word)
      if encoding == nil { table.report("encoder", found: CleanText.quote(word), MIDIAdvice.encoder) }
      return encoding
    }
    guard let target = gain ?? pan else { return nil }
    if gain != nil && pan != nil { table.report(nil, found: nil, MIDIAdvice.oneAction) }
    if kind != .control { table.report(nil, found: nil, MIDIAdvice.noKnob(kind: kind.rawValue)) }
    if pan != nil { return .fader(MIDIFader(target: target, parameter: .pan, encoding: encoding)) }
    let (low, high) = (from ?? MIDIFader.usualGains.lowerBound, to ?? MIDIFader.usualGains.upperBound)
    guard low < high else {
      table.report(nil, found: nil, MIDIAdvice.limits(from: low, to: high))
      return nil
    }
    return .fader(MIDIFader(target: target, parameter: .gain(low...high), encoding: encoding))
  }

  // MARK: - Stems

  private func rows(_ table: TableReader) -> [MIDIMap.StemRow] {
    var rows: [MIDIMap.StemRow] = []
    var taken: Set<MIDISource> = []
    for effect in MIDIMap.StemRow.Effect.allCases {
      guard let numbers = numbers(effect.rawValue, in: table) else { continue }
      for number in numbers {
        let isNew = taken.insert(effect.source(number)).inserted
        if !isNew { table.report(effect.rawValue, found: nil, MIDIAdvice.taken(number)) }
      }
      rows.append(MIDIMap.StemRow(effect: effect, numbers: numbers))
    }
    table.finish()
    return rows
  }

  private func numbers(_ key: String, in table: TableReader) -> [Int]? {
    guard let value = table.value(key) else { return nil }
    let numbers = value.array?.compactMap(\.integer).filter(MIDISource.numbers.contains)
    if let numbers, numbers.count == value.array?.count { return numbers }
    table.report(key, found: TableReader.show(value), MIDIAdvice.stemNumbers)
    return nil
  }
}
