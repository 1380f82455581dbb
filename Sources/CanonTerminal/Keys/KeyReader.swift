import CanonFiles

/// Reads `keys.toml` key by key, and reports all problems.
struct KeyReader {
  let root: TableReader

  /// The table of the file; invalid if there are problems.
  func table() -> KeyTable {
    let confirmsQuit = root.bool("confirm_quit", KeyAdvice.confirmQuit)
    let seekSeconds = root.integer("seek_seconds", in: 1...KeyTable.mostSeekSeconds, KeyAdvice.seekSeconds)
    let keys = subtable("keys", KeyAdvice.keys)
    let stems = subtable("stems", KeyAdvice.stems)
    root.finish { key, known in
      KeyAction(rawValue: key).map { _ in
        KeyAdvice.actionAboveKeys(known: known)
      }
    }
    let bindings = keys.map(bindings) ?? [:]
    var options = KeyOptions()
    if let confirmsQuit { options.confirmsQuit = confirmsQuit }
    if let seekSeconds { options.seekSeconds = seekSeconds }
    return KeyTable(bindings: bindings, options) { isTaken in
      stems.map { stemKeys($0, isTaken: isTaken) } ?? StemKeys(isTaken: isTaken)
    }
  }

  private func subtable(_ name: String, _ words: some FileAdvice) -> TableReader? {
    let table = root.subtable(name, words)
    table?.title = name
    return table
  }

  // MARK: - Actions

  private func bindings(_ table: TableReader) -> [KeyAction: [Key]] {
    var bindings: [KeyAction: [Key]] = [:]
    for action in KeyAction.allCases {
      let names = table.strings(action.word, count: 0...20, KeyAdvice.keysOfAction)
      bindings[action] = names.map { keys($0, of: action, in: table) }
    }
    table.finish()
    reportConflicts(bindings, in: table)
    return bindings
  }

  private func keys(_ names: [String], of action: KeyAction, in table: TableReader) -> [Key] {
    var keys: [Key] = []
    for name in names {
      if let key = Key(name: name) {
        if !keys.contains(key) { keys.append(key) }
      } else {
        table.report(action.word, found: CleanText.quote(name), KeyAdvice.unknownKey(name))
      }
    }
    return keys
  }

  /// A key that the file gives to two actions is reported at its second place; a key that the file
  /// takes from an action with default keys is reported at its place in the file.
  private func reportConflicts(_ bindings: [KeyAction: [Key]], in table: TableReader) {
    var owners: [Key: KeyAction] = [:]
    let named = table.keys.compactMap { KeyAction(rawValue: $0) }
    let taken = Set(bindings.values.joined())
    for action in named {
      for key in bindings[action] ?? [] {
        let usual = KeyRow.all.first { bindings[$0.action] == nil && $0.keys.contains(key) }
        guard let other = owners[key] ?? usual?.action else {
          owners[key] = action
          continue
        }
        let left = owners[key] == nil ? (usual?.keys ?? []).filter { !taken.contains($0) } : nil
        table.report(action.word, found: nil, KeyAdvice.keyOfTwo(key, other: other, left: left))
      }
    }
  }

  // MARK: - Stems

  private func stemKeys(_ table: TableReader, isTaken: (Character) -> Bool) -> StemKeys {
    let keys = table.string("keys", KeyAdvice.stemKeys)
    let now = table.string("now", KeyAdvice.stemKeysNow)
    table.finish()
    check(keys ?? "", "keys", .stemKeys, in: table, isTaken: isTaken)
    check((now ?? "").filter { $0 != " " }, "now", .stemKeysNow, in: table, isTaken: isTaken)
    if let now, now.count > (keys ?? StemKeys.candidates).count {
      table.report("now", found: nil, KeyAdvice.moreThanKeys(now.count))
    }
    if let both = (now ?? "").first(where: { (keys ?? StemKeys.candidates).contains($0) }) {
      table.report("now", found: nil, KeyAdvice.alsoPresses(both))
    }
    return StemKeys(keys: keys, now: now ?? "", isTaken: isTaken)
  }

  private func check(
    _ keys: String, _ field: String, _ advice: KeyAdvice, in table: TableReader,
    isTaken: (Character) -> Bool
  ) {
    var seen: Set<Character> = []
    for key in keys {
      if !Key.isVisible(key) {
        table.report(field, found: CleanText.quote(String(key)), advice)
      } else if !seen.insert(key).inserted {
        table.report(field, found: nil, KeyAdvice.twice(key, isNow: advice == .stemKeysNow))
      } else if isTaken(key) {
        table.report(field, found: nil, KeyAdvice.keyOfAction(key))
      }
    }
  }
}
