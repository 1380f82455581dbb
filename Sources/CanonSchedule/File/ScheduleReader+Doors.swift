import CanonFiles

/// A moment or day of a door, with its place, for checks that need the whole schedule.
struct OpeningDraft {
  let stemID: String
  let opens: OpeningRule
  let until: OpeningRule?
  let place: TableReader
  let opensKey: String
  /// The values in the form of the file.
  let opensFound: String
  let untilFound: String?

  func reportOpens(_ advice: ScheduleAdvice) { place.report(opensKey, found: opensFound, advice) }
  func reportUntil(_ advice: ScheduleAdvice) { place.report("until", found: untilFound, advice) }
}

/// The doors that were read.
struct DoorDrafts {
  var doors: [Door] = []
  var openings: [OpeningDraft] = []
}

/// The doors of a schedule: `violin-a = 2026-12-06`, or a table with conditions, `join` and `ritual`.
extension ScheduleReader {
  /// The doors in the order of their lines, without those that cannot be read.
  func doors() -> DoorDrafts {
    var drafts = DoorDrafts()
    let advice = ScheduleAdvice.doors
    guard let table = root.subtable("doors", advice) else {
      return drafts
    }
    table.title = "doors"
    for id in table.keys {
      if id == "time_zone" || id == "season_ends" {  // no ids, so there is no doubt
        table.report(id, found: FoundKind.scheduleKey.rawValue, ScheduleAdvice.headBelowDoors)
        continue
      }
      if !Self.isID(id) { table.report(id, found: CleanText.quote(id), ScheduleAdvice.stemID) }
      if let door = door(id, in: table, &drafts.openings) { drafts.doors.append(door) }
    }
    return drafts
  }

  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The advice for an unknown key at the head that looks like a door: `[doors]` was forgotten.
  func adviceForDoor(_ key: String, _ known: [String]) -> (any FileAdvice)? {
    guard let value = root.value(key), (try? OpeningReader.rule(value)) != nil else { return nil }
    return ScheduleAdvice.doorAboveDoors(known: known)
  }

  private func door(_ id: String, in table: TableReader, _ openings: inout [OpeningDraft]) -> Door? {
    guard let value = table.value(id) else { return nil }
    if value.table != nil { return tableDoor(id, in: table, &openings) }
    guard let opens = OpeningReader.opening(value, id, in: table) else { return nil }
    openings.append(
      OpeningDraft(
        stemID: id, opens: opens, until: nil, place: table, opensKey: id,
        opensFound: TableReader.show(value), untilFound: nil))
    return Door(
      stemID: id, line: table.line(of: id), condition: .opens(opens, until: nil), join: false, soloLoops: 0)
  }

  private func tableDoor(_ id: String, in table: TableReader, _ openings: inout [OpeningDraft]) -> Door? {
    let advice = ScheduleAdvice.opening
    guard let inner = table.subtable(id, advice) else { return nil }
    inner.title = "doors: \(CleanText.clean(id))"
    var reader = ConditionReader(stemID: id)
    let join = inner.bool("join", ScheduleAdvice.join)
    let soloLoops = ritual(inner, join: join)
    let condition = reader.condition(inner)
    inner.finish()
    openings += reader.openings
    guard let condition else { return nil }
    return Door(
      stemID: id, line: table.line(of: id), condition: condition, join: join ?? (soloLoops > 0),
      soloLoops: soloLoops)
  }

  /// The loops of `ritual = "solo 2"`; 0 without it.
  private func ritual(_ table: TableReader, join: Bool?) -> Int {
    guard let value = table.value("ritual") else { return 0 }
    let words = (value.string ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "solo", let loops = Int(words[1]), (1...99).contains(loops) else {
      table.report("ritual", found: TableReader.show(value), ScheduleAdvice.ritual)
      return 0
    }
    if join == false {
      table.report("ritual", found: TableReader.show(value), ScheduleAdvice.ritualWithoutJoin)
    }
    return loops
  }
}
