import CanonEngine

/// A step with commands that the engine has not answered.
struct UnansweredStep {
  let asker: Asker
  /// The number of missing answers.
  private(set) var missing: Int
  /// What it sets. Nearly every step has one facet, which needs no table.
  private var first: (facet: Facet, change: Change)?
  private var others: [Facet: Change] = [:]
  private(set) var isDone = false
  /// Whether all answers so far are refusals.
  private(set) var isRefused = true

  /// The last change of a facet: its asker and its step. The number is 0 for a change without a command.
  struct Latest {
    let number: Int
    let asker: Asker
    let at: FramePosition
  }

  /// One of the facets.
  struct Change {
    /// Its last change before the step.
    let before: Latest?
    /// Whether the commands name it, and have not set it.
    var isAsked: Bool
  }

  init(by asker: Asker, missing: Int) { (self.asker, self.missing) = (asker, missing) }

  /// The change of a facet; nil for one that the step does not set.
  subscript(facet: Facet) -> Change? { first?.facet == facet ? first?.change : others[facet] }

  /// Adds a facet that it does not have.
  mutating func add(_ facet: Facet, _ change: Change) {
    if first == nil { first = (facet, change) } else { others[facet] = change }
  }

  /// Notes whether the commands name a facet, and have not set it.
  mutating func ask(_ facet: Facet, _ isAsked: Bool) {
    if first?.facet == facet { first?.change.isAsked = isAsked } else { others[facet]?.isAsked = isAsked }
  }

  /// Notes the answer to one of its commands.
  /// - Parameter done: What the command has set.
  /// - Returns: Whether all answers are there.
  mutating func settle(_ done: [Facet], isRefused: Bool) -> Bool {
    missing -= 1
    self.isRefused = self.isRefused && isRefused
    for facet in done { ask(facet, false) }
    isDone = isDone || !done.isEmpty
    return missing <= 0
  }

  /// Whether the commands name a facet that they have not set.
  var isLacking: Bool {
    first?.change.isAsked == true || !others.isEmpty && others.values.contains(where: \.isAsked)
  }

  /// The facets that were not set, with their changes. If no command has set anything, those that the commands do not name are unchanged,
  /// too. The scene counts as run unless it was refused.
  var dropped: [Facet: Change] {
    var all = others
    if let first { all[first.facet] = first.change }
    return all.filter { facet, change in isDone ? change.isAsked : isRefused || facet != .scene }
  }

  /// Continues in the next program.
  mutating func move(_ succession: Succession) {
    var moved = UnansweredStep(by: asker, missing: missing)
    (moved.isDone, moved.isRefused) = (isDone, isRefused)
    if let first, let facet = first.facet.moved(succession) { moved.add(facet, first.change) }
    for (facet, change) in others {
      if let facet = facet.moved(succession) { moved.add(facet, change) }
    }
    self = moved
  }
}
