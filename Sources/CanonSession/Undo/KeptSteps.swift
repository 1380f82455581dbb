/// The newest steps of one asker, in their order. A step takes the place of one that is too old, so that none is moved.
struct KeptSteps {
  /// From ``first`` on, and then from the beginning.
  private var steps: [UndoStep] = []
  /// The place of the oldest; 0 while there are fewer than are kept.
  private var first = 0

  /// The newest; nil if there is none.
  var last: UndoStep? { steps.isEmpty ? nil : steps[(first + steps.count - 1) % steps.count] }

  /// Adds a step; the oldest is forgotten where there are ``UndoLog/depth``.
  mutating func append(_ step: UndoStep) {
    if steps.count < UndoLog.depth {
      inOrder { $0.append(step) }
    } else {
      steps[first] = step
      first = (first + 1) % steps.count
    }
  }

  mutating func popLast() -> UndoStep? { inOrder { $0.popLast() } }

  /// Changes the steps as an array, the oldest first.
  mutating func inOrder<Result>(_ change: (inout [UndoStep]) -> Result) -> Result {
    if first > 0 { (steps, first) = (Array(steps[first...] + steps[..<first]), 0) }
    return change(&steps)
  }
}
