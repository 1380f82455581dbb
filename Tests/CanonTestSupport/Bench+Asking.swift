import CanonEngine

extension Bench {
  /// Makes a request, which is received on the first frame of the next ``run(_:periods:)``.
  public mutating func ask(
    _ request: StemRequest, _ stem: Int = 0, quantum: Quantum? = .loop, permitted: Bool = true
  ) {
    perform(.ask(request, quantum, permitted: permitted), stem)
  }

  /// Carries out one action of a performer or a driver; none of a stem that is not in the playing edition.
  public mutating func perform(_ action: RandomPerformance.Action, _ stem: Int = 0) {
    guard let place = ids.firstIndex(of: stem) ?? (action.isForAll ? 0 : nil) else { return }
    let index = StemIndex(place)
    let ticket: CommandTicket
    switch action {
    case .ask(let request, let quantum, let permitted):
      ticket = send(request, index, quantum, permitted)
    case .start(let quantum, let from):
      ticket = handle.start(testPermit(index, needed: needed), quantum: quantum, from: from, by: asker)
    case .gain(let gain, let quantum, let length):
      ticket = handle.setGain(gain, of: index, quantum: quantum, over: length, by: asker)
    case .pan(let pan, let quantum, let length):
      ticket = handle.setPan(pan, of: index, quantum: quantum, over: length, by: asker)
    case .solo(let mode, let quantum): ticket = handle.solo(mode, index, quantum: quantum, by: asker)
    case .master(let gain, let quantum, let length):
      ticket = handle.setMaster(gain, quantum: quantum, over: length, by: asker)
    case .hold(true, let quantum): ticket = handle.pause(index, quantum: quantum, by: asker)
    case .hold(false, let quantum): ticket = handle.resume(index, quantum: quantum, by: asker)
    case .holdAll(let isHeld, let quantum): ticket = handle.pauseAll(isHeld, quantum: quantum, by: asker)
    case .fade(.out, let quantum, let length):
      ticket = handle.fadeOut(index, quantum: quantum, over: length, by: asker)
    case .fade(.in, let quantum, let length):
      ticket = handle.fadeIn(testPermit(index, needed: needed), quantum: quantum, over: length, by: asker)
    case .panic: ticket = handle.panic(by: asker)
    case .faded(let level): ticket = handle.setFade(level, of: index, by: asker)
    case .asked: ticket = handle.markAsked(index, by: asker)
    case .supply(let supply): ticket = handle.supply(supply, of: index, by: asker)
    case .gap: ticket = handle.markGap(by: asker)
    case .samples(let number, let quantum):
      guard configuration.hasRoom(for: index, in: sounds[stem][number]) else { return }
      ticket = handle.setSamples(sounds[stem][number], of: index, quantum: quantum, by: asker)
    case .noSamples: ticket = handle.removeSamples(of: index, by: asker)
    case .open(true): ticket = handle.open(testPermit(index, needed: needed), by: asker)
    case .open(false): ticket = handle.close(index, by: asker)
    case .roll: ticket = handle.roll(by: asker)
    case .rollFrom(let place): ticket = handle.roll(from: place, by: asker)
    case .halt(let place): ticket = handle.halt(at: place, by: asker)
    case .clock(let clock):
      nextClock = clock
      return
    case .skip(let frames): ticket = handle.skip(frames, by: asker)
    case .seek(let target): ticket = handle.seek(target, by: asker)
    case .section(let section): ticket = handle.repeat(section, by: asker)
    case .cue(true): ticket = handle.cue(testPermit(index, needed: needed), by: asker)
    case .cue(false): ticket = handle.endCue(index, by: asker)
    case .click(let isOn): ticket = handle.click(isOn, by: asker)
    case .countIn(let bars): ticket = handle.countIn(bars: bars, by: asker)
    case .send(let bus, let gain): ticket = handle.send(index, to: bus, gain: gain, by: asker)
    case .edition(let number, let quantum): ticket = give(editions[number], quantum)
    case .lose(let frames):
      skip(frames)
      return
    case .askWhileOpen(let request, let quantum, let over):
      // Only a press finds its own quantum.
      let quantum = quantum ?? (request == .press ? nil : .now)
      ticket = handle.requestWhileOpen(
        request, index, needing: needed, quantum: quantum, fadingOver: over, by: asker)
    case .trigger(let frames, let request, let quantum):
      trigger(request, stem, quantum: quantum, after: frames)
      return
    case .triggerAgain(let frames):
      offerTrigger(after: frames)
      return
    case .endTriggers:
      endTriggers()
      return
    case .later(let frames, let action):
      handle.receipt = handle.clock.position + frames
      perform(action, stem)
      handle.receipt = nil
      return
    case .needing(let stems, let action):
      relied = stems
      perform(action, stem)
      relied = []
      return
    case .byDoor(let action):
      isDoors = true
      perform(action, stem)
      isDoors = false
      return
    case .revoke:
      // A trigger is received in the period for which it is made.
      let tickets = receipts.keys.filter { !$0.isOfTrigger }
      if let last = tickets.max(by: { $0.rawValue < $1.rawValue }) {
        handle.revoke(last.rawValue...last.rawValue, by: asker)
      }
      return
    }
    note(ticket, stem, action)
  }

  /// Ends every command that waits for its frame.
  public mutating func revokeAll() {
    let tickets = receipts.keys.map(\.rawValue)
    if let first = tickets.min(), let last = tickets.max() { handle.revoke(first...last, by: .input) }
  }

  private var asker: Asker { isDoors ? .door : .input }
  private var needed: [StemIndex] { relied.compactMap { ids.firstIndex(of: $0) }.map { StemIndex($0) } }

  private mutating func send(
    _ request: StemRequest, _ stem: StemIndex, _ asked: Quantum?, _ permitted: Bool
  ) -> CommandTicket {
    let quantum = asked ?? .now
    return switch request {
    case .start: handle.start(testPermit(stem, needed: needed), quantum: quantum, by: asker)
    case .unmute: handle.unmute(testPermit(stem, needed: needed), quantum: quantum, by: asker)
    case .press where permitted: handle.press(testPermit(stem, needed: needed), quantum: asked, by: asker)
    case .press: handle.pressTowardsSilence(stem, quantum: asked, by: asker)
    case .stop: handle.stop(stem, quantum: quantum, by: asker)
    case .mute: handle.mute(stem, quantum: quantum, by: asker)
    case .cancel: handle.cancel(stem, by: asker)
    }
  }
}

extension RandomPerformance.Action {
  var isSkip: Bool {
    switch self {
    case .skip, .lose: true
    default: false
    }
  }

  /// Whether the action concerns no single stem.
  public var isForAll: Bool {
    switch self {
    case .master, .holdAll, .panic, .gap, .roll, .rollFrom, .halt, .clock, .skip, .seek, .section, .click,
      .countIn,
      .edition, .lose, .revoke,
      .triggerAgain, .endTriggers:
      true
    case .later(_, let action), .needing(_, let action), .byDoor(let action): action.isForAll
    case .ask, .askWhileOpen, .start, .gain, .pan, .solo, .hold, .fade, .faded, .asked, .supply, .samples,
      .noSamples,
      .open, .cue, .send, .trigger:
      false
    }
  }
}
