import CanonEngine
import CanonSession

/// Keeps the order of one surface's commands while some of them read files.
///
/// A command that reads no files is given at once. A command that reads files is given when they are read, and the surface
/// continues meanwhile: a later command waits only if it is for one of the same stems. Commands that lead to another program
/// (`next`, `goto piece 1`, `reload`, `tempo 92`) read their files side by side, and are decided in their order: the last one counts.
/// A panic or a pause never waits, and a command that waits when a panic comes starts nothing.
public actor CommandLane {
  /// A command that reads files, or waits for one that does.
  private struct Aside {
    /// nil for all.
    let stems: Set<StemIndex>?
    let task: Task<Void, Never>

    func isAbout(_ others: Set<StemIndex>?) -> Bool {
      guard let stems, let others else { return true }
      return !stems.isDisjoint(with: others)
    }
  }

  private let desk: Desk
  private let beforeReading: @Sendable (ControlCommand) async -> Void
  private var asides: [Int: Aside] = [:]
  private var lastNumber = 0
  /// Ends when it is decided what the last command means that leads to another program.
  private var lastDecision: Task<Task<Void, Never>, Never>?

  public init(_ desk: Desk) { self.init(desk) { _ in } }

  /// - Parameter beforeReading: Awaited before a command reads its files: a slow disk, for tests.
  package init(_ desk: Desk, beforeReading: @escaping @Sendable (ControlCommand) async -> Void) {
    (self.desk, self.beforeReading) = (desk, beforeReading)
  }

  /// Gives a command. Call it for one command after the other; it returns once the command is given or set aside.
  /// - Parameter again: Makes the command again if it had to wait; nil if the command does not depend on the time.
  public func give(
    _ command: ControlCommand, by asker: Asker, again: (@Sendable () async -> ControlCommand?)? = nil
  ) async {
    switch command {
    case .panic, .pause, .quit: return await desk.give(command, by: asker)
    default: break
    }
    let stems = desk.performance.stems(of: command)
    let before = asides.values.filter { $0.isAbout(stems) }.map(\.task)
    let need = await desk.performance.need(of: command, by: asker)
    if before.isEmpty && !need.readsFiles { return await desk.give(command, by: asker) }
    lastNumber += 1
    let number = lastNumber
    let task =
      if need.makesEdition {
        decide(command, by: asker, need, after: before, as: number)
      } else {
        Task { [desk] in
          for task in before { await task.value }
          let command = before.isEmpty ? command : await again?() ?? command
          if need.readsFiles { await beforeReading(command) }
          await desk.give(command, by: asker, since: need.interruptions)
          end(number)
        }
      }
    asides[number] = Aside(stems: stems, task: task)
  }

  /// Gives a command once the one before it is decided that leads to another program, too.
  private func decide(
    _ command: ControlCommand, by asker: Asker, _ need: Performance.Need, after before: [Task<Void, Never>],
    as number: Int
  ) -> Task<Void, Never> {
    let decision = Task { [desk, lastDecision, beforeReading] in
      for task in before { await task.value }
      _ = await lastDecision?.value
      await beforeReading(command)
      return await desk.begin(command, by: asker, since: need.interruptions)
    }
    lastDecision = decision
    return Task {
      await decision.value.value
      end(number)
    }
  }

  /// Returns when no command waits any more.
  package func finish() async {
    while let task = asides.values.first?.task { await task.value }
  }

  private func end(_ number: Int) { asides[number] = nil }
}
