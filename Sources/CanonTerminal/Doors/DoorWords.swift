import CanonEngine
import CanonSchedule
import CanonSession

/// A shut door in the words that there is room for; the date comes from the status that decided.
struct DoorWords {
  private let snapshot: Snapshot
  private let zone: Zone
  private let text: DoorText

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    zone = snapshot.zone ?? .local
    text = DoorText(.english, zone: zone, now: snapshot.now)
  }

  private static let clockWrong = "This machine's clock is wrong: set it, and the doors follow."

  func full(_ status: DoorStatus) -> String { text.text(status) }

  /// `opens Sunday 2026-12-13, in 7 days 12 hours`, or fewer words: first the weekday goes, then the time
  /// left.
  func fitted(_ status: DoorStatus, _ cells: Int) -> String {
    TextRow.wording([full(status)] + shorter(status), cells)
  }

  private func shorter(_ status: DoorStatus) -> [String] {
    switch status {
    case .locked(let opens):
      let date = zone.text(opens), left = text.timeLeft(until: opens)
      return ["opens \(date), \(left)", "\(date), \(left)", left, date, String(date.dropFirst(5))]
    case .waiting(let missing, let opens):
      let first = missing.first ?? ""
      let more = missing.count > 1 ? " +\(missing.count - 1)" : ""
      let verb = missing.count > 1 ? "sound" : "sounds"
      let left = opens.map { ", or \(text.timeLeft(until: $0))" } ?? ""
      return [
        "opens while \(text.list(missing)) \(verb)\(left)", "opens while \(text.list(missing)) \(verb)",
        "while \(text.list(missing)) \(verb)", "while \(first)\(more)", "\(first)\(more)",
      ]
    case .unstarted(let delay): return ["\(delay) after first start", "\(delay)"]
    case .clockWrong: return ["shut: the clock is wrong", "clock wrong"]
    case .over: return ["shut for good", "over"]
    case .open(_, let until?):
      let date = zone.text(until)
      return ["open until \(date)", "open"]
    case .none, .open: return ["open"]
    }
  }

  /// Which door opens next, or why none does; nil when no stem has a door.
  func next(_ cells: Int) -> (text: String, role: Role)? {
    let doors = snapshot.stems.filter { $0.door != .none }
    if doors.isEmpty { return nil }
    let shut = doors.filter { !$0.door.isOpen }
    if shut.isEmpty { return ("All doors are open.", .dim) }
    if shut.contains(where: { $0.door == .clockWrong }) {
      return (TextRow.wording([Self.clockWrong, "This machine's clock is wrong."], cells), .warning)
    }
    guard let opens = shut.compactMap(\.door.nextChange).min() else {
      return ("No door opens by itself.", .dim)
    }
    let stems = shut.filter { $0.door.nextChange == opens }.map(\.id)
    let list = stems.count > 3 ? "\(stems.count) parts" : text.list(stems)
    let (date, left) = (text.date(opens), text.timeLeft(until: opens))
    return (
      TextRow.wording(
        [
          "next door: \(list), \(date), \(left)", "next door: \(list), \(zone.text(opens)), \(left)",
          "next door: \(zone.text(opens)), \(left)", "next door \(left)",
        ], cells), .normal
    )
  }
}
