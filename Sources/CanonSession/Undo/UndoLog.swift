import CanonEngine
import CanonStems

/// What each asker has changed, newest last, so that everybody takes back their own.
struct UndoLog {
  /// For each asker; older steps are forgotten.
  static let depth = 100

  /// Who set something last, and by which step; 0 for what happened by itself.
  private struct Latest {
    let number: Int
    let asker: Asker
    let at: FramePosition
  }

  /// A step that the engine has not answered in full.
  private struct Unanswered {
    let asker: Asker
    var missing: Int
    /// What it sets, and who had set that before.
    let replaced: [Facet: Latest?]
    /// What of it is asked for and not done so far.
    var asked: Set<Facet>
    var isDone = false
    /// Whether everything was refused so far.
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

  /// Takes note of a step that was given.
  /// - Parameters:
  ///   - answers: How many answers of the engine will come.
  ///   - mayBeUndone: Not what undoes another.
  mutating func note(_ step: UndoStep, by asker: Asker, answers: Int, mayBeUndone: Bool) {
    if step.parts.isEmpty { return }
    let facets = Set(step.parts.map(\.facet))
    unanswered[step.number] = Unanswered(
      asker: asker, missing: answers,
      replaced: Dictionary(uniqueKeysWithValues: facets.map { ($0, latest[$0]) }),
      asked: Set(step.parts.filter(\.isAsked).map(\.facet)))
    for facet in facets { latest[facet] = Latest(number: step.number, asker: asker, at: step.position) }
    guard mayBeUndone else { return }
    steps[asker, default: []].append(step)
    if steps[asker]!.count > Self.depth { steps[asker]!.removeFirst() }
  }

  /// Takes note of a stem that has changed its state by itself on a frame: a door, a follow action. A group's stop
  /// belongs to the start that it makes room for, and the start of the clock comes before whatever anybody asks. It may be
  /// told of later than of a command that was given after it.
  mutating func note(changeOf stem: StemIndex, by asker: Asker, at frame: FramePosition) {
    guard !asker.isSomebody, asker != .group, asker != .clock, frame >= latest[.state(stem)]?.at ?? .min
    else { return }
    latest[.state(stem)] = Latest(number: 0, asker: asker, at: frame)
  }

  /// The engine has answered one command of a step. Once it has answered all of them, what it has not done is no part of
  /// the step, and overrides nobody.
  /// - Parameters:
  ///   - done: What the command has set; empty if it was so already, or was refused.
  ///   - isRefused: Whether it was refused.
  /// - Returns: The step, if all of it was refused: then there was none.
  mutating func settle(_ number: Int?, done: [Facet], isRefused: Bool) -> UndoStep? {
    guard let number, var answers = unanswered[number] else { return nil }
    answers.missing -= 1
    answers.asked.subtract(done)
    answers.isRefused = answers.isRefused && isRefused
    answers.isDone = answers.isDone || !done.isEmpty
    unanswered[number] = answers.missing > 0 ? answers : nil
    if answers.missing > 0 || answers.asked.isEmpty { return nil }
    // Where nothing was done nothing has followed either. A scene was run nevertheless, unless it was refused.
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

  /// No answers will come any more.
  mutating func giveUpAnswers() { unanswered = [:] }

  /// The asker does not come back; another one may get its number.
  mutating func forget(_ asker: Asker) { steps[asker] = nil }

  /// What the asker's last step sets.
  func facetsOfLast(by asker: Asker) -> [Facet] { steps[asker]?.last?.parts.map(\.facet) ?? [] }

  /// What an asker has changed last, and what leads back.
  struct Undoing {
    let text: String
    /// Empty where everything was overridden.
    let commands: [ControlCommand]
    /// The scene that counts as run last again; nil where that is left alone.
    let scene: Int??
    /// What somebody else has changed since, and who: that stays.
    let overridden: [Overridden]
  }

  /// Takes the asker's last step that has changed anything off the list.
  /// - Parameter scene: What was run last.
  mutating func undo(by asker: Asker, in expected: Expected, _ set: StemSet, scene: Int?) -> Undoing? {
    while let step = steps[asker]?.popLast() {
      let facets = Set(step.parts.map(\.facet))
      let others = facets.filter { facet in
        latest[facet].map { $0.number != step.number && !($0.number > 0 && $0.asker == asker) } ?? false
      }
      let commands = step.commands(in: expected, set, sparing: others)
      let movesBack = facets.contains(.scene) && !others.contains(.scene) && step.scene != scene
      // What it would have changed back but for others.
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
        text: step.text, commands: commands, scene: movesBack ? .some(step.scene) : nil,
        overridden: overridden)
    }
    return nil
  }
}

/// What somebody else has changed since, so that it is not undone.
public struct Overridden: Hashable, Sendable {
  /// A stem's id, or `master`.
  public let name: String
  public let by: Asker
}
