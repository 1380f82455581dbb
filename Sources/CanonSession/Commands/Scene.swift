import CanonEngine
import CanonFiles
import CanonStems

/// A parsed scene of the set: commands that take effect together.
package struct Scene: Sendable {
  package let id: String
  /// The quantum of its commands that name none.
  package let quantum: Quantum
  package let commands: [ControlCommand]

  package init(id: String, quantum: Quantum, commands: [ControlCommand]) {
    (self.id, self.quantum, self.commands) = (id, quantum, commands)
  }

  /// The scene's commands, each on the scene's boundary unless it names its own.
  /// - Parameter quantum: Replaces the scene's quantum; nil keeps it.
  func parts(on quantum: Quantum?) -> [ControlCommand] {
    let common = quantum ?? self.quantum
    return commands.map { command in
      switch command {
      case .request(let request, let stems, let own, let from):
        .request(request, stems, request == .cancel ? nil : own ?? common, from: from)
      case .gain(let stems, let decibels, let fade):
        .gain(stems, decibels, fade.beginning(on: common))
      case .pan(let stems, let pan, let fade): .pan(stems, pan, fade.beginning(on: common))
      case .solo(let stems, let mode, let own): .solo(stems, mode, own ?? common)
      case .pause(let stems, let isOn, let own): .pause(stems, isOn: isOn, own ?? common)
      case .fade(let stems, let direction, let fade): .fade(stems, direction, fade.beginning(on: common))
      case .panic, .scene, .next, .previous, .toggle, .undo, .replace, .skip, .seek, .freeze, .roll, .begin,
        .door, .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .reload, .playback, .piece, .edition,
        .record,
        .endRecording, .capture,
        .endCapture, .keep, .learn, .endLearning, .section, .cue, .mark, .unpair, .quit:
        command
      }
    }
  }
}

extension Fade {
  fileprivate func beginning(on common: Quantum) -> Fade {
    Fade(quantum: quantum ?? common, length: length)
  }
}

extension StemSelection {
  /// The word that means the sum of all stems.
  public static let master = "master"

  public var isMaster: Bool { words.count == 1 && words[0] == Self.master }

  /// Whether it is the id of one stem, or the master.
  public var isOne: Bool { words.count == 1 && !Self.isPattern(words[0]) }

  /// The stems of a selection, in the order of the set, each once. `all` and globs skip the base, which
  /// must be named.
  /// - Parameters:
  ///   - mayBeMaster: Whether `master` alone is accepted; it gives no stem.
  ///   - sparesBase: Whether `all` and globs skip the base.
  package func indices(
    in set: StemSet, mayBeMaster: Bool = false, sparesBase: Bool = true
  ) throws(CommandProblem) -> [StemIndex] {
    if mayBeMaster && isMaster { return [] }
    // Nearly every command names one stem, several times on its way.
    if isOne {
      guard let stem = set.index(of: words[0]) else {
        throw .unknownStem(words[0], known: set.stems.map(\.id))
      }
      return [stem]
    }
    var chosen = Set<StemIndex>()
    for word in words {
      let hits =
        Self.isPattern(word)
        ? set.stems.indices.filter { Self.means(word, set.stems[$0], sparesBase: sparesBase) }
          .map(StemIndex.init) : set.index(of: word).map { [$0] } ?? []
      if hits.isEmpty && word != "all" { throw .unknownStem(word, known: set.stems.map(\.id)) }
      chosen.formUnion(hits)
    }
    if chosen.isEmpty { throw .noneMeant(words) }
    return chosen.sorted()
  }

  /// The stems of a selection for a command.
  package func indices(in set: StemSet, for command: ControlCommand) throws(CommandProblem) -> [StemIndex] {
    try indices(in: set, mayBeMaster: command.isGain, sparesBase: command.sparesBase)
  }

  /// Whether the selection includes this stem.
  public func means(_ spec: StemSpec, sparesBase: Bool = true) -> Bool {
    words.contains { Self.means($0, spec, sparesBase: sparesBase) }
  }

  private static func means(_ word: String, _ spec: StemSpec, sparesBase: Bool) -> Bool {
    guard isPattern(word) else { return spec.id == word }
    return !(spec.isBase && sparesBase) && (word == "all" || glob(word, covers: spec.id))
  }
}
