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
    case .seek, .roll, .section: await awaitSamples(for: command)
    case .next, .previous, .gain, .pan, .solo, .pause, .fade, .panic, .scene, .toggle, .undo, .skip,
      .freeze, .begin,
      .door, .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .record, .endRecording, .capture,
      .endCapture,
      .keep,
      .learn, .endLearning, .cue, .mark, .unpair,
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
      ofTheSet, of: set, timing: program.timing, at: rate, configuration: deck.configuration,
      holding: holding)
    if program.number != number { return }
    await awaitSamples(of: answers.compactMap { try? $0.get() })
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
      await awaitSamples(of: other.buffer, for: stem)
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
        if deck.sampleRate == rate { await awaitSamples(of: other.buffer, for: stem) }
        if program.number != number { return }
        guard deck.sampleRate == rate else { continue }
        loaded.replacements[stem] = other
      } catch {
        problems.append(error)
      }
      return
    }
  }

  /// Whether a stem has nothing to play because its file could not be read.
  func isUnreadable(_ stem: StemIndex) -> Bool {
    !unreadable.isEmpty && unreadable[set[stem].id] != nil && !deck.hasSamples(stem)
  }

  /// Whether the samples of a stem may be in memory: only if the stem may play now.
  func mayHoldSamples(_ stem: StemIndex) -> Bool { keeper.isOpen(stem, at: deck.moment) }
}
