import CanonControl
import CanonEngine
import CanonSession

@testable import CanonSchedule

/// The instant that `--as-of` would read, in the given zone.
func instant(_ text: String, _ zone: String) throws -> Instant {
  try AsOf.parse(text, zone: try Zone(zone))
}

/// A schedule from the lines below its `set`.
func schedule(_ lines: String) throws -> Schedule {
  try ScheduleFile.parse(path: "Schedules/test.toml", text: "set = \"../Stems/test\"\n" + lines)
}

/// A schedule of every year in Berlin with Advent's usual five doors.
func everyYear(_ more: String = "") throws -> Schedule {
  try schedule(
    """
    time_zone = "Europe/Berlin"
    year = "every"
    \(more)
    [doors]
    a = "advent 1"
    b = "advent 2"
    c = "advent 3"
    d = "advent 4"
    e = "12-24"
    """)
}

extension Gate {
  func status(of stem: StemIndex, at now: Instant) -> DoorStatus {
    status(of: stem, in: DoorContext(asOf: now))
  }

  func permit(for stem: StemIndex, at now: Instant) throws(Refusal) -> StartPermit {
    try permit(for: stem, in: DoorContext(asOf: now))
  }
}

extension Schedule {
  func status(of door: Door, at now: Instant) -> DoorStatus { status(of: door, in: DoorContext(asOf: now)) }

  func nextChange(after now: Instant) -> Instant? { nextChange(in: DoorContext(asOf: now)) }

  /// The status of a stem's door at a local time of the schedule's zone.
  func status(of stemID: String, at text: String) throws -> DoorStatus {
    status(of: stemID, at: try AsOf.parse(text, zone: zone))
  }

  /// The ids of the doors that are open at a local time.
  func openDoors(at text: String) throws -> String {
    let now = try AsOf.parse(text, zone: zone)
    return doors.filter { status(of: $0, at: now).isOpen }.map(\.stemID).joined(separator: " ")
  }

  /// When a shut door opens, as text in the schedule's zone; "open" and "over" for the others.
  func opening(of stemID: String, at text: String) throws -> String {
    switch try status(of: stemID, at: text) {
    case .none, .open: "open"
    case .locked(let opens): zone.text(opens)
    case .waiting(let ids, let opens): "waiting for \(ids)" + (opens.map { " until \(zone.text($0))" } ?? "")
    case .unstarted(let delay): "\(delay.text(.english)) after the first start"
    case .clockWrong: "clock wrong"
    case .over: "over"
    }
  }
}
