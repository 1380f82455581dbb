import CanonEngine
import CanonSession

/// The messages of an undo. The desk knows the names of askers.
extension Desk {
  /// Undoes the asker's last change, and reports it once the engine has done it.
  /// - Parameter asked: When the undo was requested; nil for now.
  func undo(
    by asker: Asker, since asked: Performance.Interruptions? = nil
  ) async -> @Sendable () async -> Reply {
    switch await performance.undo(by: asker, since: asked) {
    case .nothing: return await refuse(.nothingToUndo, by: asker)
    case .overridden(let text, let overridden):
      return await refuse(.overridden(text, Self.named(overridden)), by: asker)
    case .given(let receipt, let text, let overridden):
      let told = Task { [performance] in
        let outcome = await performance.outcome(of: receipt)
        switch outcome {
        case .done: await performance.note(.undone(text, overridden: Self.named(overridden)))
        // What is to be undone later is shown as requested.
        case .later, .refused: break
        }
        return Reply(outcome)
      }
      return { await told.value }
    }
  }

  private static func named(_ overridden: [Overridden]) -> [Overriding] {
    overridden.map { Overriding($0.name, by: $0.by.word) }
  }

  private func refuse(_ problem: CommandProblem, by asker: Asker) async -> @Sendable () async -> Reply {
    await performance.refuse(problem, by: asker)
    return { .refused([problem]) }
  }
}
