import CanonSchedule
import Testing

@Suite struct DoorMemoryTests {
  @Test func nothingIsKnownBeforeTheFirstStart() {
    #expect(DoorMemory().firstStart == nil)
    #expect(DoorMemory().latest == nil)
  }

  @Test func theFirstStartStaysWhateverTheClockSays() {
    var memory = DoorMemory()
    for time in ["18:00:00", "19:00:00", "07:00:00"] { memory.see(at(time)) }
    #expect(memory.firstStart == at("18:00:00"))
  }

  @Test func theLatestInstantOnlyGrows() {
    var memory = DoorMemory()
    for time in ["18:00:00", "19:00:00", "07:00:00"] { memory.see(at(time)) }
    #expect(memory.latest == at("19:00:00"))
  }

  @Test func aClockSetBackIsJudgedByTheLatestInstant() {
    let memory = DoorMemory("18:00:00", "19:00:00")
    #expect(memory.latest == at("19:00:00"))
  }

  @Test func fractionsOfSecondsAreDropped() {
    var memory = DoorMemory()
    memory.see(at("18:00:00") + 0.999)
    #expect(memory == DoorMemory("18:00:00", "18:00:00"))
    memory.see(at("18:00:07") + 0.5)
    #expect(memory == DoorMemory("18:00:00", "18:00:07"))
    let before1970 = Instant(secondsSince1970: -0.25)
    #expect(
      DoorMemory(firstStart: before1970, latest: before1970).latest == Instant(secondsSince1970: -1))
  }

  @Test func aFirstStartWasSeen() {
    #expect(DoorMemory("18:00:00", "07:00:00").latest == at("18:00:00"))
  }

  @Test func mergingKeepsTheOwnFirstStartAndTheLaterInstant() {
    let early = DoorMemory("07:00:00", "08:00:00")
    let late = DoorMemory("18:00:00", "19:00:00")
    func merged(_ memory: DoorMemory, _ other: DoorMemory) -> DoorMemory {
      var memory = memory
      memory.merge(other)
      return memory
    }
    #expect(merged(early, late) == DoorMemory("07:00:00", "19:00:00"))
    #expect(merged(late, early) == DoorMemory("18:00:00", "19:00:00"))
    #expect(merged(DoorMemory(), late) == late)
    #expect(merged(late, DoorMemory()) == late)
  }
}
