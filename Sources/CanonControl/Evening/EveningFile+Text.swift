import CanonFiles
import CanonSession

/// An evening in its file, as ``EveningText`` writes and reads it.
extension EveningFile {
  package enum Reading: Sendable {
    case evening(Evening)
    case nothing
    case unusable(FileProblem)
  }

  /// Reads the evening; changes nothing.
  package func read() -> Reading {
    do throws(FileProblem) {
      guard let text = try self.text() else { return .nothing }
      return .evening(try EveningText.read(text, path: path, of: owner))
    } catch {
      return .unusable(error)
    }
  }

  /// Writes an evening in place of the old one, or removes it if the evening is over.
  package func write(_ entry: Performance.EveningEntry) -> [EveningProblem] {
    switch entry {
    case .evening(let evening): write(EveningText.text(evening, of: owner))
    case .over: write(nil)
    }
  }
}
