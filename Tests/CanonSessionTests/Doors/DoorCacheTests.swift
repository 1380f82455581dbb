import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// What the doors said last holds until something has changed that it depends on.
@Suite struct DoorCacheTests {
  /// A door, and what is remembered of its answers.
  private struct Door {
    let gate: Gate
    var cache = DoorCache()

    init(_ door: String) throws {
      let set = try SmallSet(doors: "violin-b = \(door)")
      let source = try Source.load(set.path)
      gate = Gate(schedule: source.schedule, stems: source.set.stems.map(\.id))
    }

    mutating func isOpen(_ context: DoorContext) -> Bool {
      cache.enter(context)
      return cache.status(of: StemIndex(2), by: gate, in: context).isOpen
    }

    mutating func isOpen(at time: String) throws -> Bool {
      isOpen(DoorContext(asOf: try TestClock.tokyo(time)))
    }
  }

  @Test("A door with hours, checked now and then over a day")
  func hours() throws {
    var door = try Door("{ hours = \"10:00-20:00\" }")
    let looks = [
      ("2026-12-07T09:30", false), ("2026-12-07T09:59:59", false), ("2026-12-07T10:00", true),
      ("2026-12-07T10:30", true), ("2026-12-07T19:59:59", true), ("2026-12-07T20:00", false),
    ]
    for (time, expected) in looks {
      let isOpen = try door.isOpen(at: time)
      #expect(isOpen == expected, "\(time)")
    }
  }

  @Test("A clock that is set back, but not before an older check, is followed")
  func setBack() throws {
    var door = try Door("{ hours = \"10:00-20:00\" }")
    // Within an hour, as long as an answer is believed.
    let looks = try ["09:30", "09:40", "10:00", "09:45"].map { try door.isOpen(at: "2026-12-07T" + $0) }
    #expect(looks == [false, false, true, false])
  }

  @Test("Playing stems and a wrong clock are considered at each check")
  func otherThanTime() throws {
    let now = try TestClock.tokyo("2026-12-07")
    var needing = try Door("{ needs = [\"violin-a\"] }")
    let sounding = [[], ["violin-a"], []].map { needing.isOpen(DoorContext(asOf: now, sounding: Set($0))) }
    #expect(sounding == [false, true, false])
    var dated = try Door("2026-12-06")
    let clocks = [now, Instant(secondsSince1970: 12), now].map { dated.isOpen(DoorContext(clock: $0)) }
    #expect(clocks == [true, false, true])
  }
}
