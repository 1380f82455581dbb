import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// Doors in English.
struct English: Wording {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  // MARK: - Dates and waits

  func date(_ instant: Instant, in zone: Zone) -> String {
    let date = zone.dateTime(at: instant).date
    return "\(Self.weekdays[date.weekday]) \(zone.text(instant))"
  }

  func count(_ number: Int, _ unit: TimeUnit) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }

  func wait(_ parts: [(count: Int, unit: TimeUnit)]) -> String {
    parts.isEmpty ? "now" : "in " + parts.map { count($0.count, $0.unit) }.joined(separator: " ")
  }

  func list(_ ids: [String]) -> String {
    ids.count < 2 ? ids.joined() : ids.dropLast().joined(separator: ", ") + " and " + ids[ids.count - 1]
  }

  // MARK: - Doors

  func door(_ status: DoorStatus, _ text: DoorText) -> String {
    switch status {
    case .none: return "open (no door)"
    case .open(let since, let until):
      return "open" + (since.map { " since \(text.date($0))" } ?? "")
        + (until.map { ", until \(text.date($0))" } ?? "")
    case .locked(let opens): return "opens \(text.date(opens)), \(text.timeLeft(until: opens))"
    case .waiting(let missing, let opens):
      let end = opens.map { ", or on \(text.date($0)), \(text.timeLeft(until: $0))" } ?? ""
      return "opens \(needs(missing))\(end)"
    case .unstarted(let delay): return "opens \(after(delay.text(.english)))"
    case .clockWrong: return "shut: the clock of this machine is wrong"
    case .over(let since): return "shut" + (since.map { " since \(text.date($0))" } ?? "") + ", for good"
    }
  }

  func shortDoor(_ status: DoorStatus, _ text: DoorText) -> [String] {
    switch status {
    case .locked(let opens):
      let date = text.zone.text(opens), left = text.timeLeft(until: opens)
      return ["opens \(date), \(left)", "\(date), \(left)", left, date, String(date.dropFirst(5))]
    case .waiting(let missing, let opens):
      let more = missing.count > 1 ? " +\(missing.count - 1)" : ""
      let left = opens.map { ", or \(text.timeLeft(until: $0))" } ?? ""
      let first = (missing.first ?? "") + more
      return [
        "opens \(needs(missing))\(left)", "opens \(needs(missing))", needs(missing), "while \(first)", first,
      ]
    case .unstarted(let delay):
      return ["\(delay.text(.english)) after first start", delay.text(.english)]
    case .clockWrong: return ["shut: the clock is wrong", "clock wrong"]
    case .over: return ["shut for good", "over"]
    case .open(_, let until?): return ["open until \(text.zone.text(until))", "open"]
    case .none, .open: return ["open"]
    }
  }

  func doorSentence(_ status: DoorStatus, _ text: DoorText) -> String {
    let half = door(status, text)
    return half.prefix(1).uppercased() + half.dropFirst() + " (\(text.zone.name))."
  }

  func until(_ rule: String, _ end: String) -> String { "\(rule) until \(end)" }
  func after(_ delay: String) -> String { "\(delay) after the first start" }
  func needs(_ ids: [String]) -> String { "while \(list(ids)) \(ids.count == 1 ? "sounds" : "sound")" }
  func all(_ conditions: [String]) -> String { conditions.joined(separator: " and ") }
  func any(_ conditions: [String]) -> String { conditions.joined(separator: " or ") }

  var noDoor: String { "No door: open." }
  var base: String { "open (base)" }

  func doorOpens(_ id: String, _ details: String) -> String { "\(id): its door opens.\(spaced(details))" }
  func doorShuts(_ id: String, _ details: String) -> String { "\(id): its door shuts.\(spaced(details))" }

  private func spaced(_ details: String) -> String { details.isEmpty ? "" : " " + details }

  // MARK: - The calendar and the full screen

  func today(_ date: String, zone: String, isPreview: Bool) -> String {
    "\(isPreview ? "Preview of" : "Today is") \(date) (\(zone))"
  }

  func openCount(_ open: Int, of all: Int) -> String {
    open == all ? "All \(all) parts are open." : "\(open) of \(all) parts \(open == 1 ? "is" : "are") open."
  }

  func next(_ ids: String, _ date: String, _ wait: String) -> String { " Next: \(ids) on \(date), \(wait)." }

  func nextDoor(_ ids: [String], _ opens: Instant, _ text: DoorText) -> [String] {
    let list = ids.count > 3 ? "\(ids.count) parts" : list(ids)
    let (date, left) = (text.zone.text(opens), text.timeLeft(until: opens))
    return [
      "next door: \(list), \(text.date(opens)), \(left)", "next door: \(list), \(date), \(left)",
      "next door: \(date), \(left)", "next door \(left)",
    ]
  }

  var allDoorsAreOpen: String { "All doors are open." }
  var noDoorOpensByItself: String { "No door opens by itself." }
  var clockIsWrong: [String] {
    ["This machine's clock is wrong: set it, and the doors follow.", "This machine's clock is wrong."]
  }

  func announcement(titles: [String], ids: [String]) -> [String] {
    let doors = ids.count == 1 ? "Its door opens" : "Their doors open"
    return [
      "\(doors): \(list(titles))", "\(doors): \(list(ids))", "open: \(list(ids))",
      ids.count == 1 ? ids[0] : "\(ids.count) doors open",
    ]
  }

  func shortCount(_ open: Int, of all: Int) -> String { "\(open) of \(all) open" }
}
