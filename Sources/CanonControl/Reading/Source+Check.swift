import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems

extension Source {
  /// All problems of the source at `path`: of the schedule, the set, both together, and every sound file.
  /// A problem of one does not prevent the check of the others.
  /// - Thread: any control thread (decodes all files)
  public static func problems(_ path: String) -> [FileProblem] {
    do throws(FileProblems) {
      guard try isSchedule(path) else { return looked(path).problems }
    } catch {
      return error.problems
    }
    let draft = ScheduleFile.draft(path)
    guard let setPath = draft.setPath else { return draft.problems }
    let (set, problems) = looked(setPath)
    guard let set, let schedule = draft.schedule else { return draft.problems + problems }
    return Self.problems(between: schedule, and: set) + problems
  }

  /// - Returns: The set, unless its file has errors, and all its problems.
  private static func looked(_ path: String) -> (set: StemSet?, problems: [FileProblem]) {
    do throws(FileProblems) {
      let set = try StemSetFile.load(path)
      return (set, problems(of: set))
    } catch {
      return (nil, SetCheck.problems(path, depth: .samples))
    }
  }

  /// Warnings and notes about a source without errors.
  /// - Parameter path: The path of a source without problems (``problems(_:)``).
  /// - Thread: any control thread (decodes all files)
  public static func remarks(_ path: String) async -> [FileProblem] {
    guard let source = try? load(path) else { return [] }
    return await SetRemarks.all(of: source.set)
  }

  private static func problems(of set: StemSet) -> [FileProblem] {
    let problems = SetCheck.problems(of: set, depth: .samples) + Scene.problems(of: set)
    return problems.isEmpty ? [] : FileProblems(problems).problems
  }
}
