import CanonFiles
import CanonSchedule
import CanonSession
import CanonTerminal
import Foundation

/// What this machine remembers of a schedule's doors, in `$XDG_STATE_HOME/canon`.
struct DoorState: Sendable {
  /// nil without doors, or where there is no place for it.
  private let file: StateFile?
  private let path: String

  init(_ source: Source) {
    let hasDoors = source.schedule.map { !$0.doors.isEmpty } ?? false
    file = hasDoors ? .usual(environment: ProcessInfo.processInfo.environment) : nil
    path = source.schedule?.path ?? ""
  }

  /// What is remembered; what is wrong with it is said on standard error.
  func memory() -> DoorMemory {
    guard let outcome = file?.memory(of: path) else { return DoorMemory() }
    for problem in outcome.problems { Output.note("canon: \(problem.message)") }
    return outcome.memory
  }

  /// The clock of a performance today, which remembers what it has seen, or of a preview of another day, which does
  /// not.
  func clock(asOf asked: Instant?) -> DoorClock {
    let memory = memory()
    guard let asked else {
      let (file, path) = (file, path)
      return .machine(
        memory: memory,
        keep: { memory in
          let problems = file?.update(path) { $0.merge(memory) }.problems ?? []
          return problems.isEmpty ? nil : problems.map(\.message).joined(separator: " ")
        })
    }
    let start = Instant.now()
    // Where it was never played, the preview is the first time.
    let first = memory.firstStart == nil ? DoorMemory(firstStart: asked, latest: asked) : memory
    return .asOf({ asked + start.seconds(to: .now()) }, memory: first)
  }
}
