import CanonEngine
import CanonSession

/// A surface with pads and pedals that can be bound to commands while it plays.
public protocol Learner: AnyObject, Sendable {
  /// Binds the next one that is pressed; nil binds none.
  func learn(_ command: ControlCommand?) async
}

extension Desk {
  /// Says who learns.
  public func offer(_ learner: any Learner) { self.learner = learner }

  /// Begins or ends to learn.
  func learn(_ command: ControlCommand, by asker: Asker) async -> Reply {
    do throws(CommandProblem) {
      guard let learner else { throw .noLearner }
      guard case .learn(let stem, let request, let quantum) = command else {
        await learner.learn(nil)
        return .done
      }
      let known = program.set.stems.map(\.id)
      guard known.contains(stem) else { throw .unknownStem(stem, known: known) }
      let bound = ControlCommand.request(request, StemSelection([stem]), quantum)
      await learner.learn(bound)
      await note(.learning("\(bound)"))
      return .done
    } catch {
      await performance.refuse(error, by: asker)
      return .refused([error])
    }
  }
}
