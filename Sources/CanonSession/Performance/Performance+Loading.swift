import CanonEngine
import CanonFiles
import CanonStems

/// Reads the files that a command needs, before it is carried out.
extension Performance {
  /// Reads the files that `command` needs, except for stems that the gate would refuse. The refusal comes when the command is
  /// carried out.
  /// - Parameter goal: What a command about pieces means.
  func prepare(
    _ command: ControlCommand, _ goal: PieceGoal, by asker: Asker, _ loaded: inout Loaded,
    _ problems: inout [CommandProblem]
  ) async {
    switch command {
    case .request(let request, let selection, _, _):
      guard let stems = try? selection.indices(in: set) else { return }
      guard request == .start || request == .unmute || request == .press else { return }
      refuseUnfinished(stems, &loaded, &problems)
      await load(afterNeedsOf: stems, &loaded, &problems)
    case .fade(let selection, .in, _):
      guard let stems = try? selection.indices(in: set, sparesBase: false) else { return }
      refuseUnfinished(stems, &loaded, &problems)
      await load(afterNeedsOf: stems, &loaded, &problems)
    case .cue(.listen(let selection, true)):
      guard let stems = try? selection.indices(in: set) else { return }
      refuseUnfinished(stems, &loaded, &problems)
      await load(afterNeedsOf: stems, &loaded, &problems)
    case .replace(let selection, let file, _):
      guard let stems = try? selection.indices(in: set) else { return }
      guard stems.count == 1, let stem = stems.first else {
        problems.append(.oneStem(selection.words.joined(separator: " ")))
        return
      }
      // Where there are samples another file waits for its boundary, and in a rendering there are.
      await awaitLate(stems)
      await loadReplacement(stem, file, &loaded, &problems)
    case .door(let id, true, _):
      guard let stem = set.index(of: id) else { return }
      // A journal has openings: the performance had the samples then.
      await load([stem], &loaded, &problems, evenIfHeard: keeper.watchWanted.isReplay)
    case .piece(let number, _):
      await preparePiece(number, goal, of: command, by: asker, &loaded, &problems)
    case .next, .previous, .gain, .pan, .solo, .pause, .fade, .panic, .scene, .toggle, .undo, .skip, .seek,
      .freeze, .roll, .begin,
      .door, .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .record, .endRecording, .capture,
      .endCapture,
      .keep,
      .learn, .endLearning, .section, .cue, .mark, .unpair,
      .quit:
      return
    case .reload: await prepareEdition(.files, of: (command, asker), &loaded, &problems)
    case .playback(let change, let quantum):
      await preparePlayback(change, quantum, by: asker, &loaded, &problems)
    case .edition(let number, _): await prepareEdition(.number(number), &loaded, &problems)
    }
  }

  /// A stem that is being captured has nothing to play before its boundary.
  private func refuseUnfinished(
    _ stems: [StemIndex], _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) {
    guard let capture, !capture.status.isAdded, deck.position < capture.span.until,
      let stem = set.index(of: capture.status.stem), stems.contains(stem)
    else { return }
    loaded.failed.insert(stem)
    problems.append(.notCaptured(.underWay(stem: capture.status.stem)))
  }

  /// What a command requires before it can be given.
  public struct Need: Sendable {
    /// Whether the command reads files or waits for an answer of the engine.
    public let readsFiles: Bool
    /// Whether it leads to another program. What such commands mean is decided in the order in which they are given.
    public let makesEdition: Bool
    /// The current counts.
    public let interruptions: Interruptions
  }

  /// The numbers of panics and pauses so far. They apply also to commands that were requested earlier and whose files are
  /// still being read.
  public struct Interruptions: Sendable {
    /// A command that was requested before a panic starts nothing after it.
    var panics = 0
    /// A stem that starts after a pause, by a command that was requested before it, is held.
    var pauses = 0
  }

  public func need(of command: ControlCommand, by asker: Asker) -> Need {
    Need(
      readsFiles: readsFiles(command, by: asker), makesEdition: makesEdition(command),
      interruptions: interruptions)
  }

  /// Whether a request means the same before the engine has answered those before it: it reads no files, and no door judges it by what
  /// other stems do. That is known of them once the engine has answered.
  func mayFollow(_ request: ControlCommand, by asker: Asker) -> Bool {
    if readsFiles(request, by: asker) { return false }
    guard keeper.judgesByOthers else { return true }
    let stems = ((try? deck.targets(of: request)) ?? []).compactMap(\.self)
    return !stems.contains { keeper.isGuarded($0) }
  }

  private func readsFiles(_ command: ControlCommand, by asker: Asker) -> Bool {
    if makesEdition(command) { return true }
    switch command {
    case .replace: return true
    case .request(.start, _, _, _), .request(.unmute, _, _, _), .request(.press, _, _, _), .fade(_, .in, _),
      .cue(.listen(_, true)):
      return ((try? deck.targets(of: command)) ?? []).contains { $0.map(mustBeRead) ?? false }
    case .scene, .next, .previous:
      guard let index = try? scene(of: command, after: lastScene)?.index else { return false }
      return scenes[index].commands.contains { readsFiles($0, by: asker) }
    case .undo:
      return log.facetsOfLast(by: asker).contains { facet in
        if case .file = facet { true } else { facet.stem.map(mustBeRead) ?? false }
      }
    case .request, .gain, .pan, .solo, .pause, .fade, .faded, .asked, .supply, .gap, .left, .panic, .toggle,
      .skip,
      .seek,
      .freeze,
      .roll, .begin, .door,
      .wait,
      .endWaiting, .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture, .keep,
      .learn, .endLearning, .section, .cue,
      .mark, .unpair,
      .quit:
      return false
    }
  }

  /// Whether a command leads to another program, for which all stems must be read.
  func makesEdition(_ command: ControlCommand) -> Bool {
    switch command {
    case .reload, .playback, .piece, .edition: true
    case .next, .previous: program.piece != nil
    case .section(.goTo(.named(let name), _)): program.piece != nil && Int(name) != nil
    default: false
    }
  }

  private func mustBeRead(_ stem: StemIndex) -> Bool {
    mayHoldSamples(stem) ? !deck.hasSamples(stem) : !keeper.needs(of: stem).isEmpty
  }

  /// The stems of a command, with the other stems of their groups; nil for all.
  public nonisolated func stems(of command: ControlCommand) -> Set<StemIndex>? {
    switch command {
    case .next where program.piece != nil, .previous where program.piece != nil: return []
    case .scene, .next, .previous, .undo, .panic, .solo(nil, _, _), .pause(nil, _, _): return nil
    // What is read again depends on no other command.
    case .door, .faded, .asked, .supply, .gap, .left, .skip, .seek, .freeze, .roll, .begin, .wait,
      .endWaiting,
      .reload,
      .playback, .piece,
      .edition,
      .record, .endRecording, .capture, .endCapture, .keep, .learn, .endLearning, .section, .mark, .unpair,
      .quit:
      return []
    case .cue(.click), .cue(.countIn): return []
    case .request, .gain, .pan, .solo, .pause, .fade, .replace, .toggle, .cue(.listen), .cue(.send):
      let stems = try? command.selection?.indices(in: set, for: command)
      return set.stems.withRivals(of: Set(stems ?? []))
    }
  }

  /// Loads stems once it is known whether the doors that need others are open. If the set has been read again meanwhile, the stems have
  /// other numbers, and the caller starts again.
  private func load(
    afterNeedsOf stems: [StemIndex], _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    let number = program.number
    await awaitLate(stems)
    if program.number != number { return }
    for stem in stems {
      await awaitNeeds(of: stem)
      if program.number != number { return }
    }
    await load(stems, &loaded, &problems)
  }

  /// Waits for unanswered commands to stems that a shut door needs, so that the door is judged after the engine's answer.
  /// A score works the same way: each line is received before the next. Waits for at most a quarter of a second.
  private func awaitNeeds(of stem: StemIndex) async {
    let number = program.number
    let needed = Set(keeper.needs(of: stem))
    guard !needed.isEmpty, !mayHoldSamples(stem) else { return }
    for _ in 0..<125 {
      guard !deck.isAway, deck.requested.contains(where: { $0.stem.map(needed.contains) ?? false }) else {
        return
      }
      try? await Task.sleep(for: .milliseconds(2))
      pump()
      if program.number != number || mayHoldSamples(stem) { return }
    }
  }

  /// Loads the samples of stems whose doors have opened since the engine was made. Does nothing with what was read if the set has been
  /// read again meanwhile: the stems have other numbers.
  func load(
    _ stems: [StemIndex], _ loaded: inout Loaded, _ problems: inout [CommandProblem],
    evenIfHeard: Bool = false
  ) async {
    let number = program.number
    await waitForLate(stems)
    if program.number != number { return }
    var missing = stems.filter { !deck.hasSamples($0) && mayHoldSamples($0) }
    // The next edition has its own. A journal has only what was done in spite of it.
    for stem in missing where !keeper.watchWanted.isReplay && keeper.next?.unread.contains(stem) == true {
      loaded.failed.insert(stem)
      problems.append(.outOfDate)
    }
    for stem in missing where deck.stems[stem.int].mix.file == nil {
      guard let problem = unreadable[set[stem].id] else { continue }
      loaded.failed.insert(stem)
      problems.append(.notLoaded(stem: set[stem].id, FileProblems([problem])))
    }
    missing.removeAll(where: loaded.failed.contains)
    guard let rate = deck.sampleRate, !missing.isEmpty else { return }
    for stem in missing where deck.stems[stem.int].mix.file != nil {
      await loadAgain(stem, &loaded, &problems, evenIfHeard: evenIfHeard)
      if program.number != number { return }
    }
    let ofTheSet = missing.filter { deck.stems[$0.int].mix.file == nil }
    let answers = await StemLoader.load(
      ofTheSet, of: set, timing: program.timing, at: rate, configuration: deck.configuration)
    if program.number != number { return }
    for (stem, answer) in zip(ofTheSet, answers) {
      switch answer {
      case .success(let new):
        if deck.add(new.buffer, to: stem, at: rate, evenIfHeard: evenIfHeard, past: &keeper) {
          stamps[set[stem].id] = new.stamp
          plays([PlayedSound(set[stem], new)])
        }
      case .failure(let problem):
        loaded.failed.insert(stem)
        problems.append(.notLoaded(stem: set[stem].id, FileProblems([problem])))
      }
    }
    // What a stem had in an earlier program still sounds: it cannot begin with that.
    for stem in missing where deck.stems[stem.int].hasOldSamples {
      loaded.failed.insert(stem)
      problems.append(.outOfDate)
    }
  }

  /// Loads the current file of a stem that plays another file than the set's.
  private func loadAgain(
    _ stem: StemIndex, _ loaded: inout Loaded, _ problems: inout [CommandProblem], evenIfHeard: Bool
  ) async {
    guard let rate = deck.sampleRate, let file = deck.stems[stem.int].mix.file else { return }
    let number = program.number
    do throws(CommandProblem) {
      let other = try await load(file, for: stem, at: rate, deck.configuration)
      if program.number != number { return }
      if keeper.give(other, to: stem, at: deck.moment) { deck.handle?.endTriggers() }
      if deck.add(other.buffer, to: stem, at: rate, evenIfHeard: evenIfHeard, past: &keeper) {
        plays([PlayedSound(set[stem], other.sound, file: file)])
      }
    } catch {
      loaded.failed.insert(stem)
      problems.append(error)
    }
  }

  private func loadReplacement(
    _ stem: StemIndex, _ file: String, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    let number = program.number
    // The file is read again if the server has changed its rate in the meantime.
    while let rate = deck.sampleRate {
      do throws(CommandProblem) {
        let other = try await load(file, for: stem, at: rate, deck.configuration)
        if program.number != number { return }
        guard deck.sampleRate == rate else { continue }
        loaded.replacements[stem] = other
      } catch {
        problems.append(error)
      }
      return
    }
  }

  /// From now on tells somebody how far the files are read from which an engine is made (``makeEngine(at:)``).
  public func reportLoading(to reporter: LoadingReporter) { loading = reporter }

  /// The samples of every stem whose door is open, for a new engine; of those that sound first, if the others are read behind the music. A
  /// stem that cannot be read again continues with its old samples; if there are none, only that stem is silent, as is one that cannot be
  /// read at first if the set is lenient.
  /// - Returns: The samples, the stems that are still to be read, in their order, and the ids of the other stems that have none although their
  ///   doors are open.
  /// - Throws: At first, the problems of all files: if the set is strict, or if a base is among them, or if no stem can be read.
  func loadAll(at rate: SampleRate, _ configuration: EngineConfiguration) async throws(FileProblems)
    -> (samples: [LoadedStem], late: [StemIndex], unreadable: [String])
  {
    let all = set.stems.indices.map(StemIndex.init).filter(mayHoldSamples)
    var left = inOrder(all.filter { !set.wasUnreadable(set[$0]) && unreadable[set[$0].id] == nil })
    var problems: [(stem: StemIndex, problem: FileProblem)] = []
    var loaded: [LoadedStem] = []
    let first = beginsBeforeAllIsRead ? set.stemsOfBeginning : Set(left)
    var wanted = left.filter(first.contains)
    repeat {
      let now = Set(wanted)
      left.removeAll(where: now.contains)
      let results = await StemLoader.load(
        wanted, of: set, timing: program.timing, at: rate, configuration: configuration,
        loadingWatch.reporter.with(loading))
      for (stem, result) in zip(wanted, results) {
        switch result {
        case .success(let new): loaded.append(new)
        case .failure(let problem):
          if deck.clock != nil, let kept = deck.samples(of: stem, convertedTo: rate, configuration) {
            loaded.append(kept)
            note(.keptSamples(stem: set[stem].id, problem))
          } else {
            problems.append((stem, problem))
          }
        }
      }
      // Before nothing plays, every file that is wrong is named.
      let more = isPlayable(loaded, problems.map(\.stem)) ? askedForEarly : Set(left)
      wanted = left.filter { more.contains($0) && mayHoldSamples($0) }
    } while !wanted.isEmpty
    problems.sort { $0.stem < $1.stem }
    loaded.sort { $0.index < $1.index }
    if !isPlayable(loaded, problems.map(\.stem)) { throw FileProblems(problems.map(\.problem)) }
    for (stem, problem) in problems {
      unreadable[set[stem].id] = problem
      note(.unreadable(stem: set[stem].id, problem))
    }
    let silent = Set(all).subtracting(loaded.map(\.index)).subtracting(left).sorted()
    return (loaded, left, silent.map { set[$0].id })
  }

  /// Whether the music plays, or goes on, in spite of stems whose files cannot be read.
  private func isPlayable(_ loaded: [LoadedStem], _ unreadable: [StemIndex]) -> Bool {
    unreadable.isEmpty || deck.clock != nil
      || set.policy == .lenient && !loaded.isEmpty && !unreadable.contains { set[$0].isBase }
  }

  /// Learns from all files what they are, on all processors: the engine's configuration asks for each.
  func readHeaders() async {
    await headers.take()?.value
    await Self.readHeaders(of: set)
  }

  static func readHeaders(of set: StemSet) async {
    await StemLoader.readHeaders(set.stems.indices.map(StemIndex.init), of: set)
  }

  /// The files that stems play instead of the set's, for a new engine. If one cannot be read any more, the set's own file
  /// is used.
  func loadReplacements(
    at rate: SampleRate, _ configuration: EngineConfiguration
  ) async -> [(StemIndex, OtherFile)] {
    var replaced: [(StemIndex, OtherFile)] = []
    for (index, mirror) in deck.stems.enumerated() {
      // A file that is pending is read when the command is given again.
      guard let file = mirror.file.value, mayHoldSamples(StemIndex(index)) else { continue }
      do throws(CommandProblem) {
        replaced.append(
          (StemIndex(index), try await load(file, for: StemIndex(index), at: rate, configuration)))
      } catch {
        if case .notLoaded(let stem, let problems) = error {
          note(.ownSamples(stem: stem, problems))
        } else {
          publish.yield(.refused(error, by: .recovery))
        }
      }
    }
    return replaced
  }

  /// Whether a stem has nothing to play because its file could not be read.
  func isUnreadable(_ stem: StemIndex) -> Bool {
    unreadable[set[stem].id] != nil && !deck.hasSamples(stem)
  }

  /// Whether the samples of a stem may be in memory: only if the stem may play now.
  func mayHoldSamples(_ stem: StemIndex) -> Bool { keeper.isOpen(stem, at: deck.moment) }
}
