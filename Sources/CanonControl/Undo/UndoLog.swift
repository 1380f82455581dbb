import CanonEngine
import CanonSession
import CanonStems

/// What each asker has changed, newest last, so that everybody takes back their own.
struct UndoLog {
  /// For each asker; older ones are forgotten.
  static let depth = 100

  private let set: [StemSpec]
  private var steps: [Asker: [UndoStep]] = [:]
  /// Who set something last, and by which step; 0 for what happened by itself.
  private var latest: [Facet: (number: Int, asker: Asker, at: FramePosition)] = [:]
  private var lastNumber = 0

  init(_ set: [StemSpec]) { self.set = set }

  /// Takes note of a command that was given.
  /// - Parameter mayBeUndone: Not what undoes another.
  mutating func note(
    _ command: ControlCommand, _ change: Change, by asker: Asker, mayBeUndone: Bool = true
  ) {
    lastNumber += 1
    let step = UndoStep(lastNumber, command, change, in: set)
    if step.facets.isEmpty { return }
    for facet in step.facets { latest[facet.facet] = (lastNumber, asker, change.position) }
    guard mayBeUndone else { return }
    steps[asker, default: []].append(step)
    if steps[asker]!.count > Self.depth { steps[asker]!.removeFirst() }
  }

  /// Takes note of a stem that has changed its state by itself on a frame: a door, a follow action. A group's stop
  /// belongs to the start that it makes room for. It may be told of later than of a command that was given after it.
  mutating func note(changeOf stem: StemIndex, by asker: Asker, at frame: FramePosition) {
    guard !asker.isSomebody, asker != .group, frame >= latest[.state(stem)]?.at ?? .min else { return }
    latest[.state(stem)] = (0, asker, frame)
  }

  /// What an asker has changed last, and what leads back.
  struct Undoing {
    let text: String
    /// Empty where everything was overridden.
    let commands: [ControlCommand]
    /// What somebody else has changed since, and who: that stays.
    let overridden: [(name: String, by: Asker)]
  }

  /// Takes the asker's last step that has changed anything off the list.
  mutating func undo(by asker: Asker, in snapshot: Snapshot) -> Undoing? {
    while let step = steps[asker]?.popLast() {
      let others = step.facets.map(\.facet).filter { facet in
        latest[facet].map { $0.number != step.number && !($0.number > 0 && $0.asker == asker) } ?? false
      }
      let commands = step.commands(in: snapshot, set, sparing: Set(others))
      // What it would have changed back but for others.
      let spared = others.filter { facet in
        let without = Set(step.facets.map(\.facet)).subtracting([facet])
        return !step.commands(in: snapshot, set, sparing: without).isEmpty
      }
      if commands.isEmpty && spared.isEmpty { continue }
      let overridden = spared.compactMap { facet in
        latest[facet].map { (facet.stem.map { set[$0.int].id } ?? StemSelection.master, $0.asker) }
      }
      return Undoing(text: step.text, commands: commands, overridden: overridden)
    }
    return nil
  }
}
