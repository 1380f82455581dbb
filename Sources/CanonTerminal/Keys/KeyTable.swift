/// The table of keys: the default one, or one changed by `keys.toml`. Each key has at most one
/// action.
public struct KeyTable: Sendable {
  /// The default table.
  public static let usual = KeyTable(bindings: [:], KeyOptions()) { isTaken in
    StemKeys(isTaken: isTaken)
  }

  /// What the keys do beside being keys.
  let options: KeyOptions
  /// Whether `quit` asks for confirmation while a stem plays.
  public var confirmsQuit: Bool { options.confirmsQuit }
  /// The most seconds by which the seek keys move the music.
  package static let mostSeekSeconds = 600

  private let bindings: [KeyAction: [Key]]
  private let actions: [Key: KeyAction]
  private let stemKeys: StemKeys
  private let stems: [Key: StemTarget]

  private struct StemTarget {
    var index: Int
    var now: Bool
  }

  /// - Parameters:
  ///   - bindings: The keys of actions with other keys than their default ones. No key occurs twice, or is a default key
  ///     of another action (the reader of files ensures that).
  ///   - stemKeys: Makes the stems' keys, given which characters already belong to actions.
  init(
    bindings: [KeyAction: [Key]], _ options: KeyOptions,
    stemKeys: (_ isTaken: (Character) -> Bool) -> StemKeys
  ) {
    var all: [KeyAction: [Key]] = [:]
    var actions: [Key: KeyAction] = [:]
    for row in KeyRow.all {
      let keys = bindings[row.action] ?? row.keys
      all[row.action] = keys
      for key in keys { actions[key] = row.action }
    }
    self.init(all, actions, stemKeys { actions[.character($0)] != nil }, options)
  }

  private init(
    _ bindings: [KeyAction: [Key]], _ actions: [Key: KeyAction], _ stemKeys: StemKeys, _ options: KeyOptions
  ) {
    (self.bindings, self.actions, self.stemKeys, self.options) = (bindings, actions, stemKeys, options)
    var stems: [Key: StemTarget] = [:]
    for (index, pair) in stemKeys.pairs.enumerated() {
      guard let pair else { continue }
      stems[.character(pair.key)] = StemTarget(index: index, now: false)
      if let now = pair.now { stems[.character(now)] = StemTarget(index: index, now: true) }
      stems[.alt(pair.key)] = StemTarget(index: index, now: true)
    }
    self.stems = stems.filter { actions[$0.key] == nil }
  }

  // MARK: - What a key does

  public func action(for key: Key) -> KeyAction? { actions[key] }

  /// The stem that the key presses, counted from 0, and whether it does so now.
  /// - Parameter count: The number of stems; the key of a missing stem does nothing.
  public func stem(for key: Key, count: Int) -> (index: Int, now: Bool)? {
    guard let target = stems[key], target.index < count else { return nil }
    return (target.index, target.now)
  }

  // MARK: - What people see

  /// The keys of an action, the main one first.
  public func keys(for action: KeyAction) -> [Key] { bindings[action] ?? [] }

  /// The key shown beside a stem, counted from 0; nil if there are more stems than keys.
  public func label(ofStem index: Int) -> String? {
    guard stemKeys.pairs.indices.contains(index) else { return nil }
    return stemKeys.pairs[index].map { String($0.key) }
  }

  /// The keys of the stems, in order, and their characters with Shift.
  var stemPairs: [StemKeys.Pair] { stemKeys.pairs.compactMap(\.self) }

  // MARK: - A set's own keys

  /// The table with the keys that a set gives to its stems. Stems without a key, and those whose key belongs to an
  /// action, get the remaining keys in order.
  /// - Parameter stems: In the order of the set; at most one stem has a certain key.
  /// - Returns: The table, and a note for each stem that did not get its key.
  public func assigned(to stems: [(id: String, key: Character?)]) -> (table: KeyTable, notes: [KeyNote]) {
    let own = stems.map { stem in stem.key.flatMap { actions[.character($0)] == nil ? $0 : nil } }
    let stemKeys = stemKeys.assigned(to: own) { actions[.character($0)] != nil }
    let notes = stems.compactMap { stem in
      stem.key.flatMap { key in
        actions[.character(key)].map { KeyNote.ofAction(key, stem: stem.id, $0) }
      }
    }
    return (KeyTable(bindings, actions, stemKeys, options), notes)
  }
}
