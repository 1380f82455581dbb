import Foundation

/// A time zone that was named, and is known: never a silent fallback to GMT.
///
/// The rules come from the toolchain's own tables, not from the system's tzdata.
public struct Zone: Hashable, Sendable {
  /// The IANA name, as "Asia/Tokyo"; for the zone `"local"` the name of the zone it stood for when made.
  public let name: String
  /// Whether it was asked for as `"local"`.
  public let isLocal: Bool
  let timeZone: TimeZone

  /// Finds a zone by its IANA name, letter case included, or this machine's zone by `"local"`.
  ///
  /// Abbreviations such as "CST" are refused, since several places share each, and so are bare offsets such
  /// as "GMT+9", whose sign means the opposite in the name "Etc/GMT+9".
  public init(_ name: String) throws(ZoneProblem) {
    if name == "local" {
      self = Zone.local
      return
    }
    guard Self.mayBeName(name), let found = TimeZone(identifier: name) else {
      throw ZoneProblem(name: name)
    }
    self.init(name: name, isLocal: false, timeZone: found)
  }

  /// This machine's zone at the time of the call.
  public static var local: Zone {
    let current = TimeZone.current
    return Zone(name: current.identifier, isLocal: true, timeZone: current)
  }

  /// Whether this installation can look zones up at all; where it cannot, no schedule can be trusted.
  public static var isDataPresent: Bool { TimeZone(identifier: "Asia/Tokyo") != nil }

  private init(name: String, isLocal: Bool, timeZone: TimeZone) {
    self.name = name
    self.isLocal = isLocal
    self.timeZone = timeZone
  }

  /// "Area/City", the two names of universal time, and the names of whole countries ("Japan").
  private static func mayBeName(_ name: String) -> Bool {
    if name == "UTC" || name == "GMT" { return true }
    if name.contains("/") { return !name.hasPrefix("SystemV/") }
    return name.count > 3 && name.allSatisfy { $0.isASCII && $0.isLetter }
  }
}

/// A name that is not a zone's.
public struct ZoneProblem: Error, Hashable, Sendable {
  /// As it was given.
  public let name: String
  /// The zone that was perhaps meant.
  public let suggestion: String?
  /// False when the installation knows no zones at all, so that the name may well be right.
  public let isDataPresent: Bool

  init(name: String) {
    self.name = name
    isDataPresent = Zone.isDataPresent
    suggestion = isDataPresent ? Self.suggest(name) : nil
  }

  /// A whole sentence with the remedy.
  public var message: String {
    let advice = ScheduleWording.zone(self)
    return ScheduleWording.sentence(found: ScheduleWording.quote(name), advice)
  }

  private static func suggest(_ name: String) -> String? {
    if let abbreviated = TimeZone.abbreviationDictionary[name.uppercased()] { return abbreviated }
    let known = TimeZone.knownTimeZoneIdentifiers
    let wanted = String(name.map { $0 == " " ? "_" : $0 }).lowercased()
    let city = known.first { $0.lowercased().split(separator: "/").last.map(String.init) == wanted }
    return city ?? ScheduleWording.nearest(to: wanted, among: known)
  }
}
