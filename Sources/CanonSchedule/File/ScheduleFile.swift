import CanonFiles

/// Reads schedule files (Documentation/Formats.md).
public enum ScheduleFile {
  /// The readable content of a file.
  public struct Draft {
    /// nil if there is any problem.
    public var schedule: Schedule?
    /// The path of the set, if it is readable, even if the rest is wrong.
    public var setPath: String?
    /// All problems.
    public var problems: [FileProblem] = []
  }

  /// Reads the schedule in a file.
  /// - Parameter path: The path of the file; messages name it, and `set` is relative to its folder.
  /// - Throws: All problems of the file. It checks nothing outside the file: the set's own reader checks whether
  ///   the set exists and has the stems.
  /// - Thread: any control thread; reads the disk
  public static func load(_ path: String) throws(FileProblems) -> Schedule { try schedule(draft(path)) }

  /// As ``load(_:)``, but for callers that also check the set, even if the schedule has problems.
  public static func draft(_ path: String) -> Draft {
    do throws(FileProblem) {
      return draft(path: path, text: try TextFile.read(path, kind: FileKind.schedule.rawValue))
    } catch {
      return Draft(problems: [error])
    }
  }

  /// Reads a schedule from `text`, as the content of the file `path`.
  /// - Throws: All problems.
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
    let isWatching = reader.isWatching()
    let drafts = reader.doors()
    file.root.finish(advice: reader.adviceForDoor)
    let openings = drafts.openings
    if case .absent = zone, !drafts.doors.isEmpty || isWatching {
      file.root.report("time_zone", found: nil, ScheduleAdvice.zone)
    }
    DoorChecks.checkYears(openings, year: year)
    if year.value == .every { DoorChecks.checkSeasonEnds(seasonEnds, openings, in: reader) }
    // Without doors nothing depends on the zone.
    var schedule = Schedule(
      path: path, setPath: folder(of: path) + (set ?? ""), title: title,
      zone: zone.value ?? Zone.local, year: year.value, seasonEnds: seasonEnds.value ?? .candlemas,
      isWatching: isWatching, doors: drafts.doors)
    schedule.text = text
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
