import CanonFiles
import CanonSession

extension CommandProblem {
  /// The problem, with the value, what was expected, and the remedy.
  public func text(_ language: Language) -> String { language.wording.problem(self) }

  /// ``text(_:)`` in English.
  public var message: String { text(.english) }
}

extension Note {
  public func text(_ language: Language) -> String { language.wording.note(self) }
}
