import CanonFiles

extension StateText {
  /// Why a text is rejected.
  enum Slip: Error, Hashable {
    /// The first problem.
    case damaged(FileProblem)
    /// A newer version wrote it, so its meaning is unknown.
    case newer(FileProblem)
  }

  /// - Parameters:
  ///   - path: The path of the text, for messages.
  ///   - schedule: The real path that it should name.
  static func read(_ text: String, path: String, of schedule: String) throws(Slip) -> DoorMemory {
    let file: TOMLFile
    do { file = try TOMLFile(path: path, text: text) } catch { throw .damaged(error.problems[0]) }
    if let first = file.problems.first { throw .damaged(first) }
    try checkVersion(file)
    checkSchedule(file.root, is: schedule)
    let firstStart = instant("first_start", in: file.root)
    let latest = instant("latest", in: file.root)
    file.root.finish()
    if let firstStart, let latest, latest < firstStart, let found = file.root.value("latest") {
      file.root.report("latest", found: TableReader.show(found), StateAdvice.latest)
    }
    do { try file.throwProblems() } catch { throw .damaged(error.problems[0]) }
    guard let firstStart, let latest else { return DoorMemory() }
    return DoorMemory(firstStart: firstStart, latest: latest)
  }

  /// Checked first: in another version the keys can have other meanings.
  private static func checkVersion(_ file: TOMLFile) throws(Slip) {
    let value = file.root.value("version")
    let number = value?.integer
    if number == version { return }
    file.root.report("version", found: value.map(TableReader.show), StateAdvice.version)
    let problem = file.problems[0]
    throw if let number, number > version { .newer(problem) } else { .damaged(problem) }
  }

  private static func checkSchedule(_ root: TableReader, is schedule: String) {
    let value = root.value("schedule")
    // By bytes: two names that look the same can be two files.
    if let found = value?.string, found.utf8.elementsEqual(schedule.utf8) { return }
    root.report("schedule", found: value.map(TableReader.show), StateAdvice.schedule(schedule))
  }

  /// Nil if it was wrong (and was reported), or if both instants are missing: the schedule was never played.
  private static func instant(_ key: String, in root: TableReader) -> Instant? {
    guard let value = root.value(key) else {
      let isOtherThere = root.keys.contains(key == "latest" ? "first_start" : "latest")
      if isOtherThere { root.report(key, found: nil, StateAdvice.instant) }
      return nil
    }
    if let found = value.dateTime, let day = found.date, let time = found.time, let offset = found.offset,
      let date = LocalDate(year: day.year, month: day.month, day: day.day),
      let local = LocalDateTime(date: date, hour: time.hour, minute: time.minute, second: time.second)
    {
      return Instant(second: local.wallSeconds - offset * 60)
    }
    root.report(key, found: TableReader.show(value), StateAdvice.instant)
    return nil
  }
}
