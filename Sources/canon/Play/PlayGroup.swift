/// Everything that runs while canon plays: the driver, the desk, the surfaces and their helpers. Each member defines what
/// its end means. When the performance ends, the members leave in their order; once all have ended, the closing steps follow in theirs.
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

  /// The members, in the order in which they leave.
  let members: [Member]
  /// The closing steps after all members have ended, in order.
  let closing: [@Sendable () async -> Void]

  /// Runs all members until one ends that ends all of them, then closes.
  /// - Parameter ending: Called before each step of the end, that is before a member leaves and before a closing step, with
  ///   the error that ends the performance, if one does: it sets the deadline for that step.
  /// - Throws: That error, once everything is closed.
  func run(ending: @Sendable ((any Error)?) -> Void) async throws {
    let failure = await runMembers(ending: ending)
    for close in closing {
      ending(failure)
      await close()
    }
    if let failure { throw failure }
  }

  private func runMembers(ending: @Sendable ((any Error)?) -> Void) async -> (any Error)? {
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
      for (member, task) in zip(members, tasks) {
        ending(failure)
        await member.leave()
        if member.isCancelled { task.cancel() }
      }
      await group.waitForAll()
      return failure
    }
  }
}
