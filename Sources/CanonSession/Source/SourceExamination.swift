import CanonFiles
import CanonStems

/// Everything that is found in a source: what is wrong with it, and what was measured.
public struct SourceExamination: Sendable {
  /// Errors, or else warnings and notes.
  public let problems: [FileProblem]
  /// nil if there are errors.
  public let source: Source?
  public let measurement: SetMeasurement?

  /// - Parameters:
  ///   - readers: Those that read the set's sound files.
  ///   - loading: Is told how far the reading of headers, and then the decoding, is.
  ///   - scenes: The problems of a set's scenes.
  /// - Thread: any control thread (decodes all files)
  package init(
    _ origin: SetOrigin, _ readers: SoundReaders, _ loading: LoadingReporter = .none,
    scenes: (StemSet) -> [FileProblem]
  ) async {
    let readers = readers.telling(loading)
    let wrong = Source.problems(origin, readers, depth: .headers, scenes: scenes)
    guard wrong.isEmpty, let source = try? Source.load(origin, readers) else {
      // What else is wrong shows when the files are decoded.
      self.init(Source.problems(origin, readers, scenes: scenes))
      return
    }
    let set = await SetExamination(of: source.set, loading)
    guard let measurement = set.measurement else {
      self.init(set.problems)
      return
    }
    self.init(source.leftAlone + set.problems, source, measurement)
  }

  private init(_ problems: [FileProblem], _ source: Source? = nil, _ measurement: SetMeasurement? = nil) {
    (self.problems, self.source, self.measurement) = (problems, source, measurement)
  }
}
