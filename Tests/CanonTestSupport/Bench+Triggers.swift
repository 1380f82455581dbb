import CanonEngine

/// What the bench does as a driver that reads the events of pads.
extension Bench {
  /// A trigger as control has made it, with what control knew then.
  struct MadeTrigger {
    let trigger: Trigger
    let stem: Int
    let action: RandomPerformance.Action
    let edition: Int
    let endings: Int
  }

  /// Makes a trigger for the playing edition, and offers it.
  mutating func trigger(_ request: StemRequest, _ stem: Int, quantum: Quantum?, after frames: FrameCount) {
    guard let place = ids.firstIndex(of: stem) else { return }
    // Only a press finds its own quantum.
    let quantum = quantum ?? (request == .press ? nil : .now)
    let trigger = handle.trigger(request, StemIndex(place), quantum: quantum, by: .input)
    madeTrigger = MadeTrigger(
      trigger: trigger, stem: stem, action: .askWhileOpen(request, quantum), edition: editionCount,
      endings: endingCount)
    offerTrigger(after: frames)
  }

  /// Offers the last trigger that was made, as a driver does whose table is an old one.
  mutating func offerTrigger(after frames: FrameCount) {
    guard let made = madeTrigger else { return }
    let frame = handle.clock.position
    let isTaken = engine.take(made.trigger, after: Int32(frames))
    offers.append(
      TriggerOffer(
        place: events.count, frame: frame, stem: made.stem, action: made.action, at: frame + frames,
        edition: made.edition, hasEnded: made.endings < endingCount, isTaken: isTaken))
  }

  mutating func endTriggers() {
    handle.endTriggers()
    endingCount += 1
  }
}
