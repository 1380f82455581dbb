import CanonEngine
import CanonSchedule
import CanonSession

/// All sentences for people in one language. Ids, words of the vocabulary, file names, frames and dates stay unchanged.
public protocol Wording: EventWording, StatusWording, FileWording, CommandLineWording,
  HelpWording, ScreenWording, PortWording, PairingWording, CheckWording, Sendable
{
  // Dates and waits
  /// `Sunday 2026-12-06`, with the time unless it is the day's first moment.
  func date(_ instant: Instant, in zone: Zone) -> String
  /// `14 days`
  func count(_ number: Int, _ unit: TimeUnit) -> String
  /// `in 14 days 21 hours`; without parts, `now`.
  func wait(_ parts: [(count: Int, unit: TimeUnit)]) -> String
  /// `violin-a, violin-b and cello`
  func list(_ ids: [String]) -> String

  // Doors
  /// Half a sentence: `open since Sunday 2026-11-29`.
  func door(_ status: DoorStatus, _ text: DoorText) -> String
  /// The same in ever shorter wordings.
  func shortDoor(_ status: DoorStatus, _ text: DoorText) -> [String]
  /// A whole sentence: `Open since Sunday 2026-11-29 (Asia/Tokyo).`
  func doorSentence(_ status: DoorStatus, _ text: DoorText) -> String
  /// A rule with its end: `2026-12-06 until 2026-12-25`
  func until(_ rule: String, _ end: String) -> String
  func after(_ delay: String) -> String
  func needs(_ ids: [String]) -> String
  func all(_ conditions: [String]) -> String
  func any(_ conditions: [String]) -> String
  /// The sentence for a stem without a door.
  var noDoor: String { get }
  /// The door of the base.
  var base: String { get }
  func doorOpens(_ id: String, _ details: String) -> String
  func doorShuts(_ id: String, _ details: String) -> String
  /// A start that the engine rejected.
  func notPermitted(_ state: StemState) -> String

  // Refusals
  func refusal(_ refusal: Refusal) -> String
  func problem(_ problem: CommandProblem) -> String
  /// A line on the screen was cut after a number of bytes.
  func lineWasCut(_ most: Int) -> String
  /// A refusal with its reason.
  func refused(_ reason: String) -> String
  func note(_ note: Note) -> String
  func journal(_ problem: JournalProblem) -> String
  func record(_ problem: RecordProblem) -> String

  // The calendar and the full screen
  func today(_ date: String, zone: String, isPreview: Bool) -> String
  func openCount(_ open: Int, of all: Int) -> String
  func next(_ ids: String, _ date: String, _ wait: String) -> String
  /// The next door to open, in ever shorter wordings.
  func nextDoor(_ ids: [String], _ opens: Instant, _ text: DoorText) -> [String]
  var allDoorsAreOpen: String { get }
  var noDoorOpensByItself: String { get }
  var clockIsWrong: [String] { get }
  /// The announcement of doors that have just opened, in ever shorter wordings; the last one is cut if necessary.
  func announcement(titles: [String], ids: [String]) -> [String]
  func shortCount(_ open: Int, of all: Int) -> String
}
