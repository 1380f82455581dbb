import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Commands: what they mean, and how they are given to the engine.
extension Performance {
  /// Carries a command out as far as possible. A refused part is published as an event with the reason, and
  /// changes nothing; with `all`, a glob or a scene the other stems carry it out.
  /// - Parameter isRecorded: Whether it is a line of a journal, which says already what it was carried out as.
  /// - Returns: The problems, for callers that must know (an exit status).
  @discardableResult
  public func perform(
    _ command: ControlCommand, by source: Asker, isRecorded: Bool = false
  ) async -> [CommandProblem] {
    // Above the line `begin`, a journal restores layers. As in the performance itself, they sound at once for the doors that need them.
    let isRestored = isRecorded && deck.clock?.isRolling == false
    if isRestored {
      for stem in set.bases { deck.show(Restoration.Step(command: nil, stem: stem, shows: .play)) }
    }
    let problems = await perform([command], by: source, batch: nil, as: isRecorded ? .recorded : .change)
    if isRestored, problems.isEmpty, case .request(let request, let stems, _, let from) = command {
      for stem in (try? stems.indices(in: set)) ?? [] where request == .start || request == .mute {
        deck.show(
          Restoration.Step(
            command: command, stem: stem, shows: request == .start ? .play : .mute,
            began: request == .start ? from ?? 0 : nil))
      }
    }
    return problems
  }

  /// How the undo log treats a command.
  enum Purpose {
    case change, undo
    /// The command is a line of a journal, and is carried out as it stands.
    case recorded
    /// The command is given again as it was carried out: it is no step.
    case restoration
    /// Its asker has left: it is no step, but means what it meant to them.
    case left

    var isStep: Bool { self != .restoration && self != .left }
  }

  /// Carries several commands out on one frame.
  /// - Parameter asked: When they were requested; nil for now.
  /// - Returns: The problems.
  func perform(
    _ commands: [ControlCommand], by source: Asker, batch: Int?, as purpose: Purpose = .change,
    since asked: Interruptions? = nil
  ) async -> [CommandProblem] {
    var problems: [CommandProblem] = []
    var commands = commands
    // Where the music is decides what commands about sections mean.
    if !deck.played.set.sections.isEmpty { readEvents() }
    // A command that waits, or no longer does, is not for the engine; nor is a mark.
    commands.removeAll { command in
      do throws(CommandProblem) {
        if try carryOutWaiting(command, by: source) { return true }
        return try carryOutMark(command, by: source)
      } catch {
        problems.append(error)
        return true
      }
    }
    if commands.isEmpty {
      for problem in problems { publish.yield(.refused(problem, by: source)) }
      return problems
    }
    var loaded = Loaded()
    var parts: [ControlCommand] = []
    var scene: Int?
    let (idBefore, asked) = (lastScene.map { scenes[$0].id }, asked ?? interruptions)
    var sceneBefore: Int?
    var decided: PieceGoal?
    do throws(CommandProblem) {
      var found: [CommandProblem] = []
      var number: Int
      let (meant, goal) = try definite(commands, by: source)
      decided = goal
      repeat {
        // Files are read first. Meanwhile the set may have become another one.
        (number, loaded, found) = (program.number, Loaded(), [])
        sceneBefore = idBefore.flatMap { id in scenes.firstIndex { $0.id == id } }
        (parts, scene) = try expand(meant, after: sceneBefore, by: source)
        let isSuperseded = pieces.isSuperseded(goal)
        parts.removeAll { goal.isOver($0, in: program, by: source, isSuperseded: isSuperseded) }
        if program.piece != goal.played, parts.contains(where: \.isPlayback) { throw .pieceEnded }
        // Set at once, so that another `next` continues from here while this one's files are read.
        if let scene { lastScene = scene }
        if !late.queue.isEmpty { bringLate(parts.flatMap { stemsToRead(for: $0) }) }
        for part in parts { await prepare(part, goal, by: source, &loaded, &found) }
        // The piece that somebody has asked for since was there before.
        if source != .clock, parts.contains(where: \.isPiece), pieces.isSuperseded(goal) { throw .superseded }
        // A tempo in whose place another one was asked for is not asked for again: it would take that one's place.
      } while number != program.number && !found.contains(.otherPlayback)
      problems += found
      parts = try resolve(parts)
      if purpose == .change || purpose == .left { parts = goingOn(parts) }
    } catch {
      problems.append(error)
      parts = []
      // Another one may have been run while files were read.
      if scene != nil, lastScene == scene { lastScene = sceneBefore }
    }
    // The opening of a door is recorded, with its time, before a command that it permits.
    lookAtDoors()
    // A panic also drops the commands that are to be given again to a new engine.
    if parts.contains(.panic) {
      dropAgain()
      interruptions.panics += 1
      endByPanic()
    } else if interruptions.panics > asked.panics {
      if parts.contains(where: \.beginsSound) {
        note(.panicWhileReading)
        // An undo of which a part is dropped is never done.
        receipts.drop([batch].compactMap(\.self))
      }
      parts.removeAll(where: \.beginsSound)
    }
    if loaded.edition?.succession.isPiece == false,
      isOverBefore(parts.first { $0.isReload || $0.isPlayback }?.quantum ?? .loop)
    {
      problems.append(.pieceEnded)
      loaded.edition = nil
    }
    if interruptions.pauses > asked.pauses { parts += holds(for: parts) }
    if parts.contains(where: \.isPause) { interruptions.pauses += 1 }
    let answers = give(
      parts, of: commands, loaded, by: source, batch: batch, as: purpose, scene: (sceneBefore, scene),
      &problems)
    if let decided {
      pieces.endReading(for: decided)
      if answers > 0, source != .clock, parts.contains(where: \.isPiece) { pieces.gave(decided) }
    }
    tell(problems, of: commands, by: source, as: purpose)
    return problems
  }

  /// Whether these are one command of which nothing is to be decided or read before it is given.
  func areGivenAsTheyStand(_ commands: [ControlCommand]) -> Bool {
    commands.count == 1 && commands[0].isGivenAsItStands && late.queue.isEmpty
      && deck.played.set.sections.isEmpty
  }

  /// Carries out such a command as ``perform(_:by:batch:as:since:)`` does, but at once: nearly every command is one, and the way through what
  /// may wait for files costs more than the command.
  /// - Returns: The problems.
  func performAsTheyStand(_ commands: [ControlCommand], by source: Asker, batch: Int?) -> [CommandProblem] {
    lookAtDoors()
    var problems: [CommandProblem] = []
    give(commands, of: commands, by: source, batch: batch, as: .change, scene: (lastScene, nil), &problems)
    tell(problems, of: commands, by: source, as: .change)
    return problems
  }

  /// Tells people of commands that are given what they do not see of themselves.
  private func tell(
    _ problems: [CommandProblem], of commands: [ControlCommand], by source: Asker, as purpose: Purpose
  ) {
    if deck.isAway && problems.isEmpty && source.isSomebody && purpose.isStep {
      note(.waitsForServer(commands.text))
    }
    for problem in problems { publish.yield(.refused(problem, by: source)) }
  }

  /// The parts of commands: those of scenes in their place.
  /// - Parameter lastScene: The scene that is run before them.
  /// - Returns: Also the last scene among them, by its place in the set.
  func expand(
    _ commands: [ControlCommand], after lastScene: Int?, by asker: Asker
  ) throws(CommandProblem) -> (parts: [ControlCommand], scene: Int?) {
    var parts: [ControlCommand] = []
    var (scene, last): (Int?, Int?) = (nil, lastScene)
    for command in commands {
      guard let (index, quantum) = try self.scene(of: command, after: last) else {
        if let part = try moving(command, by: asker) { parts.append(part) }
        continue
      }
      if let quantum, quantum.unit == .stem { throw .notOfAScene(quantum) }
      (scene, last) = (index, index)
      parts += scenes[index].parts(on: quantum)
    }
    return (parts, scene)
  }

  /// Gives the engine the parts of commands.
  /// - Parameters:
  ///   - scene: The scene before them, and the last one among them.
  ///   - waiting: The number of the command that has waited, and the frame on which it is to be received; nil for now.
  /// - Returns: The number of answers to expect.
  @discardableResult
  func give(
    _ parts: [ControlCommand], of commands: [ControlCommand], _ loaded: Loaded = Loaded(), by source: Asker,
    batch: Int? = nil, as purpose: Purpose, scene: (before: Int?, run: Int?),
    waiting: (number: Int, at: FramePosition)? = nil, _ problems: inout [CommandProblem]
  ) -> Int {
    if purpose != .restoration { leaveToOthers(parts) }
    if purpose != .restoration, parts.contains(where: \.movesMusic) { sections.moves() }
    offerCue(for: parts)
    // Only somebody undoes.
    let number = source.isSomebody && purpose.isStep ? log.begin() : nil
    var step: UndoStep?
    if let number, let waiting {
      deck.waitingSteps[waiting.number] = WaitingStep(
        number: number, given: commands, parts: parts, scene: scene, by: source)
    } else if let number {
      step = UndoStep(number, commands, parts, on: deck, scene: scene)
    }
    deck.beginClaim(
      batch, step: number, waiting: waiting, run: scene.run.map { pieces.run(scenes[$0].id) })
    for part in parts { problems += deck.carryOut(part, loaded, by: source, past: &keeper) }
    plays(loaded.replacements.map { PlayedSound(set[$0], $1.sound, file: $1.name) })
    let answers = deck.endClaim()
    receipts.expect(answers, of: batch)
    if answers == 0 {
      if scene.run != nil, lastScene == scene.run { lastScene = scene.before }
    } else if let step {
      log.note(step, by: source, answers: answers, mayBeUndone: purpose == .change)
    }
    if !send() { problems.append(.busy) }
    if source.isSomebody { readAnswersSoon() }
    return answers
  }

  /// The pauses of stems that were paused while their files were read: the start alone would end the pause.
  private func holds(for parts: [ControlCommand]) -> [ControlCommand] {
    let expected = Expected(deck)
    return parts.filter(\.leadsToSound).flatMap { ((try? deck.targets(of: $0)) ?? []).compactMap(\.self) }
      .filter { expected[$0].isHeld }
      .map { .pause(StemSelection([set[$0].id]), isOn: true, .now) }
  }

  /// Carries out commands that need no files, at once and on one frame.
  @discardableResult
  func performAtOnce(_ commands: [ControlCommand], by source: Asker) -> [CommandProblem] {
    var problems: [CommandProblem] = []
    for command in commands { problems += deck.carryOut(command, by: source, past: &keeper) }
    if !send() { problems.append(.busy) }
    for problem in problems { publish.yield(.refused(problem, by: source)) }
    return problems
  }

  /// The scene of a command, by its place in the set; nil for a command without one.
  /// - Parameter lastScene: The scene that is run before it.
  func scene(
    of command: ControlCommand, after lastScene: Int?
  ) throws(CommandProblem) -> (index: Int, quantum: Quantum?)? {
    switch command {
    case .scene(let name, let quantum):
      guard let index = scenes.firstIndex(where: { $0.id == name }) else {
        throw .unknownScene(name, known: scenes.map(\.id))
      }
      return (index, quantum)
    case .next where goesBySections, .previous where goesBySections:
      return nil
    case .next where program.piece != nil, .previous where program.piece != nil: return nil
    case .next(let quantum):
      let index = lastScene.map { $0 + 1 } ?? 0
      guard scenes.indices.contains(index) else {
        throw .noMoreScenes(after: lastScene.map { scenes[$0].id })
      }
      return (index, quantum)
    case .previous(let quantum):
      guard let lastScene, lastScene > 0 else {
        throw .noEarlierScene(before: lastScene.map { scenes[$0].id })
      }
      return (lastScene - 1, quantum)
    case .request, .gain, .pan, .solo, .pause, .fade, .panic, .replace, .toggle, .undo, .skip, .seek, .freeze,
      .roll, .begin, .door,
      .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .reload, .playback, .piece, .edition, .record,
      .endRecording,
      .capture,
      .endCapture, .keep, .learn, .endLearning, .section, .cue, .mark, .unpair, .quit:
      return nil
    }
  }

  /// Sends the collected commands. If the queue is full, it makes room by reading events, and tries once more.
  private func send() -> Bool {
    stir()
    if deck.send() { return true }
    readEvents()
    return deck.send()
  }
}
