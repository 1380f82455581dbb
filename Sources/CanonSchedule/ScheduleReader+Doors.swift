import CanonFiles
import TOMLKit

/// A door that was read, and where its parts stand, for checks that need the whole schedule.
struct DoorDraft {
  var door: Door
  var place: TableReader
  var opensKey: String
  /// The values as the file shows them.
  var opensFound: String
  var untilFound: String?

  func reportOpens(_ advice: Advice) { place.report(opensKey, found: opensFound, advice) }
  func reportUntil(_ advice: Advice) { place.report("until", found: untilFound, advice) }
}

/// The doors of a schedule: `violin-a = 2026-12-06`, or a table with `opens`, `until` and `join`.
extension ScheduleReader {
  /// The doors in the order of their lines, without those that cannot be read.
  func doors() -> [DoorDraft] {
    let advice = ScheduleWording.doors
    guard let table = root.subtable("doors", expected: advice.expected, remedy: advice.remedy) else {
      return []
    }
    table.title = "doors"
    return table.keys.compactMap { id in
      if id == "time_zone" || id == "season_ends" {  // no ids, so there is no doubt
        table.report(id, found: "a key of the schedule", ScheduleWording.headBelowDoors)
        return nil
      }
      let isID = !id.isEmpty && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      if !isID { table.report(id, found: ScheduleWording.quote(id), ScheduleWording.stemID) }
      return door(id, in: table)
    }
  }

  /// The remedy for an unknown key at the head that looks like a door: `[doors]` was forgotten.
  func remedyForDoor(_ key: String) -> String? {
    guard let value = root.value(key), (try? rule(value)) != nil else { return nil }
    return ScheduleWording.doorAboveDoors
  }

  private func door(_ id: String, in table: TableReader) -> DoorDraft? {
    guard let value = table.value(id) else { return nil }
    if value.type == .table { return tableDoor(id, in: table) }
    guard let opens = opening(value, id, in: table) else { return nil }
    let door = Door(stemID: id, line: table.line(of: id), opens: opens, until: nil, join: false)
    return DoorDraft(door: door, place: table, opensKey: id, opensFound: TableReader.show(value))
  }

  private func tableDoor(_ id: String, in table: TableReader) -> DoorDraft? {
    let advice = ScheduleWording.opening
    guard let inner = table.subtable(id, expected: advice.expected, remedy: advice.remedy) else { return nil }
    inner.title = "doors: \(CleanText.clean(id))"
    defer { inner.finish() }
    let opensValue = inner.value("opens")
    let untilValue = inner.value("until")
    let join = inner.bool("join", remedy: ScheduleWording.join.remedy)
    let until = untilValue.flatMap { opening($0, "until", in: inner) }
    guard let opensValue else {
      inner.report("opens", found: nil, ScheduleWording.missingOpening)
      return nil
    }
    guard let opens = opening(opensValue, "opens", in: inner) else { return nil }
    return DoorDraft(
      door: Door(stemID: id, line: table.line(of: id), opens: opens, until: until, join: join ?? false),
      place: inner, opensKey: "opens", opensFound: TableReader.show(opensValue),
      untilFound: untilValue.map(TableReader.show))
  }

  private func opening(
    _ value: any TOMLValueConvertible, _ key: String, in table: TableReader
  ) -> OpeningRule? {
    do {
      return try rule(value)
    } catch {
      let isOfHead = key == "set" || key == "title" || key == "year"
      table.report(key, found: TableReader.show(value), isOfHead ? ScheduleWording.headBelowDoors : error)
      return nil
    }
  }

  private func rule(_ value: any TOMLValueConvertible) throws(Advice) -> OpeningRule {
    if let text = value.string { return try RuleText.parse(text) }
    if let found = value.date { return .date(try date(found)) }
    guard let dateTime = value.dateTime else { throw ScheduleWording.opening }
    let time = dateTime.time
    guard time.nanoSecond == 0 else { throw ScheduleWording.fraction }
    let date = try date(dateTime.date)
    guard let local = LocalDateTime(date: date, hour: time.hour, minute: time.minute, second: time.second)
    else { throw ScheduleWording.date(.time) }
    guard let offset = dateTime.offset else { return .dateTime(local) }
    return .instant(Instant(second: local.wallSeconds - offset.offset * 60))
  }

  private func date(_ date: TOMLDate) throws(Advice) -> LocalDate {
    do {
      return try DateText.date(date.year, date.month, date.day)
    } catch {
      throw ScheduleWording.date(error)
    }
  }
}
