/// Everything that runs while canon plays: the driver, the desk, the surfaces and what serves them. Each member says what its
/// end means; how they leave, and in which order, stands here.
struct PlayGroup {
  struct Member: Sendable {
    /// Whether the performance ends when this member does; an error always ends it.
    let endsAll: Bool
    /// Whether its task is cancelled when it leaves.
    let isCancelled: Bool
    let run: @Sendable () async throws -> Void
    /// Asks the member to end, before it is cancelled.
    let leave: @Sendable () async -> Void

    init(
      endsAll: Bool = false, isCancelled: Bool = true, _ run: @escaping @Sendable () async throws -> Void,
      leave: @escaping @Sendable () async -> Void = {}
    ) {
      (self.endsAll, self.isCancelled, self.run, self.leave) = (endsAll, isCancelled, run, leave)
    }
  }

  /// In the order in which they leave.
  let members: [Member]

  /// Runs all members until one ends whose end is everybody's.
  /// - Parameter ending: Called once that is known, before the first member leaves; with its error, if it had one.
  /// - Returns: The error that has ended the performance.
  func run(ending: @Sendable ((any Error)?) -> Void) async -> (any Error)? {
    let tasks = members.map { member in Task { try await member.run() } }
    return await withTaskGroup(of: (isEnd: Bool, error: (any Error)?).self) { group in
      for (member, task) in zip(members, tasks) {
        group.addTask {
          do {
            try await task.value
            return (member.endsAll, nil)
          } catch {
            return (true, error)
          }
        }
      }
      var failure: (any Error)?
      for await end in group where end.isEnd {
        failure = end.error
        break
      }
      ending(failure)
      for (member, task) in zip(members, tasks) {
        await member.leave()
        if member.isCancelled { task.cancel() }
      }
      await group.waitForAll()
      return failure
    }
  }
}
