import CanonControl
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// The wording of a shut door that fits the room; the date comes from the status that decided.
struct DoorWords {
  private let snapshot: Snapshot
  private let wording: any Wording
  private let text: DoorText

  init(_ snapshot: Snapshot, _ language: Language = .english) {
    self.snapshot = snapshot
    wording = language.wording
    text = DoorText(language, zone: snapshot.zone ?? .local, now: snapshot.now)
  }

  func full(_ status: DoorStatus) -> String { text.text(status) }

  /// `opens Sunday 2026-12-13, in 7 days 12 hours`, or a shorter wording: first without the weekday, then without the
  /// time left.
  func fitted(_ status: DoorStatus, _ cells: Int) -> String {
    TextRow.wording([full(status)] + wording.shortDoor(status, text), cells)
  }

  /// The next door to open, or why none opens; nil if no stem has a door.
  func next(_ cells: Int) -> (text: String, role: Role)? {
    let doors = snapshot.stems.filter { $0.door != .none }
    if doors.isEmpty { return nil }
    let shut = doors.filter { !$0.door.isOpen }
    if shut.isEmpty { return (wording.allDoorsAreOpen, .dim) }
    if shut.contains(where: { $0.door == .clockWrong }) {
      return (TextRow.wording(wording.clockIsWrong, cells), .warning)
    }
    guard let opens = shut.compactMap(\.door.nextChange).min() else {
      return (wording.noDoorOpensByItself, .dim)
    }
    let stems = shut.filter { $0.door.nextChange == opens }.map(\.id)
    return (TextRow.wording(wording.nextDoor(stems, opens, text), cells), .normal)
  }
}
