import CanonFiles

/// Reads schedule files (Documentation/Formats.md).
public enum ScheduleFile {
  /// Reads the schedule in a file.
  /// - Parameter path: Where it is; messages name it so, and `set` is relative to its folder.
  /// - Throws: Everything that is wrong with the file, at once. Nothing outside of it is looked at: whether
  ///   the set exists, and has the stems, is for the set to say.
  /// - Thread: any control thread; reads the disk
  public static func load(_ path: String) throws(FileProblems) -> Schedule {
    let text: String
    do {
      text = try TextFile.read(path, kind: "a schedule")
    } catch {
      throw FileProblems([error])
    }
    return try parse(path: path, text: text)
  }

  /// Reads a schedule from `text`, as though it stood in the file `path`.
  /// - Throws: Everything that is wrong, at once.
  public static func parse(path: String, text: String) throws(FileProblems) -> Schedule {
    let file = try TOMLFile(path: path, text: text) { SyntaxHint.improve($0, in: text) }
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
    let isComparable = zone.value != nil && !seasonEnds.isWrong && !year.isWrong
    if isComparable { DoorChecks.checkUntil(openings, in: schedule) }
    DoorChecks.checkNeeds(schedule, in: reader)
    // Whether a door ever opens is worth asking only where everything else is right.
    if file.root.problemCount == 0 { DoorChecks.checkMeeting(schedule, in: reader) }
    try file.throwProblems()
    return schedule
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
