import CanonFiles

/// Reads schedule files (Documentation/Formats.md).
public enum ScheduleFile {
  /// What could be read of a file.
  public struct Draft {
    /// nil where anything is wrong.
    public var schedule: Schedule?
    /// The path of the set, where that can be told, be the rest right or wrong.
    public var setPath: String?
    /// Everything that is wrong.
    public var problems: [FileProblem] = []
  }

  /// Reads the schedule in a file.
  /// - Parameter path: Where it is; messages name it so, and `set` is relative to its folder.
  /// - Throws: Everything that is wrong with the file, at once. Nothing outside of it is looked at: whether
  ///   the set exists, and has the stems, is for the set to say.
  /// - Thread: any control thread; reads the disk
  public static func load(_ path: String) throws(FileProblems) -> Schedule { try schedule(draft(path)) }

  /// As ``load(_:)``, for those who look at the set as well, whatever is wrong with the schedule.
  public static func draft(_ path: String) -> Draft {
    do throws(FileProblem) {
      return draft(path: path, text: try TextFile.read(path, kind: "a schedule"))
    } catch {
      return Draft(problems: [error])
    }
  }

  /// Reads a schedule from `text`, as though it stood in the file `path`.
  /// - Throws: Everything that is wrong, at once.
  public static func parse(path: String, text: String) throws(FileProblems) -> Schedule {
    try schedule(draft(path: path, text: text))
  }

  private static func schedule(_ draft: Draft) throws(FileProblems) -> Schedule {
    guard let schedule = draft.schedule else { throw FileProblems(draft.problems) }
    return schedule
  }

  private static func draft(path: String, text: String) -> Draft {
    let file: TOMLFile
    do throws(FileProblems) {
      file = try TOMLFile(path: path, text: text) { SyntaxHint.improve($0, in: text) }
    } catch {
      return Draft(problems: error.problems)
    }
    let reader = ScheduleReader(root: file.root)
    let set = reader.set()
    let title = reader.title()
    let zone = reader.zone()
    let year = reader.year()
    let seasonEnds = reader.seasonEnds(year)
    let drafts = reader.doors()
    file.root.finish(remedy: reader.remedyForDoor)
    let openings = drafts.openings
    if case .absent = zone, !drafts.doors.isEmpty {
      file.root.report("time_zone", found: nil, ScheduleWording.zone)
    }
    DoorChecks.checkYears(openings, year: year)
    if year.value == .every { DoorChecks.checkSeasonEnds(seasonEnds, openings, in: reader) }
    // Without doors nothing depends on the zone.
    let schedule = Schedule(
      path: path, setPath: folder(of: path) + (set ?? ""), title: title,
      zone: zone.value ?? Zone.local, year: year.value, seasonEnds: seasonEnds.value ?? .candlemas,
      doors: drafts.doors)
    let isComparable = zone.value != nil && !seasonEnds.isWrong
    if isComparable { DoorChecks.checkUntil(openings, in: schedule) }
    DoorChecks.checkNeeds(schedule, in: reader)
    // Whether a door ever opens is worth asking only where everything else is right.
    if file.root.problemCount == 0 { DoorChecks.checkMeeting(schedule, in: reader) }
    let isRight = file.problems.isEmpty
    return Draft(
      schedule: isRight ? schedule : nil, setPath: set == nil ? nil : schedule.setPath,
      problems: isRight ? [] : FileProblems(file.problems).problems)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
