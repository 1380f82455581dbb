import CanonEngine
import CanonSchedule

/// The doors of a performance while it goes on.
extension Performance {
  /// From now on doors open and shut by themselves. To be called before the first engine is made.
  /// - Parameter journal: The head of the journal that is played again: it has what doors have done before.
  public func watchDoors(replaying journal: JournalHeader? = nil) { keeper.watch(replaying: journal) }

  /// What opens from now on is an opening.
  func beginWatching() { keeper.beginWatching(at: deck.moment) }

  func lookAtDoors() { carryOut(keeper.look(at: deck.moment)) }

  /// Looks at the doors, lets what has opened come in, and says what a rendering has to know before it goes on.
  public func settle() async -> Outlook {
    pump()
    while let task = entrances.first {
      await task.value
      entrances.removeFirst()
    }
    let moment = deck.moment
    return Outlook(
      hasSent: !moment.sent.isEmpty,
      nextLook: min(keeper.nextChange(at: moment) ?? .max, keeper.nextRitualEnd(at: moment) ?? .max))
  }

  /// Up to where a rendering may go on without asking the performance again, so that doors act on the same frames whatever
  /// its period.
  public struct Outlook: Sendable {
    /// Whether commands are on their way: they are to be received on this very frame.
    public let hasSent: Bool
    /// The frame on which a door changes by date, or a ritual has to be ended; `.max` for none.
    public let nextLook: FramePosition
  }

  /// Reads what has opened; then those come in that are to.
  func letIn(_ opened: [StemIndex], joining: [StemIndex]) {
    // Live nobody waits for them; those that are done are let go.
    if entrances.count > 256 { entrances.removeFirst(128) }
    entrances.append(
      Task {
        var (loaded, problems) = (Loaded(), [CommandProblem]())
        let before = panics
        await load(opened, &loaded, &problems)
        for problem in problems { publish.yield(.refused(problem, by: .door)) }
        // What a panic has silenced meanwhile does not come in after it.
        if panics == before { for stem in joining { join(stem) } }
      })
  }

  private func join(_ stem: StemIndex) {
    // Without samples nothing would be heard, and a solo of nothing is silence.
    guard deck.hasSamples(stem), let parts = keeper.entrance(of: stem, at: deck.moment) else { return }
    if deck.stems[stem.int].hold.isHeld {
      // While a pause holds it, it comes in unheard: its start would end the pause for it. Nobody is to be silenced by the
      // solo of a stem that is not heard.
      performAtOnce([parts[0], .pause(StemSelection([set[stem].id]), isOn: true, .now)], by: .door)
      return
    }
    let problems = performAtOnce(parts, by: .door)
    carryOut(keeper.hasEntered(stem, isRefused: !problems.isEmpty, at: deck.moment))
  }
}
