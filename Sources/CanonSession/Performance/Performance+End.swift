import CanonEngine
import CanonStems

/// The end of a performance.
extension Performance {
  /// Ends the performance: refuses the commands that still wait for an answer, writes the last line of the journal and the
  /// memory of the doors, and ends the stream of events.
  /// - Parameters:
  ///   - patience: The longest wait for the disk on which the memory of the doors is kept.
  ///   - progress: Called before the wait for each sound that has yet to be recorded, with its longest duration, and after the last
  ///     one with nil.
  public func finish(
    patience: Duration = .seconds(1), progress: @Sendable (Duration?) -> Void = { _ in }
  ) async {
    pump()
    hasEnded = true
    giveUpLate()
    let sent = Set(deck.sent.filter { $0.by.isSomebody && $0.receipt == nil }.map(\.step))
    let waiting = early.count + again.count { $0.by.isSomebody } + sent.count
    if waiting > 0 { note(.neverReceived(waiting)) }
    receipts.endAll()
    await settleCapture()
    if let end = deck.clock?.position { scribe.record(.quit, at: end) }
    await settleSounds { [longestSound] in progress(longestSound) }
    progress(nil)
    let disk = scribe.disk
    scribe.end()
    await disk?.settle(patience: patience)
    tellOfJournal()
    if schedule != nil, deck.clock != nil, let memory = keeper.clock.keeper {
      keeper.clock.keepLatest()
      if await !memory.settle(patience: patience) { publish.yield(.note(.notKeptInTime)) }
    }
    // Last: what a slow disk or a long file delays is nothing but the recording.
    if recorder.wasUsed {
      progress(Self.longestDrain)
      await recorder.end()
      progress(Self.longestConversion)
      await recorder.settle()
      progress(nil)
    }
    publish.finish()
  }
}
