import CanonFiles
import CanonSession

extension Source {
  /// All problems of the source at `path`: of the schedule, the set with its scenes, both together, and every sound file.
  /// - Thread: any control thread (decodes all files)
  public static func problems(_ path: String) -> [FileProblem] {
    problems(path, scenes: Scene.problems(of:))
  }
}
