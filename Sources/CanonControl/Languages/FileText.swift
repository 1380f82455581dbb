import CanonFiles
import CanonSchedule
import CanonSession

extension FileProblem {
  /// One line: the place, what was found, what was expected, and the remedy.
  public func text(_ language: Language) -> String { language.wording.file(self) }

  /// What was found, what was expected, and the remedy.
  public func words(_ language: Language) -> Advice {
    var words = language.wording.words(advice)
    words.found = value.map(language.wording.found) ?? words.found
    return words
  }
}

extension FileProblems {
  /// The problems, one per line.
  public func text(_ language: Language) -> String {
    problems.map { $0.text(language) }.joined(separator: "\n")
  }
}

extension StateProblem {
  public func text(_ language: Language) -> String { fileProblem.text(language) }
}

extension RecordProblem {
  public func text(_ language: Language) -> String { language.wording.record(self) }
}

extension JournalProblem {
  public func text(_ language: Language) -> String { language.wording.journal(self) }
}
