import CanonEngine
import CanonFiles
import CanonStems

/// Reading what a command needs from files, before it is carried out.
extension Session {
  struct Loaded {
    var replacements: [StemIndex: OtherFile] = [:]
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
      guard request == .start || request == .unmute || request == .press else { return }
      for stem in stems { await awaitNeeds(of: stem) }
      await load(stems, &loaded, &problems)
    case .replace(let selection, let file, _):
      guard let stems = try? resolve(selection) else { return }
      guard stems.count == 1, let stem = stems.first else {
        problems.append(.oneStem(selection.words.joined(separator: " ")))
        return
      }
      await loadReplacement(stem, file, &loaded, &problems)
    case .door(let id, true):
      guard let stem = set.index(of: id) else { return }
      await load([stem], &loaded, &problems)
    case .gain, .pan, .solo, .scene, .skip, .door, .quit: return
    }
  }

  /// What a shut door needs may be on its way: then the door is judged once the engine has answered, as in a score, where
  /// each line is received before the next. Waits for at most a quarter of a second.
  private func awaitNeeds(of stem: StemIndex) async {
    guard let needed = gate.door(of: stem)?.condition.needed, !needed.isEmpty, !isOpen(stem) else { return }
    let indices = Set(needed.compactMap { set.index(of: $0) })
    for _ in 0..<125 {
      guard !isAway, sent.contains(where: { $0.stem.map(indices.contains) ?? false }) else { return }
      try? await Task.sleep(for: .milliseconds(2))
      pump()
      if isOpen(stem) { return }
    }
  }

  /// Loads stems whose doors have opened, before anybody asks for them.
  func load(_ stems: [StemIndex]) async {
    var (loaded, problems) = (Loaded(), [CommandProblem]())
    await load(stems, &loaded, &problems)
    for problem in problems { publish.yield(.refused(problem, by: .door)) }
  }

  /// Stems whose door has opened since the engine was made get their samples first.
  private func load(
    _ stems: [StemIndex], _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    let missing = stems.filter { handle?.hasSamples($0) == false && mayHoldSamples($0) }
    guard let rate = sampleRate, !missing.isEmpty else { return }
    for stem in missing where self.stems[stem.int].mix.file != nil {
      await loadAgain(stem, &loaded, &problems)
    }
    let ofTheSet = missing.filter { self.stems[$0.int].mix.file == nil }
    let answers = await StemLoader.load(
      ofTheSet, of: set, timing: timing, at: rate, configuration: configuration)
    for (stem, answer) in zip(ofTheSet, answers) {
      switch answer {
      case .success(let new): take(new.buffer, for: stem, at: rate)
      case .failure(let problem):
        loaded.failed.insert(stem)
        problems.append(.notLoaded(stem: set[stem].id, FileProblems([problem])))
      }
    }
  }

  /// A stem that plays another file than the set's gets that one back.
  private func loadAgain(
    _ stem: StemIndex, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    guard let rate = sampleRate, let file = stems[stem.int].mix.file else { return }
    do throws(CommandProblem) {
      let other = try await load(file, for: stem, at: rate, configuration)
      give(other, to: stem)
      take(other.buffer, for: stem, at: rate)
    } catch {
      loaded.failed.insert(stem)
      problems.append(error)
    }
  }

  /// The server may have changed its rate, or another command have loaded the stem, in the meantime. Or its door have
  /// shut.
  private func take(_ buffer: StemBuffer, for stem: StemIndex, at rate: SampleRate) {
    guard sampleRate == rate, handle?.hasSamples(stem) == false, mayHoldSamples(stem) else { return }
    handle?.setSamples(buffer, of: stem, by: .clock)
    openForFollowing(stem)
  }

  private func loadReplacement(
    _ stem: StemIndex, _ file: String, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    // Once more if the server has changed its rate in the meantime.
    while let rate = sampleRate {
      do throws(CommandProblem) {
        let other = try await load(file, for: stem, at: rate, configuration)
        guard sampleRate == rate else { continue }
        loaded.replacements[stem] = other
      } catch {
        problems.append(error)
      }
      return
    }
  }

  /// The files that stems play instead of the set's, for a new engine. One that cannot be read any more leaves the
  /// set's own in its place.
  func loadExchanged(
    at rate: SampleRate, _ configuration: EngineConfiguration
  ) async -> [(StemIndex, OtherFile)] {
    var exchanged: [(StemIndex, OtherFile)] = []
    for (index, mirror) in stems.enumerated() {
      guard let file = mirror.mix.file, mayHoldSamples(StemIndex(index)) else { continue }
      do throws(CommandProblem) {
        exchanged.append(
          (StemIndex(index), try await load(file, for: StemIndex(index), at: rate, configuration)))
      } catch {
        publish.yield(.refused(error, by: .recovery))
      }
    }
    return exchanged
  }

  /// Only a stem that may sound now is in memory.
  func mayHoldSamples(_ stem: StemIndex) -> Bool { isOpen(stem) }
}
