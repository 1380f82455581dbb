import CanonFiles
import CanonSchedule
import CanonSession
import Foundation

/// The memory of a schedule's doors, or of all those of a programme, on this machine, in `$XDG_STATE_HOME/canon`.
struct DoorState: Sendable {
  /// nil without doors, or if there is no place for the file.
  private let file: StateFile?
  private let path: String
  private let language: Language

  init(_ source: Source, _ language: Language) {
    self.language = language
    // A later piece of a programme may have doors.
    let hasDoors = source.piece != nil || source.schedule.map { !$0.doors.isEmpty } ?? false
    file = hasDoors ? .usual(environment: ProcessInfo.processInfo.environment) : nil
    path = source.piece?.list.path ?? source.schedule?.path ?? ""
  }

  /// The memory; its problems are reported on standard error.
  func memory() -> DoorMemory { read().memory }

  private func read() -> StateFile.Outcome {
    guard let outcome = file?.memory(of: path) else { return StateFile.Outcome() }
    for problem in outcome.problems { Output.note("canon: \(problem.text(language))") }
    return outcome
  }

  /// The first start for a preview: if the schedule was never played, the previewed day is the first time.
  func firstStart(_ asked: Instant, _ memory: DoorMemory) -> Instant { memory.firstStart ?? asked }

  /// The clock of a performance today, which records the doors it has seen, or of a preview, which does
  /// not.
  /// - Parameter isStill: Whether the requested time stands still.
  func clock(asOf asked: Instant?, isStill: Bool = false) -> DoorClock {
    let read = read()
    let memory = read.memory
    guard let asked else {
      let (file, path) = (file, path)
      return .machine(
        memory: memory, told: read.problems,
        keep: { memory in
          file?.update(path) { $0.merge(memory) }.problems ?? []
        })
    }
    let start = Instant.now()
    let first = firstStart(asked, memory)
    return .asOf(
      { isStill ? asked : asked + start.seconds(to: .now()) },
      memory: DoorMemory(firstStart: first, latest: first))
  }
}
