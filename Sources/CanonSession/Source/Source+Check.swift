import CanonFiles
import CanonSchedule
import CanonStems

extension Source {
  /// All problems of the source at `path`: of the schedule, the set, both together, and every sound file.
  /// A problem of one does not prevent the check of the others.
  /// - Parameter scenes: The problems of a set's scenes.
  /// - Thread: any control thread (decodes all files)
  package static func problems(
    _ path: String, scenes: (StemSet) -> [FileProblem]
  ) -> [FileProblem] {
    do throws(FileProblems) {
      guard try isSchedule(path) else { return looked(path, scenes).problems }
    } catch {
      return error.problems
    }
    let draft = ScheduleFile.draft(path)
    guard let setPath = draft.setPath else { return draft.problems }
    let (set, problems) = looked(setPath, scenes)
    guard let set, let schedule = draft.schedule else { return draft.problems + problems }
    return Self.problems(between: schedule, and: set) + problems
  }

  /// - Returns: The set, unless its file has errors, and all its problems.
  private static func looked(
    _ path: String, _ scenes: (StemSet) -> [FileProblem]
  ) -> (set: StemSet?, problems: [FileProblem]) {
    do throws(FileProblems) {
      let set = try StemSetFile.load(path)
      let found = SetCheck.problems(of: set, depth: .samples) + scenes(set)
      return (set, found.isEmpty ? [] : FileProblems(found).problems)
    } catch {
      return (nil, SetCheck.problems(path, depth: .samples))
    }
  }

  /// Warnings and notes about a source without errors.
  /// - Parameter path: The path of a source without problems (``problems(_:scenes:)``).
  /// - Thread: any control thread (decodes all files)
  public static func remarks(_ path: String) async -> [FileProblem] {
    guard let source = try? load(path) else { return [] }
    return await SetRemarks.all(of: source.set)
  }
}
