import CanonEngine
import CanonStems

/// Long stems, of which a few seconds are in memory.
extension Performance {
  /// Holds samples that are read from now on as is said, unless the set is to be read strictly: then all of them are there before the music plays.
  public func holdSamples(_ holding: SampleHolding) { held = holding }

  var holding: SampleHolding { self.set.policy == .strict ? .whole : held }

  /// Waits for the samples that stems read where a command leads, so that they are not silent there until the next bar. Commands that lead somewhere keep
  /// their order.
  func awaitSamples(for command: ControlCommand) async {
    guard let target = goal(of: command) else { return }
    let end = ContinuousClock.now + longestLead
    lastLead += 1
    let number = lastLead
    leads.append(number)
    defer { leads.removeAll { $0 == number } }
    while leads.first != number {
      try? await Task.sleep(for: .milliseconds(2))
      if Task.isCancelled { return }
    }
    if !deck.expect(target) { return }
    while !deck.hasExpected, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Waits for the samples that a stem would read now, before the engine is given them: it may start at once.
  func awaitSamples(of buffer: StemBuffer, for stem: StemIndex) async {
    guard deck.isLive, deck.stems.indices.contains(stem.int), deck.expect(buffer, of: stem) else { return }
    let end = ContinuousClock.now + longestLead
    while buffer.window?.hasExpected == false, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Waits for the samples that stems would read now, before the engine is given them: for all of them no longer than for one.
  func awaitSamples(of loaded: [LoadedStem]) async {
    if deck.isLive { await awaitSamples(of: loaded, at: nil) }
  }

  /// Waits for the samples that stems read when a new engine goes on at a place in the music; nil for where that is now.
  func awaitSamples(of loaded: [LoadedStem], at place: FramePosition?) async {
    let windows = loaded.filter {
      deck.stems.indices.contains($0.index.int) && deck.expect($0.buffer, of: $0.index, at: place)
    }
    if windows.isEmpty { return }
    let end = ContinuousClock.now + longestLead
    while !windows.allSatisfy({ $0.buffer.window?.hasExpected == true }), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(2))
      if Task.isCancelled { return }
    }
  }

  /// The place in the music where an evening goes on now.
  func placeNow(of evening: Evening, at rate: SampleRate) -> FramePosition {
    let (position, passed) = evening.place(at: keeper.now(at: 0), rate)
    let origin = evening.music.origin.scaled(from: evening.music.rate, to: rate)
    return position - origin + (evening.music.halt == .stands ? 0 : passed)
  }

  /// The place in the music by now, on the clock of the next engine.
  func presentPlace(from old: SampleRate, to new: SampleRate) -> FramePosition {
    let frame = deck.isStanding ? deck.position : deck.present
    return (frame - deck.origins.last).scaled(from: old, to: new)
  }

  /// Lets samples come where a command leads that is given half a second before its frame.
  func expectSamples(for command: ControlCommand) {
    if let target = goal(of: command) { _ = deck.expect(target) }
  }

  /// Where a command leads at once; nil if it leads nowhere, if the engine knows of it in time, or while no period gives memory back.
  private func goal(of command: ControlCommand) -> SeekTarget? {
    guard deck.isLive, !deck.isAway, let grid = deck.grid, let rate = deck.sampleRate else { return nil }
    switch command {
    case .seek(let place): return place.target(grid: grid, sampleRate: rate)
    case .roll(let place?): return deck.position(of: place).map(SeekTarget.to)
    case .section(.goTo(.mark(let number), _)): return (try? marks.mark(number)).map { .to($0.place) }
    case .section(.goTo(.named(let name), _)):
      return Int(name).flatMap { try? marks.mark($0) }.map { .to($0.place) }
    default: return nil
    }
  }
}
