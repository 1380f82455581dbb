import CanonFiles
import CanonSchedule
import CanonStems

/// What a person names to be played: a schedule with its set, or a set alone.
public struct Source: Sendable {
  /// As the person named it.
  public let name: String
  public let set: StemSet
  /// nil when a set was named: nothing is locked.
  public let schedule: Schedule?

  /// Reads a schedule or a set, whichever `path` is: a folder is a set's; a file with `[[stem]]` is a set; any other a
  /// schedule.
  /// - Throws: Everything that is wrong with the files, and between them.
  public static func load(_ path: String) throws(FileProblems) -> Source {
    guard try isSchedule(path) else {
      return Source(name: path, set: try StemSetFile.load(path), schedule: nil)
    }
    let schedule = try ScheduleFile.load(path)
    let set = try StemSetFile.load(schedule.setPath)
    let problems = problems(between: schedule, and: set)
    if !problems.isEmpty { throw FileProblems(problems) }
    return Source(name: path, set: set, schedule: schedule)
  }

  /// Everything that is wrong with what `path` names: the schedule, the set, what is between them, every sound file.
  /// What is wrong with one does not keep the others from being looked at.
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

  /// - Returns: The set, unless its file is wrong, and everything that is wrong with it.
  private static func looked(_ path: String) -> (set: StemSet?, problems: [FileProblem]) {
    do throws(FileProblems) {
      let set = try StemSetFile.load(path)
      return (set, problems(of: set))
    } catch {
      return (nil, SetCheck.problems(path, depth: .samples))
    }
  }

  /// What people should know although nothing is wrong: warnings and notes.
  /// - Parameter path: Of what has no problems (``problems(_:)``).
  /// - Thread: any control thread (decodes all files)
  public static func remarks(_ path: String) async -> [FileProblem] {
    guard let source = try? load(path) else { return [] }
    return await SetRemarks.all(of: source.set)
  }

  private static func problems(of set: StemSet) -> [FileProblem] {
    let problems = SetCheck.problems(of: set, depth: .samples) + Scene.problems(of: set)
    return problems.isEmpty ? [] : FileProblems(problems).problems
  }

  /// What a schedule and its set say that does not go together. A door with a misspelled stem would leave the real
  /// stem open, so this keeps anything from being played.
  public static func problems(between schedule: Schedule, and set: StemSet) -> [FileProblem] {
    let ids = set.stems.map(\.id)
    let needs = schedule.doors.flatMap { door in
      door.condition.needed.filter { set.index(of: $0) == nil }.map { missing in
        FileProblem(
          file: schedule.path, line: door.line, field: "door \"\(door.stemID)\": needs",
          found: CleanText.quote(missing), expected: "a stem of the set: \(Suggestion.list(ids))",
          remedy: "Correct the name, or remove it." + Suggestion.sentence(for: missing, among: ids))
      }
    }
    return needs + rivals(schedule, set) + sharedFiles(schedule, set)
      + schedule.doors.compactMap { door in
        guard let stem = set.index(of: door.stemID) else {
          return FileProblem(
            file: schedule.path, line: door.line, field: "door \"\(door.stemID)\"", found: "no such stem",
            expected: "a stem of the set: \(Suggestion.list(ids))",
            remedy: "Correct the name, or remove the door."
              + Suggestion.sentence(for: door.stemID, among: ids))
        }
        guard set[stem].isBase else { return nil }
        return FileProblem(
          file: schedule.path, line: door.line, field: "door \"\(door.stemID)\"",
          found: "the base, which sounds from the start", expected: "a stem without base = true",
          remedy: "Remove the door, or base = true in \(CleanText.clean(set.file)).")
      }
  }

  /// Whether the file at `path` is a schedule. A folder is not, nor is a file with a `stem` table or of the name
  /// `set.toml`; what cannot be read is left to the reader that says why.
  private static func isSchedule(_ path: String) throws(FileProblems) -> Bool {
    if path.split(separator: "/").last.map(String.init) == StemSetFile.name { return false }
    do throws(FileProblems) {
      let file = try TOMLFile(path: path, kind: "a schedule or a set")
      return !file.root.keys.contains("stem")
    } catch {
      if error.problems[0].found == "a folder" { return false }
      throw error
    }
  }
}
