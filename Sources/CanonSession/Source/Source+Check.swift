import CanonFiles
import CanonSchedule
import CanonStems

extension Source {
  /// All problems of the source at `path`: of the schedule, the set, both together, and every sound file.
  /// A problem of one does not prevent the check of the others.
  /// - Parameters:
  ///   - readers: Those that read the set's sound files.
  ///   - scenes: The problems of a set's scenes.
  /// - Thread: any control thread (decodes all files)
  package static func problems(
    _ path: String, _ readers: SoundReaders, scenes: (StemSet) -> [FileProblem]
  ) -> [FileProblem] {
    do throws(FileProblems) {
      guard try isSchedule(path) else { return looked(path, readers, scenes).problems }
    } catch {
      return error.problems
    }
    let draft = ScheduleFile.draft(path)
    guard let setPath = draft.setPath else { return draft.problems }
    let (set, problems) = looked(setPath, readers, scenes)
    guard let set, let schedule = draft.schedule else { return draft.problems + problems }
    return Self.problems(between: schedule, and: set) + problems
  }

  /// - Returns: The set, unless its file has errors, and all its problems.
  private static func looked(
    _ path: String, _ readers: SoundReaders, _ scenes: (StemSet) -> [FileProblem]
  ) -> (set: StemSet?, problems: [FileProblem]) {
    do throws(FileProblems) {
      let set = try StemSetFile.load(path, readers)
      let found = SetCheck.problems(of: set, depth: .samples) + scenes(set)
      return (set, found.isEmpty ? [] : FileProblems(found).problems)
    } catch {
      return (nil, SetCheck.problems(path, depth: .samples, readers: readers))
    }
  }

  /// Warnings and notes about a source without errors.
  /// - Parameter path: The path of a source without problems (``problems(_:_:scenes:)``).
  /// - Thread: any control thread (decodes all files)
  public static func remarks(_ path: String) async -> [FileProblem] { await remarks(path, .standard) }

  package static func remarks(_ path: String, _ readers: SoundReaders) async -> [FileProblem] {
    guard let source = try? load(path, readers) else { return [] }
    return await SetRemarks.all(of: source.set)
  }
}
