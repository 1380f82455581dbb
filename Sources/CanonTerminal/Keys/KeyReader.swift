import CanonFiles

/// Reads `keys.toml` key by key, and reports all problems.
struct KeyReader {
  let root: TableReader

  /// The table of the file; invalid if there are problems.
  func table() -> KeyTable {
    let confirmsQuit = root.bool("confirm_quit", KeyWording.confirmQuit)
    let keys = subtable("keys", KeyWording.keys)
    let stems = subtable("stems", KeyWording.stems)
    root.finish { key, known in
      KeyAction(rawValue: key).map { _ in
        TableAdvice.misplaced(known: known, remedy: KeyWording.actionAboveKeys)
      }
    }
    let bindings = keys.map(bindings) ?? [:]
    return KeyTable(bindings: bindings, confirmsQuit: confirmsQuit ?? true) { isTaken in
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
      let words = KeyWording.keysOfAction
      let names = table.strings(
        action.word, count: 0...20, words)
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
        let words = KeyWording.unknownKey(name)
        table.report(
          action.word, found: CleanText.quote(name), words)
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
        table.report(
          action.word, found: "\"\(CleanText.clean(key.name))\", a key of \"\(other.word)\"",
          Advice(expected: KeyWording.ownKey, remedy: KeyWording.remedy(for: other, left: left)))
      }
    }
  }

  // MARK: - Stems

  private func stemKeys(_ table: TableReader, isTaken: (Character) -> Bool) -> StemKeys {
    let keys = text("keys", KeyWording.stemKeys, in: table)
    let now = text("now", KeyWording.stemKeysNow, in: table)
    table.finish()
    check(keys ?? "", "keys", KeyWording.stemKeys, in: table, isTaken: isTaken)
    check((now ?? "").filter { $0 != " " }, "now", KeyWording.stemKeysNow, in: table, isTaken: isTaken)
    if let now, now.count > (keys ?? StemKeys.candidates).count {
      let words = KeyWording.stemKeysNow
      table.report(
        "now", found: "\(now.count) keys", Advice(expected: KeyWording.noMoreThanKeys, remedy: words.remedy))
    }
    if let both = (now ?? "").first(where: { (keys ?? StemKeys.candidates).contains($0) }) {
      table.report(
        "now", found: "\"\(both)\", which presses a stem",
        Advice(expected: KeyWording.ownKey, remedy: KeyWording.stemKeysNow.remedy))
    }
    return StemKeys(keys: keys, now: now ?? "", isTaken: isTaken)
  }

  private func text(_ key: String, _ words: some FileAdvice, in table: TableReader) -> String? {
    table.string(key, words)
  }

  private func check(
    _ keys: String, _ field: String, _ words: some FileAdvice, in table: TableReader,
    isTaken: (Character) -> Bool
  ) {
    var seen: Set<Character> = []
    for key in keys {
      let shown = CleanText.quote(String(key))
      if !Key.isVisible(key) {
        table.report(field, found: shown, words)
      } else if !seen.insert(key).inserted {
        table.report(field, found: "\(shown) twice", words)
      } else if isTaken(key) {
        table.report(
          field, found: "\(shown), a key of an action",
          Advice(expected: KeyWording.ownKey, remedy: KeyWording.actionsKeyForStem))
      }
    }
  }
}
