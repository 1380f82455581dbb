import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

extension Session {
  /// Carries a command out, as far as it may be. What is refused is published as an event, with the reason, and
  /// changes nothing; with `all` or a glob the other stems go on.
  /// - Returns: The problems, for callers that must know (an exit status).
  @discardableResult
  public func perform(_ command: ControlCommand, by source: CommandSource) async -> [CommandProblem] {
    var problems: [CommandProblem] = []
    do throws(CommandProblem) {
      switch command {
      case .request(let request, let selection, let quantum):
        for stem in try resolve(selection) {
          do throws(CommandProblem) {
            try await ask(request, stem, quantum, by: source)
          } catch {
            problems.append(error)
          }
        }
      case .gain(let selection, let decibels):
        for stem in try resolve(selection) { setLevel(stem, gain: decibels, pan: nil, by: source) }
      case .pan(let selection, let pan):
        for stem in try resolve(selection) { setLevel(stem, gain: nil, pan: pan, by: source) }
      case .skip(let frames):
        if let ticket = handle?.skip(frames, by: source) { remember(ticket, command, by: source) }
      case .quit: break
      }
    } catch {
      problems.append(error)
    }
    if !send() { problems.append(.busy) }
    if isAway && problems.isEmpty && source == .input {
      publish.yield(.note("There is no server now: \"\(command)\" will be received when there is one."))
    }
    for problem in problems { publish.yield(.refused(problem, by: source)) }
    return problems
  }

  /// The stems that a selection means, in the order of the set, each once. `all` and globs leave the base alone: it
  /// has to be named.
  func resolve(_ selection: StemSelection) throws(CommandProblem) -> [StemIndex] {
    var chosen = Set<StemIndex>()
    for word in selection.words {
      let hits = set.stems.indices.filter { index in
        let spec = set.stems[index]
        guard StemSelection.isPattern(word) else { return spec.id == word }
        return !spec.isBase && (word == "all" || StemSelection.glob(word, covers: spec.id))
      }
      if hits.isEmpty && word != "all" { throw .unknownStem(word, known: set.stems.map(\.id)) }
      chosen.formUnion(hits.map(StemIndex.init))
    }
    if chosen.isEmpty { throw .noneMeant(selection.words) }
    return chosen.sorted()
  }

  /// Asks the gate where sound may follow, then the engine.
  private func ask(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, by source: CommandSource
  ) async throws(CommandProblem) {
    let quantum = quantum ?? defaultQuantum(request, stem)
    if let grid {
      if quantum.unit == .beat && grid.beatsPerLoop == 0 { throw .noGrid(quantum) }
      if quantum.unit == .bar && grid.barsPerLoop == 0 { throw .noGrid(quantum) }
    }
    let ticket: CommandTicket?
    switch request {
    case .start:
      let permit = try permit(for: stem)
      try await loadIfNeeded(stem)
      ticket = handle?.start(permit, quantum: quantum, by: source)
    case .unmute:
      let permit = try permit(for: stem)
      try await loadIfNeeded(stem)
      ticket = handle?.unmute(permit, quantum: quantum, by: source)
    case .press:
      // A shut door hinders what leads to sound, not what leads to silence.
      if stems[stem.int].status.needsPermit(for: .press) || gate.status(of: stem, at: now()).isOpen {
        let permit = try permit(for: stem)
        try await loadIfNeeded(stem)
        ticket = handle?.press(permit, quantum: quantum, by: source)
      } else {
        ticket = handle?.pressTowardsSilence(stem, quantum: quantum, by: source)
      }
    case .stop: ticket = handle?.stop(stem, quantum: quantum, by: source)
    case .mute: ticket = handle?.mute(stem, quantum: quantum, by: source)
    case .cancel: ticket = handle?.cancel(stem, by: source)
    }
    let written = request == .cancel ? nil : quantum
    if let ticket {
      stems[stem.int].quantum = quantum
      remember(ticket, .request(request, StemSelection([set[stem].id]), written), by: source)
    }
  }

  private func permit(for stem: StemIndex) throws(CommandProblem) -> StartPermit {
    do throws(Refusal) {
      return try gate.permit(for: stem, at: now())
    } catch {
      throw .locked(error)
    }
  }

  /// A stem whose door has opened since the engine was made gets its samples first.
  private func loadIfNeeded(_ stem: StemIndex) async throws(CommandProblem) {
    guard let rate = sampleRate, handle?.hasSamples(stem) == false else { return }
    for result in await StemLoader.load([stem], of: set, timing: timing, at: rate) {
      switch result {
      case .success(let loaded):
        // The server may have changed its rate, or another command have loaded the stem, in the meantime.
        if sampleRate == rate { handle?.setSamples(loaded.buffer, of: stem, by: .clock) }
      case .failure(let problem):
        throw .notLoaded(stem: set[stem].id, FileProblems([problem]))
      }
    }
  }

  /// `press` has the quantum of what it leads to.
  private func defaultQuantum(_ request: StemRequest, _ stem: StemIndex) -> Quantum {
    let quanta = set[stem].quanta
    switch request {
    case .start: return quanta.start
    case .stop: return quanta.stop
    case .mute: return quanta.mute
    case .unmute: return quanta.unmute
    case .cancel: return .now
    case .press:
      switch stems[stem.int].status.state {
      case .stop, .wait: return quanta.start
      case .play: return quanta.mute
      case .mute: return quanta.unmute
      }
    }
  }

  func setLevel(_ stem: StemIndex, gain: Decibels?, pan: Pan?, by source: CommandSource) {
    if let gain { stems[stem.int].gain = gain }
    if let pan { stems[stem.int].pan = pan }
    let mirror = stems[stem.int]
    let level = Level(gain: mirror.gain, pan: mirror.pan)
    guard let ticket = handle?.setLevel(level, of: stem, by: source) else { return }
    let selection = StemSelection([set[stem].id])
    remember(ticket, gain.map { .gain(selection, $0) } ?? .pan(selection, mirror.pan), by: source)
  }

  func remember(_ ticket: CommandTicket, _ command: ControlCommand?, by source: CommandSource) {
    sent.append(SentCommand(ticket: ticket, command: command, by: source))
  }

  /// Sends what has gathered; if the queue is full, makes room by reading events, and tries once more.
  func send() -> Bool {
    if handle?.send() ?? true { return true }
    pump()
    return handle?.send() ?? true
  }
}
