import CanonEngine
import CanonStems

/// The changes of each asker, newest last, so that an undo takes back the asker's own.
struct UndoLog {
  /// For each asker; older steps are forgotten.
  static let depth = 100

  /// The last change of a facet: its asker and its step. The number is 0 for a change without a command.
  private struct Latest {
    let number: Int
    let asker: Asker
    let at: FramePosition
  }

  /// A step with commands that the engine has not answered.
  private struct Unanswered {
    let asker: Asker
    var missing: Int
    /// The facets of the step, with their last change before it.
    var replaced: [Facet: Latest?]
    /// The facets that the commands name, without those already set.
    var asked: Set<Facet>
    var isDone = false
    /// Whether all answers so far are refusals.
    var isRefused = true
  }

  private var steps: [Asker: [UndoStep]] = [:]
  private var latest: [Facet: Latest] = [:]
  private var unanswered: [Int: Unanswered] = [:]
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
    if step.parts.count == 1 {
      note(step.parts[0], of: step, by: asker, answers: answers)
      return keep(step, by: asker, mayBeUndone)
    }
    let facets = Set(step.parts.map(\.facet))
    unanswered[step.number] = Unanswered(
      asker: asker, missing: answers,
      replaced: Dictionary(uniqueKeysWithValues: facets.map { ($0, latest[$0]) }),
      asked: Set(step.parts.filter(\.isAsked).map(\.facet)))
    for facet in facets { latest[facet] = Latest(number: step.number, asker: asker, at: step.position) }
    keep(step, by: asker, mayBeUndone)
  }

  /// Adds the one part of a step: most commands set one value.
  private mutating func note(_ part: UndoStep.Part, of step: UndoStep, by asker: Asker, answers: Int) {
    let before = latest.updateValue(
      Latest(number: step.number, asker: asker, at: step.position), forKey: part.facet)
    unanswered[step.number] = Unanswered(
      asker: asker, missing: answers, replaced: [part.facet: before], asked: part.isAsked ? [part.facet] : [])
  }

  private mutating func keep(_ step: UndoStep, by asker: Asker, _ mayBeUndone: Bool) {
    guard mayBeUndone else { return }
    steps[asker, default: []].append(step)
    if steps[asker]!.count > Self.depth { steps[asker]!.removeFirst() }
  }

  /// Records a change of a stem's state without a command, by a door or a follow action. A stop for a group belongs to the
  /// start that causes it, and the start of the clock comes before all commands. The report of a change can come later than that of a
  /// command that was given after it.
  mutating func note(changeOf stem: StemIndex, by asker: Asker, at frame: FramePosition) {
    guard !asker.isSomebody, asker != .group, asker != .clock, frame >= latest[.state(stem)]?.at ?? .min
    else { return }
    latest[.state(stem)] = Latest(number: 0, asker: asker, at: frame)
  }

  /// Records the engine's answer to one command of a step. After the last answer, facets that were not set are removed from
  /// the step, and count as last changed by whoever changed them before.
  /// - Parameters:
  ///   - done: The facets that the command has set; empty if it was refused or changed nothing.
  ///   - isRefused: Whether the command was refused.
  /// - Returns: The step, if all of it was refused and it is removed.
  mutating func settle(_ number: Int?, done: [Facet], isRefused: Bool) -> UndoStep? {
    // Taken out, so that its sets are not copied.
    guard let number, var answers = unanswered.removeValue(forKey: number) else { return nil }
    answers.missing -= 1
    answers.asked.subtract(done)
    answers.isRefused = answers.isRefused && isRefused
    answers.isDone = answers.isDone || !done.isEmpty
    if answers.missing > 0 { unanswered[number] = answers }
    if answers.missing > 0 || answers.asked.isEmpty { return nil }
    // If no command has set anything, the other facets are unchanged too. The scene counts as run unless it was refused.
    let dropped =
      answers.isDone
      ? answers.asked : Set(answers.replaced.keys).subtracting(answers.isRefused ? [] : [.scene])
    for facet in dropped where latest[facet]?.number == number {
      latest[facet] = answers.replaced[facet] ?? nil
    }
    guard let place = steps[answers.asker]?.firstIndex(where: { $0.number == number }) else { return nil }
    steps[answers.asker]![place].parts.removeAll {
      dropped.contains($0.facet) && ($0.isAsked || !answers.isDone)
    }
    guard steps[answers.asker]![place].parts.isEmpty else { return nil }
    let step = steps[answers.asker]!.remove(at: place)
    return answers.isRefused ? step : nil
  }

  /// Continues in the next program.
  /// - Parameter scenes: The place of a scene of the old program in the new one; nil if it is not there.
  mutating func move(_ succession: Succession, scenes: (Int) -> Int?) {
    func moved<Value>(_ values: [Facet: Value]) -> [Facet: Value] {
      var moved: [Facet: Value] = [:]
      for (facet, value) in values { if let facet = facet.moved(succession) { moved[facet] = value } }
      return moved
    }
    for asker in steps.keys {
      for place in steps[asker]!.indices { steps[asker]![place].move(succession, scenes: scenes) }
      steps[asker]!.removeAll(where: \.parts.isEmpty)
    }
    latest = moved(latest)
    for number in unanswered.keys {
      unanswered[number]!.replaced = moved(unanswered[number]!.replaced)
      unanswered[number]!.asked = Set(unanswered[number]!.asked.compactMap { $0.moved(succession) })
    }
  }

  /// Forgets unanswered steps: the engine is replaced.
  mutating func giveUpAnswers() { unanswered = [:] }

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
