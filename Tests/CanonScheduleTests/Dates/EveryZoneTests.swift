import Foundation
import Testing

@testable import CanonSchedule

/// Every zone, wherever its clocks are changed, against the oracle.
///
/// The two have tables of their own (Foundation's come with the toolchain, the system's with its tzdata), so
/// that a government may stand in one and not yet in the other. Compared are the zones of which both say the
/// same; those are nearly all, and how many is a test too.
@Suite struct EveryZoneTests {
  struct Range: CustomTestStringConvertible, Sendable {
    var years: ClosedRange<Int>
    var names: [String] = []
    /// Fewer would mean that the search for changes has gone astray.
    var leastCases: Int
    var testDescription: String {
      "\(years.lowerBound) to \(years.upperBound), \(names.isEmpty ? "every zone" : "\(names.count) zones")"
    }
  }

  /// Where clocks did or do odd things: a day skipped, half an hour, two hours, Ramadan, a minute past
  /// midnight, midnight itself.
  private static let odd = [
    "Africa/Cairo", "Africa/Casablanca", "America/Havana", "America/Santiago", "America/Sao_Paulo",
    "America/St_Johns", "Antarctica/Troll", "Asia/Amman", "Asia/Beirut", "Asia/Gaza", "Asia/Pyongyang",
    "Asia/Tehran", "Asia/Tokyo", "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin", "Pacific/Apia",
    "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kwajalein",
  ]

  @Test(
    "A local time is the first instant at which the clock shows it or a later one",
    arguments: [
      Range(years: 2015...2040, leastCases: 80_000),
      Range(years: 1990...2100, names: odd, leastCases: 25_000),
    ])
  func aroundEveryChange(range: Range) throws {
    let answers = try ZoneOracle.ask(range.years, range.names).filter { Self.isAccepted($0.name) }
    let agreed = answers.filter { Self.agrees($0, range.years) }
    let others = Set(answers.map(\.name)).subtracting(agreed.map(\.name)).sorted()
    #expect(others.count * 20 <= answers.count, "the tables differ for \(others)")

    var checked = 0
    var wrong: [String] = []
    for answer in agreed {
      let zone = try Zone(answer.name)
      for example in answer.cases {
        checked += 1
        let time = try #require(Self.time(example.wall))
        if zone.firstInstant(of: time) != Instant(second: example.first) {
          wrong.append("\(answer.name) \(time): \(zone.isoText(zone.firstInstant(of: time)))")
        }
        if example.wall % 1_000_000 == 0, zone.firstInstant(of: time.date) != Instant(second: example.first) {
          wrong.append("\(answer.name) \(time.date): \(zone.isoText(zone.firstInstant(of: time.date)))")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(checked): \(wrong.prefix(20))")
    #expect(checked >= range.leastCases)
  }

  @Test func everyZoneThatThisFoundationKnowsTakesPart() throws {
    let known = TimeZone.knownTimeZoneIdentifiers
    let asked = Set(try ZoneOracle.ask(2026...2026).map(\.name))
    // Some systems put old names ("Asia/Calcutta") in a package of their own.
    let missing = known.filter { !asked.contains($0) || !Self.isAccepted($0) }
    #expect(missing.count * 10 <= known.count, "not compared: \(missing)")
    #expect(known.count > 400)
  }

  @Test func everyCityThatTheSystemKnowsIsAZone() throws {
    let cities = try ZoneOracle.ask(2026...2026).map(\.name).filter { $0.contains("/") }
    let unknown = cities.filter { !Self.isAccepted($0) }
    // A city may be younger than the toolchain.
    #expect(unknown.count * 50 <= cities.count, "unknown: \(unknown)")
    #expect(cities.count > 400)
  }

  // MARK: -

  private static func isAccepted(_ name: String) -> Bool { (try? Zone(name)) != nil }

  /// Whether Foundation's table says the same as the oracle's: at every change, and each week besides.
  private static func agrees(_ answer: ZoneOracle.Answer, _ years: ClosedRange<Int>) -> Bool {
    guard let table = TimeZone(identifier: answer.name) else { return false }
    func offset(_ second: Int) -> Int {
      table.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }
    let last = LocalDate.dayNumber(year: years.upperBound + 1, month: 1, day: 1) * 86_400
    let ends = answer.changes.dropFirst().map(\.second) + [last]
    for (change, end) in zip(answer.changes, ends) {
      for second in stride(from: change.second, to: end, by: 7 * 86_400) + [end - 1] {
        if offset(second) != change.offset { return false }
      }
    }
    return true
  }

  /// Reads `20260329023000`.
  private static func time(_ wall: Int) -> LocalDateTime? {
    let (day, clock) = wall.quotientAndRemainder(dividingBy: 1_000_000)
    return LocalDate(year: day / 10_000, month: day / 100 % 100, day: day % 100).flatMap {
      LocalDateTime(date: $0, hour: clock / 10_000, minute: clock / 100 % 100, second: clock % 100)
    }
  }
}
