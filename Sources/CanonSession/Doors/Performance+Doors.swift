import CanonEngine
import CanonSchedule

/// The doors of a running performance.
extension Performance {
  /// Lets doors open and shut by themselves from now on. Must be called before the first engine is made.
  /// - Parameter journal: The header of the journal being rendered, if there is one: it has the commands that doors gave.
  public func watchDoors(replaying journal: JournalHeader? = nil) { keeper.watch(replaying: journal) }

  /// Begins to watch doors: later changes count as openings and closings.
  func beginWatching() { keeper.beginWatching(at: deck.moment) }

  func lookAtDoors() {
    // A stem that joins does so on a boundary, and on frame 0 is everyone.
    if arriving != nil { return }
    // Whether a look can find anything, by two parts of the doorkeeper where they are: a copy of all of it would cost each command more.
    if keeper.isScheduled || !keeper.past.rituals.isEmpty { judgeDoors() }
    dropLockedOfWaitingPiece()
  }

  private func judgeDoors() {
    let before = keeper.past.nextChange
    let actions = keeper.look(at: deck.moment)
    let number = program.number
    // If another program comes meanwhile, the rest is about the stems of this one; the next look judges again.
    for action in actions where program.number == number { carryOut([action]) }
    let hasChanged =
      keeper.past.nextChange != before || actions.contains { if case .tell = $0 { true } else { false } }
    if hasChanged, !waiting.entries.isEmpty { judgeWaiting() }
  }

  /// Checks the doors and waits until stems that join have started. The result limits how far a rendering may continue.
  public func settle() async -> Outlook {
    pump()
    await awaitEntrances()
    let moment = deck.moment
    return Outlook(
      hasSent: moment.hasSent,
      nextLook: min(
        keeper.nextChange(at: moment) ?? .max, keeper.nextRitualEnd(at: moment) ?? .max, waiting.nextFrame,
        nextSectionFrame))
  }

  /// Waits until the stems whose doors have opened are loaded, and those that join have started.
  func awaitEntrances() async {
    while let task = entrances.first {
      await task.value
      if !entrances.isEmpty { entrances.removeFirst() }
    }
  }

  /// How far a rendering may continue without consulting the performance again, so that doors act on the same frames with
  /// every period.
  public struct Outlook: Sendable {
    /// Whether commands are unanswered, which the engine must receive on this very frame.
    public let hasSent: Bool
    /// The frame on which a door changes by date, or on which the end of a ritual must be requested, or a command has
    /// waited for, or the music comes to a section; `.max` for none.
    public let nextLook: FramePosition
  }

  /// Loads stems whose doors have opened, and then starts those that join.
  func letIn(_ opened: [StemIndex], joining: [StemIndex]) {
    if opened.isEmpty { return }
    // A live performance does not wait for these tasks, so old ones are dropped.
    if entrances.count > 256 { entrances.removeFirst(128) }
    let (ids, joiningIDs) = (opened.map { set[$0].id }, joining.map { set[$0].id })
    entrances.append(
      Task {
        let before = interruptions.panics
        var problems: [CommandProblem] = []
        var number: Int
        repeat {
          // The stems have other numbers if the set is read again meanwhile.
          var loaded = Loaded()
          (number, problems) = (program.number, [])
          await load(ids.compactMap(set.index), &loaded, &problems)
        } while number != program.number
        for problem in problems where problem != .outOfDate { publish.yield(.refused(problem, by: .door)) }
        // What the next edition will read is let in when that plays, and what still has old samples once it is silent.
        let later = ids.compactMap(set.index).filter {
          keeper.next?.unread.contains($0) == true || deck.stems[$0.int].hasOldSamples
        }
        keeper.past.openedBefore.formUnion(later.filter { !deck.hasSamples($0) })
        // After a panic in the meantime, the stems do not join.
        if interruptions.panics == before { for stem in joiningIDs.compactMap(set.index) { join(stem) } }
      })
  }

  private func join(_ stem: StemIndex) {
    // A stem without samples would not be heard, and its solo would silence everything else.
    guard deck.hasSamples(stem), let parts = keeper.entrance(of: stem, at: deck.moment) else { return }
    if deck.stems[stem.int].hold.isHeld {
      // A held stem joins unheard: it is paused again, because its start ends the pause. It gets no solo, which would
      // silence the others for a stem that is not heard.
      performAtOnce([parts[0], .pause(StemSelection([set[stem].id]), isOn: true, .now)], by: .door)
      return
    }
    let problems = performAtOnce(parts, by: .door)
    carryOut(keeper.hasEntered(stem, isRefused: !problems.isEmpty, at: deck.moment))
  }
}
