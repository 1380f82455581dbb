import CanonEngine
import CanonStems

/// What a stem is, once nothing of it is pending any more: what was asked of it last.
public struct StemGoal: Hashable, Sendable {
  /// Never `wait`.
  public var state: StemState
  public var gain: Decibels
  public var pan: Pan
  public var solo: SoloMode
  /// The file that it plays instead of the set's; nil for that one.
  public var file: String?
  /// Whether a pause holds it, or is to.
  public var isHeld: Bool
}

/// What a command was about to change.
public struct Change: Sendable {
  /// The command itself, or those of its scene.
  public let parts: [ControlCommand]
  /// What the stems that it means, and those that exclude them, were to be before.
  public let stems: [StemIndex: StemGoal]
  /// The master's gain before, where it is changed.
  public let master: Decibels?
  /// The frame that came next when it was given.
  public let position: FramePosition
}

extension Deck {
  /// What is asked of a stem at present.
  private func goal(of stem: StemIndex, asked: Bool?) -> StemGoal {
    let mirror = stems[stem.int]
    let (status, mix) = (mirror.status, mirror.mix)
    return StemGoal(
      state: status.next ?? status.state, gain: mix.gain, pan: mix.pan, solo: mix.solo, file: mix.file,
      isHeld: asked ?? mirror.nextHold?.isHeld ?? mirror.hold.isHeld)
  }

  /// What these commands are about to change.
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
  /// These stems, and those that they exclude: the others of their groups.
  package func withRivals(of stems: Set<StemIndex>) -> Set<StemIndex> {
    let groups = Set(stems.compactMap { self[$0.int].group?.lowercased() })
    return stems.union(
      indices.filter { self[$0].group.map { groups.contains($0.lowercased()) } ?? false }.map(StemIndex.init))
  }
}
