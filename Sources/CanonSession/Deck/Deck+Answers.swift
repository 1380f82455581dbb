import CanonEngine
import CanonFiles
import CanonStems

/// The engine's events.
extension Deck {
  /// Handles the engine's next event.
  /// - Returns: The actions that follow from it; nil if there is no event.
  func readNext() -> [Action]? {
    guard let event = handle?.nextEvent() else { return nil }
    switch event {
    case .answered(let ticket, let stem, let answer, let status, let at):
      guard let index = sent.firstIndex(where: { $0.ticket == ticket }) else { return [] }
      // The engine answers in the order of the commands, but for those that wait for their frames.
      let entry = index == sent.startIndex ? sent.removeFirst() : sent.remove(at: index)
      return answered(entry, stem, answer, status, at)
    case .changed(let stem, let status, let at, let source):
      stems[stem.int].become(status, since: at, ramp: usualRamp)
      return [.changed(stem, by: source, at: at), .tell(.changed(stem, status: status, at: at, by: source))]
    case .scheduled(let ticket, _, let at):
      if let index = sent.firstIndex(where: { $0.ticket == ticket }) { sent[index].due = at }
      return []
    case .triggered(let ticket, let stem, let request, let quantum, _, let asker):
      let command = ControlCommand.request(request, StemSelection([set[stem].id]), quantum)
      return [.triggered(ticket, command, stem, by: asker)]
    case .chosen(let ticket, _, let quantum, _):
      if let index = sent.firstIndex(where: { $0.ticket == ticket }) { sent[index].choose(quantum) }
      return []
    case .began(let stem, let from, let end, let asks, let follow):
      stems[stem.int].begin(from: from)
      stems[stem.int].end = end == .max ? nil : end
      stems[stem.int].asks = asks == .max ? nil : asks
      stems[stem.int].isMarkedAsked = false
      stems[stem.int].follow = follow == .max ? nil : follow
      return []
    case .handedOver(let ticket, let at, _): return handedOver(ticket, at: at)
    case .leftSilent: return [.leftSilent]
    case .superseded(let ticket, _): return superseded(ticket)
    // The answer has the frame of a replacement, and a panic cancels pending ones.
    case .replaced, .kept: return []
    case .halted(let at, let place): return halted(at: at, to: place)
    case .stood(let at, let frames):
      stood(at: at, for: frames)
      return []
    case .rolled(let at, _):
      rolled(at: at)
      return []
    case .clockChanged(let change, let at): return clockChanged(change, at: at)
    case .relocates(let ticket, let at, let place):
      if let index = sent.firstIndex(where: { $0.ticket == ticket }) { sent[index].lead(to: place, at: at) }
      origins.move(to: place, at: at)
      return []
    case .relocated(let at, let place):
      let passed = at - origin
      let isOfSection = section.map { place == $0.next && passed >= $0.until } ?? false
      relocate(to: place, at: at)
      // The loops of a ritual are those that are heard, however often the music goes back.
      return isOfSection ? [.moveRituals(by: place - passed)] : []
    case .supplied(let stem, let supply, let at):
      let id = set[stem].id
      let note: Note = supply == .fed ? .samplesThere(stem: id) : .samplesLate(stem: id)
      return [.record(.supply(id, supply), at: at), .tell(.note(note))]
    case .held(let stem, let isHeld, let at): return held(stem, isHeld, at: at)
    case .skipped(let from, let frames):
      // From there on, the frames correspond to a different time.
      return [
        .record(.skip(frames), at: from), .mark(nil, at: from + frames, isNeeded: true),
        .tell(.skipped(from: from, frames: frames)),
      ]
    }
  }

  private func answered(
    _ entry: SentCommand, _ stem: StemIndex, _ answer: EngineEvent.Answer, _ status: StemStatus,
    _ at: FramePosition
  ) -> [Action] {
    // A command without a line in the journal is reported by the change that it causes.
    guard let command = entry.command else { return [.settle(entry, stem, nil)] }
    if answer == .ended, entry.isGone, sent.contains(where: { $0.waiting == entry.waiting }) {
      return [.settle(entry, stem, nil, isUnchanged: true)]
    }
    if answer == .ended, case .door(_, isOpen: true, _) = command, let stem = entry.stem {
      // Something else has ended what waited; the stem is to be open all the same.
      stems[stem.int].isOpen = false
      return [.settle(entry, stem, nil, isUnchanged: true), .open(stem)]
    }
    if answer == .ended {
      return (entry.waiting.map { [.neverReceived($0)] } ?? []) + [
        .settle(entry, stem, nil, isUnchanged: true)
      ]
    }
    var actions: [Action] = []
    // Nearly every answer has as many.
    actions.reserveCapacity(3)
    if let waiting = entry.waiting { actions += received(waiting, at: at) }
    let given = answer == .accepted ? nil : editions.removeValue(forKey: entry.ticket)
    if answer == .outdated {
      if let given, given.isOver(in: piece) {
        return actions + [.settle(entry, stem, nil, isUnchanged: true)]
      }
      return actions + outdated(entry, stem, entry.again ?? command)
    }
    if let run = entry.run { actions += took(effect: run, entry, answer, status, at) }
    if answer == .accepted {
      actions.append(.record(entry.recorded(command), at: at))
      accept(command, of: stem, received: at, due: entry.due ?? at, by: entry.by)
      if case .panic = command { actions += panic(at: at) }
      if case .edition = command {
        let due = entry.due ?? at
        editions[entry.ticket]?.place = due - origins[due]
        expectEdition()
      }
      if case .freeze = command { accept(haltAt: entry.place, by: entry.by) }
      if case .cue(let request) = command { accept(request, of: stem) }
      if case .door(_, isOpen: false, nil) = command { actions += endCue(of: stem, at: at) }
      if case .gap = command { hasGap = true }
      if case .section(.play(let span)) = command { section = span.flatMap(Section.init) }
    }
    // What has waited counts as requested from now on.
    if entry.receipt != nil { actions += withdraw(command, of: stem) }
    if case .door = command {
      // A stem that the door needs stopped before the command arrived. The next check judges the door again.
      if answer == .notPermitted { stems[stem.int].isOpen = false }
      return actions + [.settle(entry, stem, nil)]
    }
    switch command {
    case .request where answer != .tooFar:
      // A stem that plays on rises over the usual ramp if it has faded.
      let rises = answer == .accepted && status == .play
      stems[stem.int].become(
        status, since: at, fading: rises ? 1 : 0, ramp: usualRamp)
    case .fade where answer != .tooFar:
      stems[stem.int].become(status, since: at, fading: answer == .accepted ? fadeLength(of: command) : 0)
    default: break
    }
    if answer == .accepted { actions += endHold(by: entry, of: stem, received: at) }
    if let followed = answeredStop(of: stem, answer, command, by: entry.by) {
      return actions + followed + [.settle(entry, stem, nil)]
    }
    if answer == .tooFar {
      actions += withdraw(command, of: stem)
      let name = command.isForMaster ? StemSelection.master : command.isForAll ? "all" : set[stem].id
      let problem =
        switch command {
        case .seek(let place): CommandProblem.noSuchPlace(place)
        case .section(.play(let span?)):
          grid.flatMap { grid in sampleRate.map { span.problem(grid, $0) } } ?? .ended
        default: CommandProblem.tooFar(stem: name, command.quantum ?? .cycle)
        }
      return actions + [.tell(.refused(problem, by: entry.by)), .settle(entry, stem, problem)]
    }
    if entry.isRequest || entry.isListening, answer == .notPermitted {
      return actions + [.explain(entry, stem, status, at: at)]
    }
    if let event = accepted(entry, of: stem, answer, status, at) {
      actions.append(.tell(event))
    }
    actions.append(.settle(entry, stem, nil, isUnchanged: answer == .unchanged))
    return actions
  }

  /// When a part of a scene takes effect, if it does.
  private func took(
    effect run: SceneRun, _ entry: SentCommand, _ answer: EngineEvent.Answer, _ status: StemStatus,
    _ at: FramePosition
  ) -> [Action] {
    guard answer == .accepted || answer == .unchanged else { return [] }
    let due = entry.due ?? (entry.isRequest ? status.pending?.at : nil) ?? at
    return [.ran(run, at: due - origins[due])]
  }

  /// The first answer to a command that has waited: before anything has changed, it is noted what it changes.
  private func received(_ number: Int, at frame: FramePosition) -> [Action] {
    let step = waitingSteps.removeValue(forKey: number).map { ($0, $0.step(on: self)) }
    let answers = 1 + sent.count { $0.waiting == number }
    return [.received(number, at: frame)] + (step.map { [.note($0.1, by: $0.0.by, answers: answers)] } ?? [])
  }

  /// The event for a command that the engine has received; nil if there is none.
  private func accepted(
    _ entry: SentCommand, of stem: StemIndex, _ answer: EngineEvent.Answer, _ status: StemStatus,
    _ at: FramePosition
  ) -> PerformanceEvent? {
    guard let command = entry.command else { return nil }
    let (due, length, asker) = (entry.due ?? at, length(of: command), entry.by)
    switch command {
    case .request, .fade: return .answered(stem, answer, status: status, at: at, by: asker)
    case .gain(let selection, let gain, _) where selection.isMaster:
      return .master(gain, at: due, over: length, by: asker)
    case .gain(_, let gain, _): return .level(stem, gain: gain, pan: nil, at: due, over: length, by: asker)
    case .pan(_, let pan, _): return .level(stem, gain: nil, pan: pan, at: due, over: length, by: asker)
    case .solo(_, let mode, _): return .solo(stem, mode, at: due, by: asker)
    case .pause(let selection, let isOn, _):
      let isUnchanged = answer == .unchanged
      // A pause that takes effect at once is reported by its effect.
      let isOwn = entry.by == .door || entry.by == .recovery || entry.by == .device
      if isUnchanged ? isOwn : due <= at { return nil }
      return .pausing(selection == nil ? nil : stem, isOn, at: isUnchanged ? nil : due, by: entry.by)
    case .seek(.to(.frame(let place))): return .seeks(to: place, at: due, by: asker)
    // The set's own course is told by the sections that begin.
    case .section(.play(let span)) where asker != .clock:
      return .section(span.flatMap(Section.init), at: at, by: asker)
    case .cue(let request) where answer == .accepted: return event(request, of: stem, at: at, by: asker)
    case .panic: return .panic(at: at, by: asker)
    case .replace(_, let file, _): return .replaced(stem, file: CleanText.clean(file), at: due, by: asker)
    case .skip(let frames): return .skipped(from: at, frames: frames)
    case .edition(let number, _):
      let changes = edition(number)?.changes
      return .reloading(at: due, playback: changes?.playback, piece: changes?.piece, by: asker)
    case .freeze where isStanding && answer == .accepted: return .frozen(at - origin, at: at, by: asker)
    case .roll where answer == .accepted: return .goesOn(from: at - origin, at: at, by: asker)
    case .door, .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .seek, .freeze, .roll, .begin,
      .scene, .next,
      .previous,
      .toggle, .undo, .reload, .playback, .piece, .record, .endRecording, .capture, .endCapture, .keep,
      .learn,
      .endLearning,
      .section, .cue, .mark, .unpair,
      .quit:
      return nil
    }
  }

  /// The engine has received the command under another edition than that for which it was given: it is given again. The next look at the
  /// doors gives the openings.
  private func outdated(_ entry: SentCommand, _ stem: StemIndex, _ command: ControlCommand) -> [Action] {
    let settled = Action.settle(entry, stem, nil, isUnchanged: true)
    if case .door = command {
      if let stem = entry.stem, entry.receipt == nil { stems[stem.int].isOpen = false }
      return [settled]
    }
    let withdrawn = entry.stem.map { withdraw(command, of: $0) } ?? []
    return withdrawn + [.giveAgain(.init(command: command, by: entry.by, batch: entry.batch)), settled]
  }

  /// Handles the answer to a door's stop.
  /// - Returns: The actions that follow, if the answer need not be reported; nil for everything else.
  private func answeredStop(
    of stem: StemIndex, _ answer: EngineEvent.Answer, _ command: ControlCommand, by source: Asker
  ) -> [Action]? {
    guard source == .door, case .request(.stop, let selection, let quantum, _) = command else { return nil }
    if answer == .tooFar, quantum != .loop {
      // The boundary is too far in the future; that of the loop is not.
      return [.perform([.request(.stop, selection, .loop)], by: .door)]
    }
    stems[stem.int].keptShut = stems[stem.int].status
    return answer == .unchanged ? [] : nil
  }

  private func accept(
    _ command: ControlCommand, of stem: StemIndex, received: FramePosition, due: FramePosition,
    by source: Asker
  ) {
    // The engine has accepted it, so its fade has a length.
    let length = length(of: command)
    let accepted = command.isForAll ? stems.indices : stem.int..<stem.int + 1
    if case .gain(_, let gain, _) = command, command.isForMaster {
      reachMaster(received)
      let request = Restoration.Again(command: command, by: source)
      // Nothing clicks while the music stands.
      let ramp = isStanding && due <= received ? 0 : usualRamp
      masterSetting.accept(.init(value: gain, at: due, length: length, ramp: ramp, request: request))
      if !gain.isInaudible { audibleMaster = gain }
      reachMaster(received)
    } else {
      for index in accepted {
        stems[index].accept(
          command, by: source, received: received, due: due, length: length, ramp: usualRamp,
          isUnheard: isStanding && due <= received)
        if case .pause(let selection, let isOn, let quantum) = command {
          stems[index].accept(
            .init(value: isOn, at: due, length: 0),
            .init(quantum: quantum ?? .now, by: source, isOfAll: selection == nil))
        }
      }
    }
  }

  func length(of command: ControlCommand) -> FrameCount {
    command.fade.flatMap { try? moment(of: $0).length } ?? 0
  }

  /// The frames that a change of gain takes at least.
  private var usualRamp: FrameCount { configuration?.ramp ?? 0 }

  /// The length of a fade of a stem in the engine, in frames.
  private func fadeLength(of command: ControlCommand) -> FrameCount {
    max(1, length(of: command), usualRamp)
  }

  func resetMasterRequest() {
    master = masterSetting.goal
    for case .gain(let selection, let gain, _)? in requested.map(\.command) where selection.isMaster {
      master = gain
    }
  }

  /// Resets the requested values of a refused command to those that the engine has accepted, which views and the next command
  /// use.
  private func withdraw(_ command: ControlCommand, of stem: StemIndex) -> [Action] {
    if command.isForMaster {
      resetMasterRequest()
      return []
    }
    stems[stem.int].resetRequests(but: requested.lazy.filter { $0.stem == stem }.compactMap(\.command))
    return [.giveFile(stems[stem.int].mix.file, to: stem)]
  }
}

extension ControlCommand {
  fileprivate var isForMaster: Bool {
    if case .gain(let selection, _, _) = self { selection.isMaster } else { false }
  }

  fileprivate var isForAll: Bool { if case .pause(nil, _, _) = self { true } else { false } }
}
