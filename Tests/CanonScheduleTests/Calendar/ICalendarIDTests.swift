import Testing

@testable import CanonSchedule

/// What names an event for ever, so that importing a calendar anew does not double it.
@Suite struct ICalendarIDTests {
  private func uid(_ calendar: String, _ stem: String = "violin-a", _ occurrence: String = "2026") -> String {
    ICalendar.uid(
      of: .init(stemID: stem, occurrence: occurrence, title: "", opens: Instant(secondsSince1970: 0)),
      in: calendar)
  }

  @Test func aUIDIsOfTheDoorAndNotOfItsDateOrTitle() {
    var event = ICalendar.Event(
      stemID: "violin-a", occurrence: "2026", title: "Violin A", opens: Instant(secondsSince1970: 0))
    let before = ICalendar.uid(of: event, in: "advent")
    event.opens = event.opens + 86_400
    event.title = "First violin"
    #expect(ICalendar.uid(of: event, in: "advent") == before)
  }

  @Test func uidsAreDifferentForDifferentIDsHoweverTheyAreJoined() {
    let long = String(repeating: "扉", count: 80)
    let parts = [
      "", "a", "b", "A", "a.b", "a-b", "a_b", "a b", "a~20b", "a/b", "a@b", "ä", "扉", "a,b", "a%2Cb", long,
      long + "1",
    ]
    var uids: Set<String> = []
    for calendar in parts {
      for stem in parts {
        for occurrence in parts {
          let uid = uid(calendar, stem, occurrence)
          #expect(uid.utf8.allSatisfy { (0x21...0x7e).contains($0) && !",;:\\\"%".utf8.contains($0) })
          #expect(uid.utf8.count <= 255)
          #expect(uid.hasSuffix("@canon"))
          uids.insert(uid)
        }
      }
    }
    #expect(uids.count == parts.count * parts.count * parts.count)
  }

  @Test(arguments: [
    ("advent-2026_b", "advent-2026_b"), ("w\u{e4}rme 1", "w~C3~A4rme~201"),
    ("wa\u{308}rme 1", "w~C3~A4rme~201"),
    (String(repeating: "x", count: 80), String(repeating: "x", count: 80)),
    (String(repeating: "x", count: 81), String(repeating: "x", count: 62) + "~~3F9A5801D238BD47"),
  ])
  func uidsAreTheSameOnEveryMachine(calendar: String, begins: String) {
    #expect(uid(calendar) == begins + ".violin-a.2026@canon")
  }
}
