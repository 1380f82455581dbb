import CanonFiles
import Foundation
import Testing

@testable import CanonSchedule

/// Several canons at once.
@Suite struct StateSharingTests {
  let folder = StateFolder()

  /// Holds the folder as another canon does, until the end of `body`.
  private func holding(_ body: () throws -> Void) throws {
    mkdir(folder.state, 0o700)
    let descriptor = open(folder.state + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    defer { close(descriptor) }
    try body()
  }

  @Test func anotherCanonThatDoesNotLetGoIsTold() throws {
    folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    var file = folder.file
    file.patience = 0.02
    try holding {
      let outcome = file.update(folder.schedule()) { $0.see(at("19:00:00")) }
      #expect(outcome.memory == DoorMemory("18:00:00", "19:00:00"))
      #expect(
        outcome.problems.map(\.message) == [
          """
          \(folder.state): found another canon that holds the folder, expected it to be free within a moment. \
          Let that canon go on, or end it. \(StateDiskTests.forgotten)
          """
        ])
      #expect(file.memory(of: folder.schedule()).memory == DoorMemory("18:00:00", "18:00:00"))
    }
    #expect(file.update(folder.schedule()) { $0.merge(DoorMemory("19:00:00", "19:00:00")) }.problems.isEmpty)
  }

  @Test func aDamagedFileIsLeftToTheCanonThatHoldsTheFolder() throws {
    var file = folder.file
    file.patience = 0.02
    try folder.put("versio", for: folder.schedule())
    try holding {
      #expect(file.memory(of: folder.schedule()).problems == [.busy(folder: folder.state)])
    }
    #expect(folder.names == [folder.place(folder.schedule()).name])
  }

  /// Between the look at a damaged file and the lock, another canon set it aside and began anew.
  @Test func whatAnotherCanonHasMendedIsNotSetAside() throws {
    let schedule = folder.schedule()
    try folder.put("versio", for: schedule)
    var file = folder.file
    let good = StateText.text(DoorMemory("07:00:00", "07:00:00"), of: schedule)
    let path = folder.place(schedule).path
    file.calls.open = { opened, flags, mode throws(DiskError) in
      if opened.hasSuffix("/.lock") { try? Data(good.utf8).write(to: URL(fileURLWithPath: path)) }
      return try DiskCalls().open(opened, flags, mode)
    }
    #expect(file.memory(of: schedule) == StateFile.Outcome(memory: DoorMemory("07:00:00", "07:00:00")))
    #expect(folder.names == [folder.place(schedule).name])
  }

  @Test func manyThreadsLoseNothing() {
    let schedules = [folder.schedule("a.toml"), folder.schedule("b.toml")]
    var patient = folder.file
    patient.patience = 300
    let file = patient
    let first = at("18:00:00")
    for schedule in schedules { file.update(schedule) { $0.see(first) } }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<8 {
        // The clocks of the threads differ by hours.
        let now = first + Double(thread * 3600 + number)
        let outcome = file.update(schedules[number % 2]) { $0.see(now) }
        #expect(outcome.problems.isEmpty)
        #expect(outcome.memory.firstStart == first)
        #expect(outcome.memory.latest.map { $0 >= now } == true)
        #expect(file.memory(of: schedules[0]).problems.isEmpty, "readers need no lock")
      }
    }
    for (schedule, last) in zip(schedules, [6.0, 7]) {
      let memory = DoorMemory(firstStart: first, latest: first + (7 * 3600 + last))
      #expect(file.memory(of: schedule) == StateFile.Outcome(memory: memory))
    }
    #expect(folder.names.count == 2)
  }

  /// Processes of their own, of which each keeps what it alone has seen.
  @Test func manyProcessesLoseNothing() async {
    let schedule = folder.schedule()
    let state = folder.state
    await withTaskGroup { group in
      for process in 1...4 {
        group.addTask { await Self.play(schedule, state, process) }
      }
    }
    let outcome = folder.file.memory(of: schedule)
    #expect(outcome.problems.isEmpty)
    #expect(outcome.memory.latest == at("18:00:00") + (4 * 3600 + 19))
    // The one that came first decided, for all of them.
    #expect((1...4).map { at("18:00:00") + Double($0 * 3600) }.contains(outcome.memory.firstStart))
    #expect(folder.names == [folder.place(schedule).name])
  }

  private static func play(_ schedule: String, _ state: String, _ process: Int) async {
    await #expect(processExitsWith: .success) { [schedule, state, process] in
      var file = StateFile(folder: state)
      file.patience = 300
      var first: Instant?
      for number in 0..<20 {
        let now = at("18:00:00") + Double(process * 3600 + number)
        let outcome = file.update(schedule) { $0.see(now) }
        #expect(outcome.problems.isEmpty)
        if let first { #expect(outcome.memory.firstStart == first) }
        first = outcome.memory.firstStart
      }
    }
  }
}
