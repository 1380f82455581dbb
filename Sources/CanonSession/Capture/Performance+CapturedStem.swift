import CanonEngine
import CanonFiles
import CanonStems

/// The stem of a capture: added to what is played, taken away again, or given what is added to it.
extension Performance {
  /// Adds the stem of a capture to what is played, and lets it start on the boundary on which the capture ends.
  func addStem(_ new: ActiveCapture) async throws(CommandProblem) {
    let set: StemSet
    do throws(FileProblems) {
      set = try self.set.adding(capturedAs: new.file, id: new.status.stem)
    } catch {
      throw .notCaptured(.cannotAdd(error.problems[0]))
    }
    new.program = lastProgram + 1
    try await play(set, by: new.asker)
    // Somebody may have ended it meanwhile.
    guard capture === new else { return await removeStem(new) }
    let index = self.set.index(of: new.status.stem)
    guard let index, deck.buffer(of: index) === new.sound.buffer else { throw .outOfDate }
    guard deck.position < new.span.until else { return await end(new, .late) }
    try wait(
      .at(.frame(new.span.until)), .request(.start, StemSelection([new.status.stem]), .now),
      at: new.span.until, by: new.asker)
    new.start =
      waiting.entries.last { $0.waiting.at == new.span.until && $0.waiting.by == new.asker }?
      .waiting.number
  }

  /// Takes the stem of a capture away again. Its file's name stays reserved: the journal may have it.
  func removeStem(_ old: ActiveCapture) async {
    set.captured.forget(Folder.path(of: old.file, in: set.folder))
    let end = ContinuousClock.now + .seconds(60)
    while !hasEnded, ContinuousClock.now < end, set.index(of: old.status.stem) != nil {
      // Nothing that waits for its boundary is superseded.
      if deck.editions.isEmpty, !deck.isAway,
        let set = try? set.removing(capturedAs: old.file, id: old.status.stem),
        (try? await play(set, by: old.asker)) != nil
      {
        return
      }
      try? await Task.sleep(for: .milliseconds(10))
      pump()
    }
  }

  /// Plays another set, in which stems have come or gone, from the next moment on.
  private func play(_ set: StemSet, by asker: Asker) async throws(CommandProblem) {
    let before = program
    lastProgram += 1
    let number = lastProgram
    additions[number] = Addition(Program(before, as: set, schedule, number: number), to: before)
    defer { additions[number] = nil }
    var (loaded, problems) = (Loaded(), [CommandProblem]())
    await prepareEdition(.number(number), &loaded, &problems)
    if let problem = problems.first { throw problem }
    guard loaded.edition != nil, deck.editions.isEmpty, program.number == before.number, !hasEnded else {
      throw .outOfDate
    }
    lookAtDoors()
    give(
      [.edition(number, .now)], of: [], loaded, by: asker, as: .restoration, scene: (nil, nil), &problems)
    if let problem = problems.first { throw problem }
    let end = ContinuousClock.now + longestPreparation
    while program.number < number, !hasEnded, !deck.isAway, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(2))
      pump()
    }
    if program.number < number { throw .outOfDate }
  }

  /// Gives a stem what is added to it, from its next top on, which is where the capture ends.
  /// - Returns: False if the stem plays something else by now.
  func giveAdded(_ new: ActiveCapture) -> Bool {
    guard let stem = set.index(of: new.status.stem), deck.buffer(of: stem) === new.added else { return false }
    new.former = deck.stems[stem.int].mix.file ?? set[stem].file
    new.program = program.number
    var loaded = Loaded()
    loaded.replacements[stem] = OtherFile(
      name: new.file, sound: LoadedStem(stem, captured: new.sound), owners: [])
    let command = ControlCommand.replace(StemSelection([new.status.stem]), file: new.file, .stem)
    var problems: [CommandProblem] = []
    give([command], of: [command], loaded, by: new.asker, as: .change, scene: (lastScene, nil), &problems)
    for problem in problems { publish.yield(.refused(problem, by: new.asker)) }
    return problems.isEmpty
  }

  /// Gives a stem what it played before.
  func takeBackAdded(_ old: ActiveCapture) {
    guard let former = old.former else {
      return set.captured.forget(Folder.path(of: old.file, in: set.folder))
    }
    giveAgain([.replace(StemSelection([old.status.stem]), file: former, .stem)], by: old.asker)
  }
}
