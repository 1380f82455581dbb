import CanonEngine
import CanonSession
import CanonStems

/// The changes of each asker, newest last, so that each asker undoes its own.
struct UndoLog {
  /// The number of changes kept for each asker; older ones are dropped.
  static let depth = 100

  private let set: [StemSpec]
  private var steps: [Asker: [UndoStep]] = [:]
  /// The asker that set each facet last, and the number of its step; 0 for changes that no command requested.
  private var latest: [Facet: (number: Int, asker: Asker, at: FramePosition)] = [:]
  private var lastNumber = 0

  init(_ set: [StemSpec]) { self.set = set }

  /// Records a command.
  /// - Parameter mayBeUndone: Whether the command can be undone; false for the commands of an undo.
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

  /// Records a change of state that no command requested: by a door or a follow action. A group's stop
  /// belongs to the start that caused it. The change may be reported later than a command that was given after it.
  mutating func note(changeOf stem: StemIndex, by asker: Asker, at frame: FramePosition) {
    guard !asker.isSomebody, asker != .group, frame >= latest[.state(stem)]?.at ?? .min else { return }
    latest[.state(stem)] = (0, asker, frame)
  }

  /// The last change of an asker, and the commands that undo it.
  struct Undoing {
    let text: String
    /// The commands; empty if everything was overridden.
    let commands: [ControlCommand]
    /// The parts that other askers have changed since, which stay.
    let overridden: [Overriding]
  }

  /// Removes the asker's last step that changed anything from the list, and returns its undoing.
  mutating func undo(by asker: Asker, in snapshot: Snapshot) -> Undoing? {
    while let step = steps[asker]?.popLast() {
      let others = step.facets.map(\.facet).filter { facet in
        latest[facet].map { $0.number != step.number && !($0.number > 0 && $0.asker == asker) } ?? false
      }
      let commands = step.commands(in: snapshot, set, sparing: Set(others))
      // The facets that it would have changed back if others had not changed them since.
      let spared = others.filter { facet in
        let without = Set(step.facets.map(\.facet)).subtracting([facet])
        return !step.commands(in: snapshot, set, sparing: without).isEmpty
      }
      if commands.isEmpty && spared.isEmpty { continue }
      let overridden = spared.compactMap { facet in
        latest[facet].map {
          Overriding(facet.stem.map { set[$0.int].id } ?? StemSelection.master, by: $0.asker.word)
        }
      }
      return Undoing(text: step.text, commands: commands, overridden: overridden)
    }
    return nil
  }
}
