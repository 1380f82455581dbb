import CanonFiles
import CanonSchedule
import CanonStems

extension Source {
  /// All problems of a source: of the schedule, the set, both together, and every sound file.
  /// A problem of one does not prevent the check of the others.
  /// - Parameters:
  ///   - readers: Those that read the set's sound files.
  ///   - scenes: The problems of a set's scenes.
  ///   - depth: Whether files are decoded.
  /// - Thread: any control thread (decodes all files)
  package static func problems(
    _ origin: SetOrigin, _ readers: SoundReaders, depth: SetCheck.Depth = .samples,
    scenes: (StemSet) -> [FileProblem]
  ) -> [FileProblem] {
    guard case .path(let path) = origin else { return looked(origin, readers, depth, scenes).problems }
    do throws(FileProblems) {
      switch try kind(of: path) {
      case .set: return looked(origin, readers, depth, scenes).problems
      case .schedule: break
      case .programme:
        let list = try SetListFile.load(path)
        return list.sceneProblems
          + list.sources.flatMap { Source.problems(.path($0), readers, depth: depth, scenes: scenes) }
      }
    } catch {
      return error.problems
    }
    let draft = ScheduleFile.draft(path)
    guard let setPath = draft.setPath else { return draft.problems }
    let omits = draft.schedule.map { schedule in { schedule.omits($0) } } ?? { _ in false }
    let (set, problems) = looked(.path(setPath), readers, depth, scenes, without: omits)
    guard let set, let schedule = draft.schedule else { return draft.problems + problems }
    return Self.problems(between: schedule, and: set) + problems
  }

  /// - Returns: The set, unless its file has errors, and all its problems.
  private static func looked(
    _ origin: SetOrigin, _ readers: SoundReaders, _ depth: SetCheck.Depth,
    _ scenes: (StemSet) -> [FileProblem], without isOmitted: (String) -> Bool = { _ in false }
  ) -> (set: StemSet?, problems: [FileProblem]) {
    do throws(FileProblems) {
      let set = try StemSetFile.load(origin, readers, without: isOmitted)
      let found = SetCheck.problems(of: set, depth: depth) + scenes(set)
      return (set, found.isEmpty ? [] : FileProblems(found).problems)
    } catch {
      return (nil, SetCheck.problems(origin, depth: .samples, readers: readers, without: isOmitted))
    }
  }

  /// Warnings and notes about a source without errors.
  /// - Parameter origin: A source without problems (``problems(_:_:depth:scenes:)``).
  /// - Thread: any control thread (decodes all files)
  package static func remarks(_ origin: SetOrigin, _ readers: SoundReaders) async -> [FileProblem] {
    guard let source = try? load(origin, readers) else { return [] }
    return source.leftAlone + (await SetRemarks.all(of: source.set))
  }
}
