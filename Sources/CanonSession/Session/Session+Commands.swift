import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

extension Session {
  /// Carries a command out, as far as it may be. What is refused is published as an event, with the reason, and
  /// changes nothing; with `all`, a glob or a scene the other stems go on.
  /// - Returns: The problems, for callers that must know (an exit status).
  @discardableResult
  public func perform(_ command: ControlCommand, by source: Asker) async -> [CommandProblem] {
    await perform([command], by: source)
  }

  /// Carries several out on one frame.
  @discardableResult
  func perform(
    _ commands: [ControlCommand], by source: Asker, batch: Int? = nil
  ) async -> [CommandProblem] {
    var problems: [CommandProblem] = []
    var loaded = Loaded()
    var parts: [ControlCommand] = []
    do throws(CommandProblem) {
      for command in commands { parts += try self.parts(of: command) }
      // What comes from files is read first.
      for part in parts { await prepare(part, &loaded, &problems) }
    } catch {
      problems.append(error)
      parts = []
    }
    // A door that has opened is noted, with its time, before what it lets through.
    lookAtDoors()
    claiming = batch
    carryOut(parts, loaded, by: source, &problems)
    claiming = nil
    if source.isSomebody { readAnswersSoon() }
    if isAway && problems.isEmpty && source.isSomebody {
      noteLater(commands.map(\.description).joined(separator: "; "))
    }
    for problem in problems { publish.yield(.refused(problem, by: source)) }
    return problems
  }

  /// Carries out, at once, what needs nothing from files.
  @discardableResult
  func performAtOnce(_ commands: [ControlCommand], by source: Asker) -> [CommandProblem] {
    var problems: [CommandProblem] = []
    carryOut(commands, Loaded(), by: source, &problems)
    for problem in problems { publish.yield(.refused(problem, by: source)) }
    return problems
  }

  /// Nothing is awaited here, so that the engine receives all of a scene on one frame.
  private func carryOut(
    _ parts: [ControlCommand], _ loaded: Loaded, by source: Asker, _ problems: inout [CommandProblem]
  ) {
    for part in parts { carryOut(part, loaded, by: source, &problems) }
    if !send() { problems.append(.busy) }
  }

  func parts(of command: ControlCommand) throws(CommandProblem) -> [ControlCommand] {
    guard case .scene(let name, let quantum) = command else { return [command] }
    guard let scene = scenes.first(where: { $0.id == name }) else {
      throw .unknownScene(name, known: scenes.map(\.id))
    }
    if let quantum, quantum.unit == .stem { throw .notOfAScene(quantum) }
    return scene.parts(on: quantum)
  }

  private func carryOut(
    _ command: ControlCommand, _ loaded: Loaded, by source: Asker, _ problems: inout [CommandProblem]
  ) {
    func each(_ selection: StemSelection, _ body: (StemIndex) throws(CommandProblem) -> Void) {
      do throws(CommandProblem) {
        for stem in try resolve(selection) {
          do throws(CommandProblem) { try body(stem) } catch { problems.append(error) }
        }
      } catch {
        problems.append(error)
      }
    }
    switch command {
    case .request(let request, let selection, let quantum, let from):
      each(selection) { (stem) throws(CommandProblem) in
        if loaded.failed.contains(stem) { return }
        try ask(request, stem, quantum, from: from, by: source)
      }
    case .gain(let selection, let decibels, let fade) where selection.isMaster:
      do throws(CommandProblem) { try setMaster(decibels, fade, by: source) } catch { problems.append(error) }
    case .gain(let selection, let decibels, let fade):
      each(selection) { (stem) throws(CommandProblem) in
        try setGain(stem, decibels, fade, by: source)
      }
    case .pan(let selection, let pan, let fade):
      each(selection) { (stem) throws(CommandProblem) in
        try setPan(stem, pan, fade, by: source)
      }
    case .solo(let selection?, let mode, let quantum):
      each(selection) { (stem) throws(CommandProblem) in try solo(stem, mode, quantum, by: source) }
    case .solo(nil, let mode, let quantum):
      for index in stems.indices where stems[index].mayBeSoloed(at: position) {
        do throws(CommandProblem) {
          try solo(StemIndex(index), mode, quantum, by: source)
        } catch {
          problems.append(error)
        }
      }
    case .replace(let selection, _, let quantum):
      each(selection) { (stem) throws(CommandProblem) in
        if let new = loaded.replacements[stem] { try replace(stem, new, quantum, by: source) }
      }
    case .skip(let frames):
      if let ticket = handle?.skip(frames, by: source) { remember(ticket, command, by: source) }
    case .door(let id, let isOpen):
      do throws(CommandProblem) { try follow(id, isOpen: isOpen) } catch { problems.append(error) }
    case .scene, .quit: break
    }
  }

  /// The stems that a selection means (``StemSelection/indices(in:mayBeMaster:)``).
  func resolve(_ selection: StemSelection) throws(CommandProblem) -> [StemIndex] {
    try selection.indices(in: set)
  }

  // MARK: - Requests

  /// Asks the gate where sound may follow, then the engine.
  private func ask(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, from: FramePosition?,
    by source: Asker
  ) throws(CommandProblem) {
    if request == .press { return try press(stem, quantum, by: source) }
    let quantum = quantum ?? defaultQuantum(request, stem)
    try check(quantum)
    try checkDoorsStop(request, stem, quantum, by: source)
    let ticket: CommandTicket?
    switch request {
    case .start:
      // The gate is asked first: it looks at the engine's clock, which a call of the handle holds for itself.
      let permit = try permit(for: stem)
      ticket = handle?.start(permit, quantum: quantum, from: from, by: source)
    case .unmute:
      let permit = try permit(for: stem)
      ticket = handle?.unmute(permit, quantum: quantum, by: source)
    case .stop: ticket = handle?.stop(stem, quantum: quantum, by: source)
    case .mute: ticket = handle?.mute(stem, quantum: quantum, by: source)
    case .cancel: ticket = handle?.cancel(stem, by: source)
    case .press: ticket = nil
    }
    let written = request == .cancel ? nil : quantum
    if let ticket {
      let command = ControlCommand.request(request, StemSelection([set[stem].id]), written, from: from)
      remember(ticket, command, of: stem, by: source)
    }
  }

  /// What a press leads to, and on which boundary if it does not say, depends on what the stem does on the frame on which
  /// the engine receives it. A shut door hinders what leads to sound, not what leads to silence.
  private func press(
    _ stem: StemIndex, _ quantum: Quantum?, by source: Asker
  ) throws(CommandProblem) {
    if let quantum { try check(quantum) }
    try checkDoorsStop(.press, stem, quantum, by: source)
    let ticket: CommandTicket?
    if let refusal = refusal(of: stem) {
      // The engine refuses it where it would lead to sound; what is known beforehand is told at once.
      if pressWouldSound(stem) { throw .locked(refusal) }
      ticket = handle?.pressTowardsSilence(stem, quantum: quantum, by: source)
    } else {
      let permit = try permit(for: stem)
      ticket = handle?.press(permit, quantum: quantum, by: source)
    }
    if let ticket {
      let command = ControlCommand.request(.press, StemSelection([set[stem].id]), quantum, from: nil)
      remember(ticket, command, of: stem, by: source)
    }
  }

  /// Whether a press would turn silence into sound, as far as that is known: not while another request is on its way.
  private func pressWouldSound(_ stem: StemIndex) -> Bool {
    !sent.contains { $0.stem == stem && $0.isRequest }
      && stems[stem.int].status.needsPermit(for: .press, secondPress: set.secondPress)
  }

  /// What a shut door has asked to stop may end sooner, and not later.
  private func checkDoorsStop(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, by source: Asker
  ) throws(CommandProblem) {
    let status = stems[stem.int].status
    guard source != .door, status.pending?.by == .door, status.next == .stop else { return }
    if quantum == .now, request == .stop || request == .mute { return }
    if let refusal = refusal(of: stem) { throw .locked(refusal) }
  }

  /// A quantum that the set's grid does not have would silently be another.
  func check(_ quantum: Quantum) throws(CommandProblem) {
    guard let grid else { return }
    if quantum.unit == .beat && grid.beatsPerLoop == 0 { throw .noGrid(quantum) }
    if quantum.unit == .bar && grid.barsPerLoop == 0 { throw .noGrid(quantum) }
  }

  func permit(for stem: StemIndex) throws(CommandProblem) -> StartPermit {
    do throws(Refusal) {
      return try gate.permit(for: stem, in: doorContext(for: stem))
    } catch {
      throw .locked(error)
    }
  }

  private func defaultQuantum(_ request: StemRequest, _ stem: StemIndex) -> Quantum {
    let quanta = set[stem].quanta
    switch request {
    case .start: return quanta.start
    case .stop: return quanta.stop
    case .mute: return quanta.mute
    case .unmute: return quanta.unmute
    case .press, .cancel: return .now
    }
  }

  func remember(
    _ ticket: CommandTicket, _ command: ControlCommand?, of stem: StemIndex? = nil, by source: Asker
  ) {
    sent.append(SentCommand(ticket: ticket, command: command, stem: stem, by: source, batch: claiming))
    if let claiming { batches[claiming]?.missing += 1 }
  }

  /// Sends what has gathered; if the queue is full, makes room by reading events, and tries once more.
  func send() -> Bool {
    if handle?.send() ?? true { return true }
    readEvents()
    return handle?.send() ?? true
  }
}
