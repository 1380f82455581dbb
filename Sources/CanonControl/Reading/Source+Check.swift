import CanonFiles
import CanonSession
import CanonStems

extension Source {
  /// All problems of a source: of the schedule, the set with its scenes, both together, and every sound file.
  /// - Thread: any control thread (decodes all files)
  public static func problems(_ origin: SetOrigin) -> [FileProblem] {
    problems(origin, .standard)
  }

  public static func problems(_ path: String) -> [FileProblem] { problems(.path(path)) }

  /// - Parameter readers: Those that read the set's sound files.
  package static func problems(_ origin: SetOrigin, _ readers: SoundReaders) -> [FileProblem] {
    problems(origin, readers, scenes: Scene.problems(of:))
  }

  /// The same with the warnings and notes of a source without errors, and what was measured of it. Each sound file is decoded once.
  /// - Parameter loading: Is told how far the decoding is.
  /// - Thread: any control thread (decodes all files)
  public static func examination(
    _ origin: SetOrigin, _ loading: LoadingReporter = .none
  ) async -> SourceExamination {
    await SourceExamination(origin, .standard, loading, scenes: Scene.problems(of:))
  }
}
