import CanonEngine
import CanonFiles
import CanonStems

/// Reading what a command needs from files, before it is carried out.
extension Session {
  struct Loaded {
    var replacements: [StemIndex: StemBuffer] = [:]
    /// Stems whose files could not be read; the reason was noted.
    var failed: Set<StemIndex> = []
  }

  /// Reads what `command` needs. What the gate would refuse is not read; the refusal comes when it is carried out.
  func prepare(
    _ command: ControlCommand, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    switch command {
    case .request(let request, let selection, _, _):
      guard let stems = try? resolve(selection) else { return }
      let silent = stems.filter { stem in
        request == .start || request == .unmute || (request == .press && pressMaySound(stem))
      }
      await load(silent.filter { handle?.hasSamples($0) == false && mayHoldSamples($0) }, &loaded, &problems)
    case .replace(let selection, let file, _):
      guard let stems = try? resolve(selection) else { return }
      guard stems.count == 1, let stem = stems.first else {
        problems.append(.oneStem(selection.words.joined(separator: " ")))
        return
      }
      await loadReplacement(stem, file, &loaded, &problems)
    case .door(let id, true):
      guard let stem = set.index(of: id) else { return }
      await load([stem].filter { handle?.hasSamples($0) == false && mayHoldSamples($0) }, &loaded, &problems)
    case .gain, .pan, .solo, .scene, .skip, .door, .quit: return
    }
  }

  /// Loads stems whose doors have opened, before anybody asks for them.
  func load(_ stems: [StemIndex]) async {
    var (loaded, problems) = (Loaded(), [CommandProblem]())
    await load(stems.filter { handle?.hasSamples($0) == false && mayHoldSamples($0) }, &loaded, &problems)
    for problem in problems { publish.yield(.refused(problem, by: .door)) }
  }

  /// Stems whose door has opened since the engine was made get their samples first.
  private func load(
    _ missing: [StemIndex], _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    guard let rate = sampleRate, !missing.isEmpty else { return }
    let answers = await StemLoader.load(
      missing, of: set, timing: timing, at: rate, configuration: configuration)
    for (stem, answer) in zip(missing, answers) {
      switch answer {
      case .success(let new):
        // The server may have changed its rate, or another command have loaded the stem, in the meantime.
        // Or its door have shut.
        if sampleRate == rate, handle?.hasSamples(stem) == false, mayHoldSamples(stem) {
          handle?.setSamples(new.buffer, of: stem, by: .clock)
          openForFollowing(stem)
        }
      case .failure(let problem):
        loaded.failed.insert(stem)
        problems.append(.notLoaded(stem: set[stem].id, FileProblems([problem])))
      }
    }
  }

  private func loadReplacement(
    _ stem: StemIndex, _ file: String, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    // Of a locked stem nothing is held, whatever file it comes from.
    guard mayHoldSamples(stem) else {
      if let refusal = refusal(of: stem) { problems.append(.locked(refusal)) }
      return
    }
    // Once more if the server has changed its rate in the meantime.
    while let rate = sampleRate {
      let answers = await StemLoader.load(
        [stem], file: file, of: set, timing: timing, at: rate, configuration: configuration)
      guard sampleRate == rate else { continue }
      for answer in answers {
        switch answer {
        case .success(let new): loaded.replacements[stem] = new.buffer
        case .failure(let problem):
          problems.append(.notLoaded(stem: set[stem].id, FileProblems([problem])))
        }
      }
      return
    }
  }

  /// The files that stems play instead of the set's, for a new engine. One that cannot be read any more leaves the
  /// set's own in its place.
  func loadExchanged(
    at rate: SampleRate, _ configuration: EngineConfiguration
  ) async -> [(StemIndex, StemBuffer, file: String)] {
    var exchanged: [(StemIndex, StemBuffer, file: String)] = []
    for (index, mirror) in stems.enumerated() {
      guard let file = mirror.mix.file, mayHoldSamples(StemIndex(index)) else { continue }
      for result in await StemLoader.load(
        [StemIndex(index)], file: file, of: set, timing: timing, at: rate, configuration: configuration)
      {
        switch result {
        case .success(let new): exchanged.append((new.index, new.buffer, file))
        case .failure(let problem):
          publish.yield(
            .refused(.notLoaded(stem: set.stems[index].id, FileProblems([problem])), by: .recovery))
        }
      }
    }
    return exchanged
  }

  func replace(
    _ stem: StemIndex, _ buffer: StemBuffer, _ file: String, _ quantum: Quantum?, by source: CommandSource
  ) throws(CommandProblem) {
    let quantum = quantum ?? set[stem].quanta.start
    try check(quantum)
    // The door may have shut while the file was read.
    if let refusal = refusal(of: stem) { throw .locked(refusal) }
    guard let ticket = handle?.setSamples(buffer, of: stem, quantum: quantum, by: source) else { return }
    stems[stem.int].mix.file = file
    remember(ticket, .replace(StemSelection([set[stem].id]), file: file, quantum), of: stem, by: source)
    openForFollowing(stem)
  }

  /// Only a stem that may sound now is in memory.
  func mayHoldSamples(_ stem: StemIndex) -> Bool { isOpen(stem) }
}
