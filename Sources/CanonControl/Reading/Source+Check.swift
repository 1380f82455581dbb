import CanonFiles
import CanonSession
import CanonStems

extension Source {
  /// All problems of the source at `path`: of the schedule, the set with its scenes, both together, and every sound file.
  /// - Thread: any control thread (decodes all files)
  public static func problems(_ path: String) -> [FileProblem] {
    problems(path, .standard)
  }

  /// - Parameter readers: Those that read the set's sound files.
  package static func problems(_ path: String, _ readers: SoundReaders) -> [FileProblem] {
    problems(path, readers, scenes: Scene.problems(of:))
  }
}
