import CanonEngine
import CanonFiles

/// Turns the tables `[[stem]]` into ``StemSpec``s, reporting each wrong value at its place.
struct StemReader {
  /// The folder of the set.
  let folder: String
  /// The defaults that stems inherit.
  let quanta: QuantumDefaults
  let buses: [String]
  /// Whether the set names a tempo, valid or not.
  let hasTempo: Bool

  private(set) var stems: [StemSpec?] = []
  private(set) var uses: [StemSet.QuantumUse] = []
  /// Whether some stem is a base, even if the rest of it is wrong.
  private(set) var hasBase = false

  private var ids = IDReader(.stem)
  /// The ids, even of stems with other problems.
  private var names: [String] = []
  /// The lines of the terminal's keys.
  private var keys: [Character: Int?] = [:]
  /// The id of the base of each group, whose name is in lower case; nil if it cannot be read.
  private var groupBases: [String: String?] = [:]
  /// Stems that other stems start; they can come later in the file.
  private var mentions: [StemPlaying.Mention] = []

  init(folder: String, quanta: QuantumDefaults, buses: [String], hasTempo: Bool) {
    self.folder = folder
    self.quanta = quanta
    self.buses = buses
    self.hasTempo = hasTempo
  }

  mutating func read(_ tables: [TableReader]) {
    for (number, table) in tables.enumerated() {
      let id = ids.read(table, number: number + 1)
      if let id { names.append(id) }
      stems.append(readStem(table, id: id))
      table.finish()
    }
    checkMentions()
  }

  /// The line of each id, in lower case.
  var idLines: [String: Int?] { ids.lines }

  private mutating func readStem(_ table: TableReader, id: String?) -> StemSpec? {
    let title = table.titleText()
    let file = readFile(table)
    let channels = readChannels(table)
    let base = table.bool("base", StemAdvice.base)
    let isBase = base ?? false
    hasBase = hasBase || base ?? (table.value("base") != nil)
    let gain = table.number("gain", in: Decibels.range, StemAdvice.gain).flatMap(Decibels.init)
    let pan = table.number("pan", in: Pan.range, StemAdvice.pan).flatMap(Pan.init)
    let own = QuantumReader.read(table, inherited: quanta, uses: &uses)
    let key = readKey(table)
    let group = readGroup(table, id: id, isBase: isBase)
    let playing = StemPlaying(table, hasTempo: hasTempo)
    if let mention = playing.mention { note(mention, of: id) }
    let sends = readSends(table)
    guard let id, let file else { return nil }
    return StemSpec(
      id: id, title: title ?? id, file: file.written, path: file.path, channels: channels, isBase: isBase,
      gain: gain ?? .unity, pan: pan ?? .centre, quanta: own, key: key, group: group, region: playing.region,
      intro: playing.intro,
      offset: playing.offset, entry: playing.entry, repeats: playing.repeats,
      hasFreeLength: playing.hasFreeLength, stretch: playing.stretch,
      isTransposed: playing.isTransposed, follow: playing.follow, sends: sends,
      idLine: table.line(of: "id"), fileLine: table.line(of: "file"), regionLine: table.line(of: "region"))
  }

  private func readFile(_ table: TableReader) -> (written: String, path: String)? {
    guard table.value("file") != nil else {
      table.report("file", found: nil, StemAdvice.file)
      return nil
    }
    guard let written = table.text("file", StemAdvice.file) else { return nil }
    do throws(ContainedPath.Refusal) {
      return (written, try ContainedPath.resolve(written, below: folder))
    } catch {
      table.report("file", found: nil, LoadingAdvice.path(written, error))
      return nil
    }
  }

  private func readChannels(_ table: TableReader) -> ChannelChoice? {
    guard let value = table.value("channels") else { return nil }
    if let numbers = value.array?.map(\.integer), !numbers.contains(nil),
      let choice = ChannelChoice(numbers.compactMap(\.self))
    {
      return choice
    }
    let shown = value.array.map { "[" + $0.map(TableReader.show).joined(separator: ", ") + "]" }
    table.report("channels", found: shown ?? TableReader.show(value), StemAdvice.channels)
    return nil
  }

  private mutating func readKey(_ table: TableReader) -> Character? {
    guard let text = table.text("key", StemAdvice.key) else { return nil }
    guard text.utf8.count == 1, let key = text.first, ("!"..."~").contains(key) else {
      table.report("key", found: CleanText.quote(text), StemAdvice.key)
      return nil
    }
    if let earlier = keys[key] {
      table.report("key", found: nil, StemAdvice.sameKey(text, line: earlier))
      return nil
    }
    keys[key] = table.line(of: "key")
    return key
  }

  private mutating func readGroup(_ table: TableReader, id: String?, isBase: Bool) -> String? {
    guard let group = table.text("group", StemAdvice.group) else { return nil }
    guard IDReader.isWord(group) else {
      table.report("group", found: CleanText.quote(group), StemAdvice.group)
      return nil
    }
    guard isBase else { return group }
    if let other = groupBases[group.lowercased()] {
      table.report("group", found: nil, StemAdvice.groupOfBases(group, base: other))
      return nil
    }
    groupBases[group.lowercased()] = .some(id)
    return group
  }

  /// The sends to buses: `{ hall = -6 }`.
  private func readSends(_ table: TableReader) -> [SendSpec] {
    guard let inner = table.subtable("buses", StemAdvice.sends) else { return [] }
    inner.title = table.field("buses")
    return inner.keys.compactMap { bus in
      guard buses.contains(bus) else {
        _ = inner.value(bus)
        inner.report(bus, found: nil, StemAdvice.unknownBus(bus, known: buses))
        return nil
      }
      return inner.number(bus, in: Decibels.range, StemAdvice.send).flatMap(Decibels.init).map {
        SendSpec(bus: bus, gain: $0)
      }
    }
  }

  private mutating func note(_ mention: StemPlaying.Mention, of id: String?) {
    if mention.id == id {
      mention.table.report("then", found: CleanText.quote("start:\(mention.id)"), PlayingAdvice.followsItself)
    } else {
      mentions.append(mention)
    }
  }

  private func checkMentions() {
    // The name of a stem without a readable id is unknown.
    if names.count < stems.count { return }
    let known = Set(names)
    for mention in mentions where !known.contains(mention.id) {
      mention.table.report(
        "then", found: CleanText.quote("start:\(mention.id)"),
        PlayingAdvice.unknownStem(mention.id, known: names))
    }
  }
}
