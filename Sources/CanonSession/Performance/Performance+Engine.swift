import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// The engine of a performance, and the next one where a server comes back with another rate.
extension Performance {
  /// Makes the engine for a driver: loads every stem whose door is open, and lets the base start with the clock.
  ///
  /// A second call (the server came back at another rate) makes a new engine and restores the performance in it, all at
  /// frame 0; the driver then moves the clock to its position. The old engine must not run any more; if this throws, it
  /// stays in place. A stem that cannot be read again continues with its old samples; if there are none, only that stem is
  /// silent.
  /// - Parameter rate: The sample rate of the server, or of the rendered file.
  public func makeEngine(at rate: SampleRate) async throws -> Engine {
    // The old engine does not run any more, so that no other edition comes from here on.
    readEvents()
    let unread = stopReadingLate()
    do {
      return try await makeEngine(at: rate, unread)
    } catch {
      beginLate(unread)
      readLate()
      throw error
    }
  }

  /// - Parameter unread: The stems that the old engine has not got.
  private func makeEngine(at rate: SampleRate, _ unread: [StemIndex]) async throws -> Engine {
    if beginsBeforeAllIsRead { await readHeaders() }
    let configuration = try set.engineConfiguration(
      timing: program.timing, at: rate, after: deck.configuration, buses: deck.buses)
    beginWatching()
    if let resuming { expect(resuming) }
    let (loaded, rest, silent) = try await loadAll(at: rate, configuration)
    let replaced = await loadReplacements(at: rate, configuration)
    // Reads the old engine's last events while its part of the journal is open. Nothing suspends from here on, so that no
    // command comes in between.
    readEvents()
    carryOut(deck.panicUnanswered())
    deck.catchUp()
    record(unread: unread)
    try scribe.begin(
      at: rate, loop: configuration.grid.loop, played: keeper.now(at: deck.position),
      memory: keeper.clock.memory, program: program.number, program.text,
      after: deck.clock?.position)
    scribe.record(unreadable: silent, in: program.number)
    tellOfJournal()

    let parts = EngineParts(configuration)
    let engine = parts.engine
    let (oldRate, position, origin) = (deck.sampleRate, deck.position, deck.origins.last)
    let place =
      resuming.map { placeNow(of: $0, at: rate) } ?? oldRate.map { presentPlace(from: $0, to: rate) }
    let (master, masterLevel) = (deck.masterSetting, deck.masterLevel(at: position))
    let (editions, halt, section) = (deck.editionsAgain, deck.halt, deck.section)
    let (cue, hasGap) = (deck.cue, deck.keepsGap)
    let evening = resuming.take()
    (self.place, reached) = (nil, nil)
    let (stems, unanswered) = deck.begin(
      parts.handle, configuration, at: rate, loaded, isResumed: evening != nil)
    reorderOutputs(keepsLast: false)
    receipts.putOffAll()
    log.giveUpAnswers()
    beginLate(rest)
    tellIfUnlocked(loaded)
    for stem in set.stems.indices { keeper.giveFile(nil, to: StemIndex(stem), at: deck.moment) }
    (playing, playingClick) = ([:], [])
    playsClick()
    plays(
      loaded.map { PlayedSound(set[$0.index], $0) }
        + replaced.map { PlayedSound(set[$0], $1.sound, file: $1.name) })
    for stem in loaded {
      stamps[set[stem.index].id] = stem.stamp
      deck.tellOpen(stem.index, past: &keeper)
    }
    startBases()
    for (stem, other) in replaced where stems.isEmpty || stems[stem.int].file.value == other.name {
      try? deck.replace(stem, other, .now, by: .recovery, past: &keeper)
      deck.stems[stem.int].restore(.replace(StemSelection([set[stem].id]), file: other.name, .now))
    }
    keeper.moveRituals(from: oldRate, to: rate)
    if let oldRate {
      moveWaiting(from: oldRate, to: rate)
      marks.move { $0.scaled(from: oldRate, to: rate) }
      sections.restore()
      pieces.restore()
      let before = Restoration.Before(
        stems: stems, unanswered: unanswered, master: master, masterLevel: masterLevel, rate: oldRate,
        position: position, origin: origin, hasGap: hasGap, section: section, cue: cue, halt: halt)
      restore(Music(before, in: set), at: rate)
      again += editions
      receipts.beginAgain((again + [asking].compactMap(\.self)).compactMap(\.batch))
    }
    if let evening { restore(evening, at: rate) }
    // What waits for the engine joins on the first downbeat.
    if arriving == nil { carryOut(keeper.lookAfterWaiting(at: deck.moment)) }
    if let place { await awaitSamples(of: loaded, at: place) }
    if oldRate == nil { await awaitEntrances() }
    try await record(from: rate)
    return engine
  }

  /// Restores music in a new engine.
  func restore(_ music: Music, at rate: SampleRate) {
    let moment = deck.moment
    let plan = Restoration(
      of: music, in: set, isOpen: { keeper.isOpen($0, beside: $1, at: moment) }, at: rate)
    // A stem without samples would play unheard, and its solo would silence everything else.
    var refused = Set(set.stems.indices.map(StemIndex.init).filter(isUnreadable))
    for step in plan.steps where step.stem.map({ !refused.contains($0) }) ?? true {
      let problems = step.command.map { deck.carryOut($0, by: step.by, past: &keeper) } ?? []
      for problem in problems { publish.yield(.refused(problem, by: .recovery)) }
      if problems.isEmpty {
        deck.show(step)
      } else if let stem = step.stem {
        refused.insert(stem)
      }
    }
    // Doors that need what plays again are open now: what follow actions ask until the clock is in place counts.
    for stem in set.stems.indices { deck.tellOpen(StemIndex(stem), past: &keeper) }
    again += plan.again
  }

  /// Tells people once that memory is not locked.
  func tellIfUnlocked(_ stems: [LoadedStem]) {
    guard !hasSaidUnlocked, stems.contains(where: { !$0.isLocked }) else { return }
    hasSaidUnlocked = true
    note(.notLocked)
  }

  private func startBases() {
    for stem in set.bases {
      do throws(CommandProblem) {
        try deck.startBase(stem, past: &keeper)
      } catch {
        publish.yield(.refused(error, by: .clock))
      }
    }
  }
}
