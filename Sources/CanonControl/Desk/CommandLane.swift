import CanonEngine
import CanonSession

/// The commands of one surface, in their order, though some of them read files first.
///
/// A command that needs nothing from files is given at once. One that does is given when they are read, and the surface
/// goes on meanwhile: a later command waits only if it is about one of the same stems. A panic or a pause never waits, and
/// nothing that waits when a panic comes starts a stem after it.
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

  public init(_ desk: Desk) { self.init(desk) { _ in } }

  /// - Parameter beforeReading: Awaited before a command reads its files: a slow disk, for tests.
  package init(_ desk: Desk, beforeReading: @escaping @Sendable (ControlCommand) async -> Void) {
    (self.desk, self.beforeReading) = (desk, beforeReading)
  }

  /// Gives a command. To be called for one after the other.
  /// - Parameter again: Makes the command anew, if it had to wait; nil if it is the same whenever it is given.
  /// - Returns: Once the command was given, or set aside.
  public func give(
    _ command: ControlCommand, by asker: Asker, again: (@Sendable () async -> ControlCommand?)? = nil
  ) async {
    switch command {
    case .panic, .pause, .quit: return await desk.perform(command, by: asker)
    default: break
    }
    let stems = desk.performance.stems(of: command)
    // An empty set is about nothing that could wait.
    let before = asides.values.filter { $0.isAbout(stems) }.map(\.task)
    let need = await desk.performance.need(of: command, by: asker)
    if before.isEmpty && !need.readsFiles { return await desk.perform(command, by: asker) }
    lastNumber += 1
    let number = lastNumber
    let task = Task { [desk] in
      for task in before { await task.value }
      let command = before.isEmpty ? command : await again?() ?? command
      if need.readsFiles { await beforeReading(command) }
      await desk.perform(command, by: asker, since: need.interruptions)
      end(number)
    }
    asides[number] = Aside(stems: stems, task: task)
  }

  /// Returns once nothing waits any more.
  package func finish() async {
    while let task = asides.values.first?.task { await task.value }
  }

  private func end(_ number: Int) { asides[number] = nil }
}
