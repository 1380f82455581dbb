import CanonEngine
import CanonStems

/// The changes of each asker, newest last, so that an undo takes back the asker's own.
struct UndoLog {
  /// For each asker; older steps are forgotten.
  static let depth = 100

  private var steps: [Asker: KeptSteps] = [:]
  private var latest: [Facet: UnansweredStep.Latest] = [:]
  private var unanswered = NumberedValues<UnansweredStep>()
  private var lastNumber = 0

  /// The number of the next step.
  mutating func begin() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a step.
  /// - Parameters:
  ///   - answers: The number of answers to expect from the engine.
  ///   - mayBeUndone: False for an undo.
  mutating func note(_ step: UndoStep, by asker: Asker, answers: Int, mayBeUndone: Bool) {
    if step.parts.isEmpty { return }
    let change = UnansweredStep.Latest(number: step.number, asker: asker, at: step.position)
    var noted = UnansweredStep(by: asker, missing: answers)
    for part in step.parts {
      if noted[part.facet] == nil {
        let before = latest.updateValue(change, forKey: part.facet)
        noted.add(part.facet, .init(before: before, isAsked: part.isAsked))
      } else if part.isAsked {
        noted.ask(part.facet, true)
      }
    }
    unanswered.add(noted, as: step.number)
    if mayBeUndone { steps[asker, default: KeptSteps()].append(step) }
  }

  /// Records a change of a stem's state without a command, by a door or a follow action. A stop for a group belongs to the
  /// start that causes it, and the start of the clock comes before all commands. The report of a change can come later than that of a
  /// command that was given after it.
  mutating func note(changeOf stem: StemIndex, by asker: Asker, at frame: FramePosition) {
    guard !asker.isSomebody, asker != .group, asker != .clock, frame >= latest[.state(stem)]?.at ?? .min
    else { return }
    latest[.state(stem)] = .init(number: 0, asker: asker, at: frame)
  }

  /// Records the engine's answer to one command of a step. After the last answer, facets that were not set are removed from
  /// the step, and count as last changed by whoever changed them before.
  /// - Parameters:
  ///   - done: The facets that the command has set; empty if it was refused or changed nothing.
  ///   - isRefused: Whether the command was refused.
  /// - Returns: The step, if all of it was refused and it is removed.
  mutating func settle(_ number: Int?, done: [Facet], isRefused: Bool) -> UndoStep? {
    // Changed where it is, so that its facets are not copied.
    guard let number,
      unanswered.change(number, { $0.settle(done, isRefused: isRefused) }) == true,
      let answers = unanswered.remove(number), answers.isLacking
    else { return nil }
    let dropped = answers.dropped
    for (facet, change) in dropped where latest[facet]?.number == number { latest[facet] = change.before }
    return steps[answers.asker]?.inOrder { steps in
      guard let place = steps.firstIndex(where: { $0.number == number }) else { return nil }
      steps[place].parts.removeAll { dropped[$0.facet] != nil && ($0.isAsked || !answers.isDone) }
      guard steps[place].parts.isEmpty else { return nil }
      let step = steps.remove(at: place)
      return answers.isRefused ? step : nil
    } ?? nil
  }

  /// Continues in the next program.
  /// - Parameter scenes: The place of a scene of the old program in the new one; nil if it is not there.
  mutating func move(_ succession: Succession, scenes: (Int) -> Int?) {
    for asker in steps.keys {
      steps[asker]!.inOrder { steps in
        for place in steps.indices { steps[place].move(succession, scenes: scenes) }
        steps.removeAll(where: \.parts.isEmpty)
      }
    }
    var moved: [Facet: UnansweredStep.Latest] = [:]
    for (facet, change) in latest { if let facet = facet.moved(succession) { moved[facet] = change } }
    latest = moved
    for number in unanswered.numbers { unanswered.change(number) { $0.move(succession) } }
  }

  /// Forgets unanswered steps: the engine is replaced.
  mutating func giveUpAnswers() { unanswered = NumberedValues() }

  /// Removes an asker's changes; another asker may get its number.
  mutating func forget(_ asker: Asker) { steps[asker] = nil }

  /// Removes the last step of any of these askers.
  private mutating func popLast(of askers: [Asker]) -> UndoStep? {
    let last = askers.max { steps[$0]?.last?.number ?? 0 < steps[$1]?.last?.number ?? 0 }
    return last.flatMap { steps[$0]?.popLast() }
  }

  /// The facets of the asker's last step.
  func facetsOfLast(by asker: Asker) -> [Facet] { steps[asker]?.last?.parts.map(\.facet) ?? [] }

  /// An asker's last change, and the commands that undo it.
  struct Undoing {
    let text: String
    let isPanic: Bool
    /// Empty if everything was overridden.
    let commands: [ControlCommand]
    /// The scene that counts as run last again; nil if that stays.
    let scene: Int??
    /// The changes of other askers since, which stay.
    let overridden: [Overridden]
  }

  /// Removes the last step that has changed something.
  /// - Parameters:
  ///   - askers: Those of one person, whose changes are not another's.
  ///   - scene: The scene that was run last.
  mutating func undo(by askers: [Asker], in expected: Expected, _ set: StemSet, scene: Int?) -> Undoing? {
    while let step = popLast(of: askers) {
      let facets = Set(step.parts.map(\.facet))
      let others = facets.filter { facet in
        latest[facet].map { $0.number != step.number && !($0.number > 0 && askers.contains($0.asker)) }
          ?? false
      }
      let commands = step.commands(in: expected, set, sparing: others)
      let movesBack = facets.contains(.scene) && !others.contains(.scene) && step.scene != scene
      // The facets that it would have changed back if others had not changed them since.
      let spared = step.parts.map(\.facet).filter { facet in
        others.contains(facet)
          && !step.commands(in: expected, set, sparing: facets.subtracting([facet])).isEmpty
      }
      if commands.isEmpty && spared.isEmpty && !movesBack { continue }
      let overridden = spared.compactMap { facet in
        latest[facet].map {
          Overridden(name: facet.stem.map { set[$0].id } ?? StemSelection.master, by: $0.asker)
        }
      }
      return Undoing(
        text: step.text, isPanic: step.isPanic, commands: commands,
        scene: movesBack ? .some(step.scene) : nil, overridden: overridden)
    }
    return nil
  }
}

/// A later change of another asker, which an undo leaves.
public struct Overridden: Hashable, Sendable {
  /// A stem's id, or `master`.
  public let name: String
  public let by: Asker
}
