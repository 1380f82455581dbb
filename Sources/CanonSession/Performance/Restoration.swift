import CanonEngine
import CanonStems

/// A plan to restore a performance in a new engine after the server's sample rate has changed. It is made from the old
/// state and carried out with the same commands that people give. The journal therefore contains it, and rendering the
/// journal gives the played output.
///
/// Playing layers start again at frame 0, from where the driver moves the clock forward, with the levels that they had reached.
/// Pending changes, the rest of fades, and commands that were not received yet are given again once the clock has its
/// position, because frame 0 is on every boundary.
struct Restoration {
  /// A command for frame 0.
  struct Step {
    /// nil for a base, which starts with the clock.
    let command: ControlCommand?
    /// The stem whose layer it restores. If one of a stem's steps is refused, its next ones are omitted. nil for steps without
    /// a layer.
    var stem: StemIndex?
    /// The state that the stem's mirror gets at once. If this engine is also lost before it has answered, the next one
    /// restores the same state.
    var shows: StemState?
    var began: FramePosition?
  }

  /// A command to give again once the clock has left frame 0, with its asker.
  struct Again: Sendable {
    let command: ControlCommand
    let by: Asker
  }

  private(set) var steps: [Step] = []
  private(set) var again: [Again] = []

  /// The state to restore.
  struct Before {
    /// The stems as the old engine left them; empty if there was none.
    let stems: [StemMirror]
    /// The commands that the old engine has not answered.
    let unanswered: [SentCommand]
    let master: Setting<Decibels>
    /// The master's gain at the last position.
    let masterLevel: Decibels
    let rate: SampleRate
    /// The last position of its clock.
    var position: FramePosition = 0
    /// The frame of the music's first downbeat.
    var origin: FramePosition = 0
    /// Whether the music stands. Then everything else is as if it had come to stand just now.
    var halt = Halt.none
  }

  /// - Parameters:
  ///   - needs: The stems that a stem's door needs.
  ///   - rate: The sample rate of the new engine.
  init(of before: Before, in set: StemSet, needs: (StemIndex) -> [StemIndex], at rate: SampleRate) {
    let stems = before.stems
    if before.origin != 0 {
      let start = 0 - before.origin.scaled(from: before.rate, to: rate)
      steps.append(Step(command: .seek(.to(.frame(start)))))
    }
    if before.masterLevel.value != 0 {
      steps.append(Step(command: .gain(StemSelection([StemSelection.master]), before.masterLevel)))
    }
    for (index, old) in stems.enumerated() {
      steps += Self.levels(StemIndex(index), set.stems[index], old.reachedMix(at: before.position))
    }
    for index in Self.order(stems, needs) {
      let began =
        set.stems[index].dependsOnItsStart ? stems[index].began.scaled(from: before.rate, to: rate) : nil
      steps += Self.layer(StemIndex(index), set.stems[index], stems[index].status.state, began: began)
      if let fading = Self.fading(stems[index], before) {
        let id = set.stems[index].id
        steps.append(Step(command: .faded(id, fading.level), stem: StemIndex(index)))
      }
    }
    // Pauses come after the starts, which would end them.
    for (index, old) in stems.enumerated() where old.hold.isHeld {
      steps.append(Step(command: Self.hold(set.stems[index]), stem: StemIndex(index)))
    }
    switch before.halt {
    case .none: break
    case .due(let place, _):
      let place = place.map { ScoreTime.frame($0.scaled(from: before.rate, to: rate)) }
      steps.append(Step(command: .freeze(place)))
    case .stands: steps.append(Step(command: .freeze(nil)))
    }
    again = Self.changes(set, stems, before)
    // Commands of an earlier restoration are omitted, because this plan replaces them, but for the rest of a fade. The new engine
    // already learned which doors are open when its stems were loaded.
    again += before.unanswered.compactMap { sent in
      if case .door = sent.command { return nil }
      if sent.by == .recovery, sent.command?.isFadeOfStems != true { return nil }
      return sent.command.map { Again(command: $0.asGiven, by: sent.by) }
    }
  }

  /// The order of the stems. Muted stems come first, because each is started, which stops the others of its group. Stems that
  /// a door needs come before the stem behind the door.
  private static func order(_ stems: [StemMirror], _ needs: (StemIndex) -> [StemIndex]) -> [Int] {
    var waiting =
      stems.indices.filter { stems[$0].status.state == .mute }
      + stems.indices.filter { stems[$0].status.state != .mute }
    var order: [Int] = []
    var missing = Set(stems.indices.filter { stems[$0].status.soundsNow })
    while !waiting.isEmpty {
      // Doors that need each other's stems would wait for ever.
      let place = waiting.firstIndex { needs(StemIndex($0)).allSatisfy { !missing.contains($0.int) } } ?? 0
      let index = waiting.remove(at: place)
      missing.remove(index)
      order.append(index)
    }
    return order
  }

  private static func levels(_ stem: StemIndex, _ spec: StemSpec, _ old: StemMirror.Mix) -> [Step] {
    let selection = StemSelection([spec.id])
    var commands: [ControlCommand] = []
    if old.solo != .off { commands.append(.solo(selection, old.solo, .now)) }
    if old.gain != spec.gain { commands.append(.gain(selection, old.gain)) }
    if old.pan != spec.pan { commands.append(.pan(selection, old.pan)) }
    return commands.map { Step(command: $0, stem: stem) }
  }

  /// - Parameter began: The boundary on which the run began, on the new clock; nil for a stem whose position does not depend
  ///   on it.
  private static func layer(
    _ stem: StemIndex, _ spec: StemSpec, _ state: StemState, began: FramePosition?
  ) -> [Step] {
    func step(_ request: StemRequest, _ shows: StemState, from: FramePosition? = nil) -> Step {
      Step(
        command: .request(request, StemSelection([spec.id]), .now, from: from), stem: stem, shows: shows,
        began: request == .start ? from ?? 0 : nil)
    }
    let start = spec.isBase ? Step(command: nil, stem: stem, shows: .play) : step(.start, .play, from: began)
    switch state {
    case .play: return [start]
    case .mute: return [start, step(.mute, .mute)]
    case .stop: return spec.isBase ? [step(.stop, .stop)] : []
    case .wait: return []
    }
  }
}

extension StemSpec {
  /// Whether the stem's output depends on its start.
  fileprivate var dependsOnItsStart: Bool { entry == .top || repeats > 0 || follow != nil || region != nil }
}
