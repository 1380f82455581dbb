import CanonEngine
import CanonSchedule

/// Every sentence about doors and refusals, in one language. Ids, words of the vocabulary, frames and dates stay as
/// they are.
public protocol Wording: Sendable {
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
  /// The same in ever fewer words.
  func shortDoor(_ status: DoorStatus, _ text: DoorText) -> [String]
  /// A whole sentence: `Open since Sunday 2026-11-29 (Asia/Tokyo).`
  func doorSentence(_ status: DoorStatus, _ text: DoorText) -> String
  /// A rule with its end: `2026-12-06 until 2026-12-25`
  func until(_ rule: String, _ end: String) -> String
  func after(_ delay: String) -> String
  func needs(_ ids: [String]) -> String
  func all(_ conditions: [String]) -> String
  func any(_ conditions: [String]) -> String
  /// Of a stem without a door, where the others have one.
  var noDoor: String { get }
  /// Of the base.
  var base: String { get }
  func doorOpens(_ id: String, _ details: String) -> String
  func doorShuts(_ id: String, _ details: String) -> String
  /// Of a start that the engine did not take.
  func notPermitted(_ state: StemState) -> String

  // Refusals
  func refusal(_ refusal: Refusal) -> String
  func problem(_ problem: CommandProblem) -> String
  /// That a line on the screen was cut at so many bytes.
  func lineWasCut(_ most: Int) -> String
  /// Before the reason.
  func refused(_ reason: String) -> String
  func note(_ note: Note) -> String

  // The calendar and the full screen
  func today(_ date: String, zone: String, isPreview: Bool) -> String
  func openCount(_ open: Int, of all: Int) -> String
  func next(_ ids: String, _ date: String, _ wait: String) -> String
  /// Which door opens next, in ever fewer words.
  func nextDoor(_ ids: [String], _ opens: Instant, _ text: DoorText) -> [String]
  var allDoorsAreOpen: String { get }
  var noDoorOpensByItself: String { get }
  var clockIsWrong: [String] { get }
  /// That doors have just opened, in ever fewer words but the last.
  func announcement(titles: [String], ids: [String]) -> [String]
  func shortCount(_ open: Int, of all: Int) -> String

  // The command line
  func preview(_ day: String) -> String
  /// What `canon play` says of the doors before the first sound.
  func greeting(_ day: String, isPreview: Bool, locked: [String]) -> String
  var noProblems: String { get }
  func problems(_ count: Int) -> String
  func renderedWithoutRefused(_ path: String) -> String
  func judgedAsOf(_ day: String) -> String
  func journalOfTheFuture(_ path: String, _ day: String) -> String
}

/// Something that people should know and that is not an error.
public enum Note: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A whole sentence.
  case text(String)
  case clockWrong(Instant, Zone)
  case clockRight(Instant, Zone)
  /// The disk did not keep in time what was seen of the doors.
  case notKeptInTime

  public init(stringLiteral text: String) { self = .text(text) }

  public func text(_ language: Language) -> String { language.wording.note(self) }

  /// For programs; nil for a sentence alone.
  public var code: String? {
    switch self {
    case .text: nil
    case .clockWrong: "clock-wrong"
    case .clockRight: "clock-right"
    case .notKeptInTime: "not-kept-in-time"
    }
  }
}
