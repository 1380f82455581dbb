import CanonFiles
import Foundation
import Testing

@testable import CanonSchedule

/// What lies in the folder before an update that is cut short.
enum BeforeUpdate: String, CaseIterable, Codable, Sendable {
  case nothing, memory, damagedFile, leftover

  static let schedule = "/nonexistent/advent.toml"
  static let old = DoorMemory("18:00:00", "18:00:00")

  var memory: DoorMemory { self == .memory || self == .leftover ? Self.old : DoorMemory() }

  func prepare(_ folder: StateFolder) throws {
    switch self {
    case .nothing: break
    case .memory: folder.file.update(Self.schedule) { $0 = Self.old }
    case .damagedFile: try folder.put("versio", for: Self.schedule)
    case .leftover:
      folder.file.update(Self.schedule) { $0 = Self.old }
      makeFile(folder.state + "/.canon-1f.part", Array("# Wh".utf8))
    }
  }

  /// The update: the schedule is seen an hour later.
  static func update(_ state: String, _ calls: DiskCalls) -> StateFile.Outcome {
    var file = StateFile(folder: state)
    file.calls = calls
    return file.update(schedule) { $0.see(at("19:00:00")) }
  }

  /// How many steps the update takes.
  func countSteps() -> Int {
    let folder = StateFolder()
    let counter = StepCounter()
    do { try prepare(folder) } catch { return 0 }
    _ = Self.update(folder.state, .stepping(counter) { _ in })
    return counter.count
  }

  /// Expects what must hold after an update was cut short anywhere, in the folder that it left behind.
  func expectNothingLost(in folder: StateFolder) throws {
    let place = folder.place(Self.schedule)
    let new = memory.learning { $0.see(at("19:00:00")) }
    let found = try? String(contentsOfFile: place.path, encoding: .utf8)
    switch self {
    case .nothing: #expect([nil, StateText.text(new, of: Self.schedule)].contains(found))
    case .damagedFile: #expect([nil, "versio", StateText.text(new, of: Self.schedule)].contains(found))
    case .memory, .leftover:
      let texts = [memory, new].map { StateText.text($0, of: Self.schedule) }
      #expect(texts.contains(found ?? "no file"), "the old text or the new, whole")
    }
    // The next one finds nothing in its way, and goes on from there.
    let next = folder.file.update(Self.schedule) { $0.see(at("20:00:00")) }
    #expect(next.memory.latest == at("20:00:00"))
    if memory.firstStart != nil { #expect(next.memory.firstStart == memory.firstStart) }
    #expect(folder.file.memory(of: Self.schedule) == StateFile.Outcome(memory: next.memory))
    let aside = self == .damagedFile ? [place.name + ".damaged"] : []
    #expect(folder.names == [place.name] + aside, "and nothing else is left")
    if self == .damagedFile { #expect(folder.text(place.path + ".damaged") == "versio") }
  }
}

/// An update that is cut short at one step.
struct CutShort: CustomTestStringConvertible, Sendable {
  var before: BeforeUpdate
  /// Nothing from this step on happens; the number of steps: cut short after all is done.
  var step: Int
  var stepCount: Int
  var testDescription: String { "\(before.rawValue), step \(step) of \(stepCount)" }

  static let everywhere: [CutShort] = BeforeUpdate.allCases.flatMap { before in
    let count = before.countSteps()
    return (0...count).map { CutShort(before: before, step: $0, stepCount: count) }
  }
}

@Suite struct StateKillTests {
  @Test func everyStepIsCounted() {
    // The folder, the lock, the new file, four times writing, syncing, renaming, the folder again, syncing it.
    #expect(BeforeUpdate.memory.countSteps() == 11)
    #expect(BeforeUpdate.nothing.countSteps() == 11 + 2, "the folder above is opened and synced")
    #expect(BeforeUpdate.leftover.countSteps() == 11 + 1, "it is removed")
    #expect(BeforeUpdate.damagedFile.countSteps() == 11 + 3, "it is renamed, the folder opened and synced")
  }

  /// A process of its own is killed with SIGKILL before each step, and after the last.
  @Test(arguments: CutShort.everywhere)
  func aKillLosesNothing(cut: CutShort) async throws {
    let folder = StateFolder()
    try cut.before.prepare(folder)
    await kill(folder.state, cut.step)
    if cut.step == cut.stepCount {
      #expect(folder.file.memory(of: BeforeUpdate.schedule).memory.latest == at("19:00:00"))
    }
    try cut.before.expectNothingLost(in: folder)
  }

  private func kill(_ state: String, _ step: Int) async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [state, step] in
      let calls = DiskCalls.stepping(StepCounter()) { if $0 == step { raise(SIGKILL) } }
      _ = BeforeUpdate.update(state, calls)
      raise(SIGKILL)
    }
  }

  /// What a kill cannot show: the disk forgets everything that it was not told to keep.
  @Test(arguments: CutShort.everywhere, ForgetfulDisk.Habit.allCases)
  func aPowerCutLosesNothing(cut: CutShort, habit: ForgetfulDisk.Habit) throws {
    let folder = StateFolder()
    try cut.before.prepare(folder)
    _ = BeforeUpdate.update(folder.state, ForgetfulDisk(habit, powerCut: cut.step).calls)
    if cut.step == cut.stepCount {
      let kept = folder.file.memory(of: BeforeUpdate.schedule)
      #expect(kept.memory.latest == at("19:00:00"), "what was told to be kept is on the disk")
      #expect(kept.problems.isEmpty)
    }
    try cut.before.expectNothingLost(in: folder)
  }
}
