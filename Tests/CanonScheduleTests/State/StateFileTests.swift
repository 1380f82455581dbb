import Foundation
import Testing

@testable import CanonSchedule

@Suite struct StateFileTests {
  let folder = StateFolder()

  @Test func whatWasNeverPlayedIsNotRemembered() {
    let outcome = folder.file.memory(of: folder.schedule())
    #expect(outcome == StateFile.Outcome())
    #expect(folder.permissions(folder.state) == "nothing there", "reading makes no folder")
  }

  @Test func whatIsKeptIsRemembered() {
    let kept = folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    #expect(kept == StateFile.Outcome(memory: DoorMemory("18:00:00", "18:00:00")))
    #expect(folder.file.memory(of: folder.schedule()) == kept)
  }

  @Test func theFirstStartIsKeptAndTheLatestInstantGrows() {
    for time in ["18:00:00", "19:00:00", "07:00:00"] {
      folder.file.update(folder.schedule()) { $0.see(at(time)) }
    }
    let memory = folder.file.memory(of: folder.schedule()).memory
    #expect(memory == DoorMemory("18:00:00", "19:00:00"))
  }

  @Test func aChangeCannotForget() {
    folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    let outcome = folder.file.update(folder.schedule()) { $0 = DoorMemory() }
    #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"))
    folder.file.update(folder.schedule()) { $0 = DoorMemory("07:00:00", "08:00:00") }
    #expect(folder.file.memory(of: folder.schedule()).memory == DoorMemory("18:00:00", "18:00:00"))
  }

  @Test func aMemoryOfNothingCanBeKept() {
    let outcome = folder.file.update(folder.schedule()) { _ in }
    #expect(outcome == StateFile.Outcome())
    #expect(folder.names.count == 1)
    #expect(folder.file.memory(of: folder.schedule()) == StateFile.Outcome())
  }

  /// A person finds the file of a schedule by its name, and understands it.
  @Test func theFileIsReadable() {
    let place = StatePlace(folder: "/s", schedule: "/nonexistent/Schedules/Advent & 2026.toml")
    #expect(place.path == "/s/Advent-2026-dd9508f5aecc9001.toml")
    let memory = DoorMemory(
      firstStart: at("18:00:00", of: "2026-11-29") + 0.75, latest: at("08:30:05") + 0.75)
    #expect(
      StateText.text(memory, of: place.schedule) == """
        # What canon remembers of a schedule: when it was first played, from which some doors count,
        # and the latest time seen, so that a clock set back shuts no door that was open.
        # If this file is missing, canon starts a new one.
        version = 1
        schedule = "/nonexistent/Schedules/Advent & 2026.toml"
        first_start = 2026-11-29T18:00:00Z
        latest = 2026-12-06T08:30:05Z

        """)
  }

  @Test func onlyTheOwnerMayRead() {
    let old = umask(0)  // which could only take bits away
    defer { umask(old) }
    let file = StateFile(folder: folder.path + "/home/state/canon")
    #expect(file.update(folder.schedule()) { $0.see(at("18:00:00")) }.problems.isEmpty)
    for made in ["/home", "/home/state", "/home/state/canon"] {
      #expect(folder.permissions(folder.path + made) == "700")
    }
    let place = StatePlace(folder: file.folder, schedule: folder.schedule())
    #expect(folder.permissions(place.path) == "600")
    #expect(folder.permissions(file.folder + "/.lock") == "600")
  }

  @Test func aFolderThatIsThereKeepsItsPermissions() {
    mkdir(folder.state, 0o750)
    folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    #expect(folder.permissions(folder.state) == "750")
    #expect(folder.names == [folder.place(folder.schedule()).name], "and nothing but the file is left")
  }

  @Test func timesCorrectedByHandAreUnderstood() throws {
    let schedule = folder.schedule()
    try folder.put(
      """
      latest = 2026-12-07T03:00:00.5+09:00  # as it was
      schedule = '\(schedule)'
      first_start = 2026-12-06 07:00:00Z
      version = 1
      """, for: schedule)
    #expect(
      folder.file.memory(of: schedule) == StateFile.Outcome(memory: DoorMemory("07:00:00", "18:00:00")))
  }

  @Test(arguments: [-62_135_596_800, -1, 0, 253_402_300_799])
  func everyInstantIsKept(second: Int) {
    let instant = Instant(second: second)
    folder.file.update(folder.schedule()) { $0.see(instant) }
    #expect(
      folder.file.memory(of: folder.schedule())
        == StateFile.Outcome(memory: DoorMemory(firstStart: instant, latest: instant)))
  }
}
