import CanonEngine

/// The heartbeat: what is done again and again, whatever drivers and surfaces do.
extension Performance {
  /// The heartbeat of a live performance: calls ``pump()`` whenever something is due, a hundred times a second while an event is
  /// expected, and once a second while nothing sounds and nothing is under way. It does not depend on the driver, and ends when the
  /// task is cancelled.
  public func beat() async {
    deck.isLive = true
    while !Task.isCancelled {
      pump()
      writeEvening()
      let pause = nextLook(at: .now).pause
      if pause <= Pace.steady.longestPause {
        try? await Task.sleep(for: pause)
      } else {
        isResting = true
        await bell.wait(atMost: pause)
        isResting = false
      }
    }
  }

  /// Something has happened from which more may follow: the heartbeat is quick for a while.
  func stir(at now: ContinuousClock.Instant = .now) {
    guard deck.isLive else { return }
    stirredAt = now
    if isResting {
      bell.ring()
      driverBell.ring()
    }
  }

  /// Reads the engine's events, and sends waiting commands. Live, ``beat()`` calls it; a rendering calls it after
  /// every period. The audio thread must not wake other threads.
  public func pump() {
    // What the engine has said tells where the music was on this frame.
    let frame = deck.position
    readEvents()
    arrive()
    lookAtDoors()
    lookAtSections(on: frame)
    _ = deck.send()
    if deck.isLive {
      deck.expectReturn()
      giveWaiting()
      endPieceIfDue()
      keepMasterLevels()
    }
    askAgain()
    scribe.tryAgain()
    tellOfJournal()
  }

  func readEvents() {
    // Most looks find none.
    if var actions = deck.readNext() {
      // The lines of a journal are written once for all events, and what they tell is passed on at once. Nothing suspends meanwhile.
      scribe.gather()
      publish.gather()
      stir()
      while true {
        carryOut(actions)
        guard let next = deck.readNext() else { break }
        actions = next
      }
      scribe.writeGathered()
      publish.passOn()
    }
    if deck.editions.isEmpty { keeper.next = nil }
    if !outdated.isEmpty { giveOutdated() }
    deck.reach()
  }

  func tellOfJournal() {
    for news in scribe.drainNews() { note(.journal(news)) }
  }

  /// Reads the answers to the commands just sent, without waiting for the next heartbeat.
  func readAnswersSoon() {
    guard !readsAnswers, !deck.sent.isEmpty else { return }
    readsAnswers = true
    Task {
      var vain = 0
      while vain < 20, let oldest = deck.sent.first?.ticket {
        // The engine answers in its next period, which is short or long.
        try? await Task.sleep(for: .milliseconds(vain < 5 ? 1 : 5))
        // Something else may have read them meanwhile.
        if !deck.sent.isEmpty { pump() }
        vain = deck.sent.first?.ticket == oldest ? vain + 1 : 0
      }
      readsAnswers = false
    }
  }

  /// Whether the commands that were given before the clock started wait for an evening to be restored.
  private var isHoldingEarly: Bool { isBeginning && isResumed && arriving == nil }

  /// Drops the commands that are to be given again to a new engine.
  func dropAgain() {
    receipts.drop(again.compactMap(\.batch))
    again = []
  }

  /// Gives waiting commands again once a new engine's clock has left frame 0.
  private func askAgain() {
    guard !isAskingAgain, deck.position > 0, !again.isEmpty || isHoldingEarly else { return }
    isAskingAgain = true
    Task {
      // Commands that are left when yet another engine replaces this one wait for its clock.
      while !again.isEmpty, deck.position > 0 {
        let next = again.removeFirst()
        asking = next
        let problems = await perform(rejoining(next), by: next.by, batch: next.batch, as: .restoration)
        asking = nil
        receipts.settle(next.batch, adding: problems)
      }
      if isHoldingEarly, again.isEmpty { await performEarly() }
      isAskingAgain = false
    }
  }
}
