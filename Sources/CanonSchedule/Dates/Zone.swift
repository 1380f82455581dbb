import CanonFiles
import Foundation
import Synchronization

/// A known time zone; there is never a silent fallback to GMT.
///
/// The rules come from the toolchain's own tables, not from the system's tzdata.
public struct Zone: Hashable, Sendable {
  /// nil for this machine's zone.
  private let named: TimeZone?
  private let givenName: String

  /// The IANA name, as "Asia/Tokyo"; for the zone `"local"`, the current name of this machine's zone.
  public var name: String { named == nil ? timeZone.identifier : givenName }
  /// Whether it was requested as `"local"`.
  public var isLocal: Bool { named == nil }
  var timeZone: TimeZone { named ?? Self.machine.withLock { $0 } }

  /// This machine's zone at the last check. Asking the system each time would take as long as everything else.
  private static let machine = Mutex(Self.ofMachine() ?? .gmt)

  /// Checks whether this machine's zone has changed; an unknown zone changes nothing.
  /// - Thread: any control thread; reads the disk
  public static func refreshLocal() {
    if let zone = ofMachine() { machine.withLock { $0 = zone } }
  }

  /// This machine's zone; nil if it is not set, or not known.
  private static func ofMachine() -> TimeZone? {
    guard let name = MachineZone.now.name, mayBeName(name) || MachineZone.isListed(name) else { return nil }
    return TimeZone(identifier: name)
  }

  /// Finds a zone by its IANA name, letter case included, or this machine's zone by `"local"`.
  ///
  /// Abbreviations such as "CST" are refused, because several places share each, and so are bare offsets such
  /// as "GMT+9", whose sign means the opposite in the name "Etc/GMT+9".
  public init(_ name: String) throws(ZoneProblem) {
    if name == "local" {
      guard let zone = Self.ofMachine() else { throw ZoneProblem(name: name, machine: MachineZone.now.name) }
      Self.machine.withLock { $0 = zone }
      self = Zone.local
      return
    }
    guard Self.mayBeName(name), let found = TimeZone(identifier: name) else {
      throw ZoneProblem(name: name)
    }
    self.init(named: found, givenName: name)
  }

  /// This machine's zone at the last check (``refreshLocal()``); universal time if the machine does not name one.
  public static let local = Zone(named: nil, givenName: "")

  /// Whether this installation can look up zones at all. If it cannot, no schedule can be trusted.
  public static var isDataPresent: Bool { TimeZone(identifier: "Asia/Tokyo") != nil }

  private init(named: TimeZone?, givenName: String) { (self.named, self.givenName) = (named, givenName) }

  /// Whether a text has the form of "Area/City", of the two names of universal time, or of whole countries ("Japan").
  private static func mayBeName(_ name: String) -> Bool {
    if name == "UTC" || name == "GMT" { return true }
    // Foundation ignores the text after a NUL.
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }) else {
      return false
    }
    if name.contains("/") { return !name.hasPrefix("SystemV/") }
    return name.count > 3 && name.allSatisfy { $0.isASCII && $0.isLetter }
  }
}

/// A name that is not the name of a zone.
public struct ZoneProblem: Error, Hashable, Sendable {
  /// The name as it was given.
  public let name: String
  /// The zone that was probably meant.
  public let suggestion: String?
  /// For "local": this machine's own text for its zone; nil if it has none.
  public let machine: String?
  /// False if the installation knows no zones at all, so that the name may be right.
  public let isDataPresent: Bool

  init(name: String, machine: String? = nil) {
    self.name = name
    self.machine = machine
    isDataPresent = Zone.isDataPresent
    suggestion = isDataPresent && name != "local" ? Self.suggest(name) : nil
  }

  /// A whole sentence with the remedy.
  public var message: String {
    ScheduleAdvice.unknownZone(self).sentence(found: CleanText.quote(name))
  }

  private static func suggest(_ name: String) -> String? {
    if name.lowercased() == "local" { return "local" }
    if let abbreviated = TimeZone.abbreviationDictionary[name.uppercased()] { return abbreviated }
    let known = TimeZone.knownTimeZoneIdentifiers
    let wanted = String(name.map { $0 == " " ? "_" : $0 }).lowercased()
    let city = known.first { $0.lowercased().split(separator: "/").last.map(String.init) == wanted }
    return city ?? Suggestion.nearest(to: wanted, among: known)
  }
}
