import CanonEngine
import CanonStems

/// Sends commands to the engine. Nothing here suspends, so that the engine receives all commands of a scene on one frame.
extension Deck {
  /// Gives a command to the engine, stem by stem, as far as the gate allows.
  /// - Parameter loaded: The files that the command needs.
  /// - Returns: The reasons why it is refused for some or all stems; the others carry it out.
  func carryOut(
    _ command: ControlCommand, _ loaded: Loaded = Loaded(), by source: Asker, past keeper: inout Doorkeeper
  ) -> [CommandProblem] {
    var problems: [CommandProblem] = []
    do throws(CommandProblem) {
      for stem in try targets(of: command) {
        do throws(CommandProblem) {
          try carryOut(command, on: stem, loaded, by: source, past: &keeper)
        } catch {
          problems.append(error)
        }
      }
    } catch {
      problems.append(error)
    }
    return problems
  }

  /// The targets of a command: the stems of its selection; nil for a target that is not a stem.
  func targets(of command: ControlCommand) throws(CommandProblem) -> [StemIndex?] {
    switch command {
    case .gain(let selection, _, _) where selection.isMaster: return [nil]
    case .pause(nil, _, _), .panic, .seek, .gap, .section(.play), .freeze, .roll: return [nil]
    case .cue(let request): return try targets(of: request)
    case .pause(let selection?, _, _): return try selection.indices(in: played.set)
    case .fade(let selection, _, _): return try selection.indices(in: played.set, sparesBase: false)
    case .request(_, let selection, _, _), .gain(let selection, _, _), .pan(let selection, _, _),
      .solo(let selection?, _, _), .replace(let selection, _, _):
      // Nearly every command names one stem.
      if selection.isOne, let stem = played.index(of: selection.words[0]) { return [stem] }
      return try selection.indices(in: played.set)
    case .solo(nil, _, _):
      return stems.indices.filter { stems[$0].mayBeSoloed }.map(StemIndex.init)
    case .door(let id, _, _), .faded(let id, _), .asked(let id), .supply(let id, _):
      guard let stem = played.index(of: id) else { throw .unknownStem(id, known: set.stems.map(\.id)) }
      return [stem]
    case .skip, .reload, .playback, .piece, .next, .previous, .edition: return [nil]
    case .scene, .toggle, .undo, .begin, .left, .wait, .endWaiting, .record, .endRecording,
      .capture, .endCapture, .keep, .learn, .endLearning, .section, .mark, .unpair,
      .quit:
      return []
    }
  }

  private func carryOut(
    _ command: ControlCommand, on stem: StemIndex?, _ loaded: Loaded, by source: Asker,
    past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    guard let stem else {
      switch command {
      case .gain(_, let decibels, let fade): try setMaster(decibels, fade, by: source)
      case .skip(let frames): remember(handle?.skip(frames, by: source), command, by: source)
      case .pause(_, let isOn, let quantum): try pauseAll(isOn, quantum, by: source)
      case .seek(let place): try seek(place, by: source)
      case .gap: remember(handle?.markGap(by: source), command, by: source)
      case .section(.play(let span)): try play(span, by: source)
      case .cue(let request): try carryOut(request, on: nil, by: source, past: &keeper)
      case .freeze(let place):
        let frame = try place.map(frame(of:))
        remember(handle?.halt(at: frame, by: source), command, at: frame, by: source)
      case .roll(let place):
        let frame = try place.map(frame(of:))
        remember(handle?.roll(from: frame, by: source), command, at: frame, by: source)
      case .panic: remember(handle?.panic(by: source), command, by: source)
      case .reload, .playback, .piece, .next, .previous, .edition:
        if let next = loaded.edition {
          try handOver(to: next, command.quantum ?? .loop, by: source, past: &keeper)
        }
      case .request, .pan, .solo, .fade, .scene, .toggle, .undo, .replace, .begin, .door,
        .faded, .asked, .supply, .left, .wait, .endWaiting, .record, .endRecording, .capture, .endCapture,
        .keep,
        .learn, .endLearning, .section, .mark, .unpair,
        .quit:
        break
      }
      return
    }
    switch command {
    case .request(let request, _, let quantum, let from):
      if loaded.failed.contains(stem) { return }
      try ask(request, stem, quantum, from: from, by: source, past: &keeper)
    case .gain(let selection, let decibels, let fade):
      try setGain(selection.isOne ? selection : only(stem), of: stem, decibels, fade, by: source)
    case .pan(let selection, let pan, let fade):
      try setPan(selection.isOne ? selection : only(stem), of: stem, pan, fade, by: source)
    case .solo(_, let mode, let quantum): try solo(stem, mode, quantum, by: source)
    case .pause(_, let isOn, let quantum): try pause(stem, isOn, quantum, by: source)
    case .cue(let request):
      if loaded.failed.contains(stem) { return }
      try carryOut(request, on: stem, by: source, past: &keeper)
    case .fade(_, let direction, let fade):
      if loaded.failed.contains(stem) { return }
      try self.fade(stem, direction, fade, by: source, past: &keeper)
    case .replace(_, _, let quantum):
      if let new = loaded.replacements[stem] { try replace(stem, new, quantum, by: source, past: &keeper) }
    case .door(_, isOpen: true, _): try open(stem, past: &keeper)
    case .door(_, isOpen: false, nil): shut(stem, past: keeper)
    case .door(_, isOpen: false, let quantum?):
      try ask(.stop, stem, quantum, from: nil, by: .door, past: &keeper)
    case .faded(_, let level): setFade(stem, level, by: source)
    case .asked: remember(handle?.markAsked(stem, by: source), command, of: stem, by: source)
    case .supply(_, let supply):
      remember(handle?.supply(supply, of: stem, by: source), command, of: stem, by: source)
    case .gap, .panic, .scene, .next, .previous, .toggle, .undo, .skip, .seek, .freeze, .roll, .begin, .left,
      .wait,
      .endWaiting, .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture, .keep,
      .learn,
      .endLearning, .section, .mark, .unpair, .quit:
      break
    }
  }

  private func play(_ span: SectionSpan?, by source: Asker) throws(CommandProblem) {
    guard let grid, let sampleRate else { return }
    let frame = isStanding ? reached : present
    let section = try span?.section(grid: grid, sampleRate: sampleRate, at: frame - origins[frame])
    if let span, let section, source.isSomebody,
      sampleRate.seconds(section.until - section.from) < SectionSpan.shortest
    {
      throw span.problem(grid, sampleRate)
    }
    // A journal has the places themselves. Another engine, which may have another rate, reads the words again.
    let given = isAway ? span : section.map(SectionSpan.init)
    remember(handle?.repeat(section, by: source), .section(.play(given)), by: source)
  }

  private func seek(_ place: SeekPlace, by source: Asker) throws(CommandProblem) {
    guard let grid, let sampleRate else { return }
    guard let target = place.target(grid: grid, sampleRate: sampleRate) else { throw .noSuchPlace(place) }
    remember(handle?.seek(target, by: source), .seek(place), by: source)
  }

  /// The position of a place in the music; nil if there is no such place.
  func position(of place: ScoreTime) -> FramePosition? {
    guard let grid, let sampleRate else { return nil }
    return CommandTime.at(place).frame(grid: grid, sampleRate: sampleRate, now: 0)
  }

  private func frame(of place: ScoreTime) throws(CommandProblem) -> FramePosition {
    guard let frame = position(of: place) else { throw .noSuchPlace(.to(place)) }
    return frame
  }

  // MARK: - Requests

  /// Gives a request to the engine, with a permit of the gate if it may lead to sound.
  private func ask(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, from: FramePosition?, by source: Asker,
    past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    if request == .press { return try press(stem, quantum, by: source, past: &keeper) }
    let quantum = quantum ?? played.set.stems[stem.int].quanta.quantum(of: request)
    try check(quantum)
    let needed = try checkDoorsStop(request, stem, quantum, by: source, past: &keeper)
    let ticket: CommandTicket?
    switch request {
    case .start, .unmute:
      if let frame = handle?.receipt {
        let needed = try keeper.needs(of: stem, on: frame, at: moment)
        ticket = handle?.requestWhileOpen(
          request, stem, needing: needed, quantum: quantum, from: from, by: source)
      } else {
        let permit = try keeper.permit(for: stem, at: moment)
        ticket =
          request == .start
          ? handle?.start(permit, quantum: quantum, from: from, by: source)
          : handle?.unmute(permit, quantum: quantum, by: source)
      }
    case .stop: ticket = handle?.stop(stem, quantum: quantum, needing: needed, by: source)
    case .mute: ticket = handle?.mute(stem, quantum: quantum, needing: needed, by: source)
    case .cancel: ticket = handle?.cancel(stem, needing: needed, by: source)
    case .press: ticket = nil
    }
    remember(ticket, request, stem, request == .cancel ? nil : quantum, from: from, by: source)
  }

  /// Gives a press to the engine. Its effect, and its boundary if it names none, depend on the stem's status on the frame of
  /// receipt. A shut door prevents a press that leads to sound, but not one that leads to silence.
  private func press(
    _ stem: StemIndex, _ quantum: Quantum?, by source: Asker, past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    if let quantum { try check(quantum) }
    // The permit has what the door needs.
    _ = try checkDoorsStop(.press, stem, quantum, by: source, past: &keeper)
    let ticket: CommandTicket?
    if let frame = handle?.receipt {
      // Behind a door that will be shut it can only lead to silence.
      let needed = try? keeper.needs(of: stem, on: frame, at: moment)
      ticket =
        needed == nil
        ? handle?.pressTowardsSilence(stem, quantum: quantum, by: source)
        : handle?.requestWhileOpen(.press, stem, needing: needed ?? [], quantum: quantum, by: source)
    } else if let refusal = keeper.refusal(of: stem, at: moment) {
      // The engine refuses a press that would lead to sound. If that is known already, it is reported at once.
      if pressWouldSound(stem) { throw .locked(refusal) }
      ticket = handle?.pressTowardsSilence(stem, quantum: quantum, by: source)
    } else {
      let permit = try keeper.permit(for: stem, at: moment)
      ticket = handle?.press(permit, quantum: quantum, by: source)
    }
    remember(ticket, .press, stem, quantum, from: nil, by: source)
  }

  /// Whether a press is known to turn silence into sound, which it is not while another request is unanswered.
  private func pressWouldSound(_ stem: StemIndex) -> Bool {
    !sent.contains { $0.stem == stem && $0.isRequested && $0.isRequest }
      && stems[stem.int].status.needsPermit(for: .press, secondPress: set.secondPress)
  }

  /// Refuses requests that would delay a stop requested by a shut door. The stem may be silenced sooner.
  /// - Returns: The stems that the door needs, if it is open again and the request would delay its stop. What one of them is about to do is
  ///   perhaps on its way, so that the engine looks at them too.
  func checkDoorsStop(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, by source: Asker,
    past keeper: inout Doorkeeper
  ) throws(CommandProblem) -> [StemIndex] {
    let status = stems[stem.int].status
    guard isSentDoorsStop(stem) || (status.pending?.by == .door && status.next == .stop) else { return [] }
    if source == .door {
      if request != .cancel { return [] }
    } else {
      if quantum == .now, request == .stop || request == .mute { return [] }
      if let refusal = keeper.refusal(of: stem, at: moment) { throw .locked(refusal) }
    }
    return (try? keeper.needs(of: stem, on: handle?.receipt ?? moment.position, at: moment)) ?? []
  }

  /// Whether the engine has yet to answer the stop that the stem's shut door has requested.
  func isSentDoorsStop(_ stem: StemIndex) -> Bool {
    sent.contains { $0.stem == stem && $0.by == .door && $0.isRequested && $0.isStop }
  }

  /// Refuses a quantum that the set's grid does not have, which would silently become another one.
  func check(_ quantum: Quantum) throws(CommandProblem) {
    guard let grid else { return }
    if quantum.unit == .beat && grid.beatsPerLoop == 0 { throw .noGrid(quantum) }
    if quantum.unit == .bar && grid.barsPerLoop == 0 { throw .noGrid(quantum) }
  }

  private func remember(
    _ ticket: CommandTicket?, _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?,
    from: FramePosition?, by source: Asker
  ) {
    let command = ControlCommand.request(request, only(stem), quantum, from: from)
    remember(ticket, command, of: stem, by: source)
  }
}

extension QuantumDefaults {
  /// The stem's own quantum for a request that names none. The engine chooses that of a press
  /// (``ofPress(_:)``).
  func quantum(of request: StemRequest) -> Quantum {
    switch request {
    case .start: start
    case .stop: stop
    case .mute: mute
    case .unmute: unmute
    case .press, .cancel: .now
    }
  }
}
