import CanonEngine
import CanonSession

/// The messages of an undo. The desk knows the names of askers.
extension Desk {
  /// Undoes the asker's last change, and reports it once the engine has done it, even if the reply has to say `later` before.
  /// - Parameter asked: When the undo was requested; nil for now.
  func undo(
    by asker: Asker, since asked: Performance.Interruptions? = nil
  ) async -> @Sendable () async -> Reply {
    // A click cannot say undo: the keys of the same screen do.
    switch await performance.undo(by: asker, or: asker == .keyboard ? [.mouse] : [], since: asked) {
    case .nothing: return await refuse(.nothingToUndo, by: asker)
    case .overridden(let text, let overridden):
      return await refuse(.overridden(text, Self.named(overridden)), by: asker)
    case .given(let receipt, let text, let overridden):
      let note = Note.undone(text, overridden: Self.named(overridden))
      let told = Task { [performance] in
        let outcome = await performance.outcome(of: receipt)
        switch outcome {
        case .done:
          await performance.note(note)
          return Reply.undone(note)
        case .later:
          Task { if case .done = await performance.lateOutcome(of: receipt) { await performance.note(note) } }
        case .refused, .waits: break
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
