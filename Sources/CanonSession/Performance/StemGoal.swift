import CanonEngine
import CanonStems

/// The values of a stem after all its pending changes, that is, the last requested ones.
public struct StemGoal: Hashable, Sendable {
  /// The state; never `wait`.
  public var state: StemState
  public var gain: Decibels
  public var pan: Pan
  public var solo: SoloMode
  /// The file that it plays instead of the set's; nil for that one.
  public var file: String?
  /// Whether a pause holds it, or is to hold it.
  public var isHeld: Bool
}

/// The change that a command makes, with the values before it.
public struct Change: Sendable {
  /// The command itself, or those of its scene.
  public let parts: [ControlCommand]
  /// The goals, before the command, of its stems and of those that exclude them.
  public let stems: [StemIndex: StemGoal]
  /// The master's gain before the command, if the command changes it.
  public let master: Decibels?
  /// The next frame to be delivered when it was given.
  public let position: FramePosition
}

extension Deck {
  /// The current goal of a stem.
  private func goal(of stem: StemIndex, asked: Bool?) -> StemGoal {
    let mirror = stems[stem.int]
    let (status, mix) = (mirror.status, mirror.mix)
    return StemGoal(
      state: status.next ?? status.state, gain: mix.gain, pan: mix.pan, solo: mix.solo, file: mix.file,
      isHeld: asked ?? mirror.nextHold?.isHeld ?? mirror.hold.isHeld)
  }

  /// The change that these commands make.
  func change(by parts: [ControlCommand]) -> Change {
    let meansAll = parts.contains { $0 == .panic || $0.isPauseOfAll }
    let stems = Set(
      meansAll
        ? set.stems.indices.map(StemIndex.init)
        : parts.flatMap { ((try? targets(of: $0)) ?? []).compactMap(\.self) })
    let all = set.stems.withRivals(of: stems)
    let isMaster = parts.contains {
      if case .gain(let selection, _, _) = $0 { selection.isMaster } else { false }
    }
    let asked = askedHolds
    return Change(
      parts: parts,
      stems: Dictionary(uniqueKeysWithValues: all.map { ($0, goal(of: $0, asked: asked[$0.int])) }),
      master: isMaster ? master : nil, position: position)
  }
}

extension [StemSpec] {
  /// These stems and the others of their groups, which they exclude.
  package func withRivals(of stems: Set<StemIndex>) -> Set<StemIndex> {
    let groups = Set(stems.compactMap { self[$0.int].group?.lowercased() })
    return stems.union(
      indices.filter { self[$0].group.map { groups.contains($0.lowercased()) } ?? false }.map(StemIndex.init))
  }
}
