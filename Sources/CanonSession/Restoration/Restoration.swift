import CanonEngine
import CanonStems

/// A plan to restore a performance in a new engine: after the server's sample rate has changed, or after canon itself has ended
/// (``Evening``). It is made from the old state and carried out with the same commands that people give. The journal therefore contains it, and rendering the
/// journal gives the played output.
///
/// Playing layers start again at frame 0, from where the driver moves the clock forward, with the levels that they had reached.
/// Pending changes, the rest of fades, and commands that were not received yet are given again once the clock has its
/// position, because frame 0 is on every boundary.
package struct Restoration {
  /// A command for frame 0.
  struct Step {
    /// nil for a base, which starts with the clock.
    let command: ControlCommand?
    /// In whose name it is given.
    var by = Asker.recovery
    /// The stem whose layer it restores. If one of a stem's steps is refused, its next ones are omitted. nil for steps without
    /// a layer.
    var stem: StemIndex?
    /// The state that the stem's mirror gets at once. If this engine is also lost before it has answered, the next one
    /// restores the same state.
    var shows: StemState?
    var began: FramePosition?
  }

  /// A command to give again once the clock has left frame 0, with its asker.
  package struct Again: Hashable, Sendable {
    package let command: ControlCommand
    package let by: Asker
    /// The batch of its answers, if somebody awaits them however late they come (``Receipts``).
    let batch: Int?

    package init(command: ControlCommand, by: Asker) { self.init(command: command, by: by, batch: nil) }

    init(command: ControlCommand, by: Asker, batch: Int?) {
      (self.command, self.by, self.batch) = (command, by, batch)
    }
  }

  private(set) var steps: [Step] = []
  private(set) var again: [Again] = []

  /// The state to restore, as an engine left it.
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
    /// Whether the piece that plays has begun with a gap, and the music has not moved since.
    var hasGap = false
    /// Whether the music is in that gap.
    var isInGap: Bool { hasGap && position < origin }
    /// The part of the music that repeats.
    var section: Section?
    var cue = CueSettings()
    /// Whether the music stands. Then everything else is as if it had come to stand just now.
    var halt = Halt.none
  }

  /// - Parameters:
  ///   - set: May have other stems than the music: those that are gone are omitted, and new ones begin as usual.
  ///   - isOpen: Whether a stem's door is open while just these stems play. A stem that may no longer play is not soloed either, because
  ///     that would silence everything else.
  ///   - rate: The sample rate of the new engine.
  init(
    of music: Music, in set: StemSet, isOpen: (StemIndex, _ beside: Set<StemIndex>) -> Bool,
    at rate: SampleRate
  ) {
    let music = music.scaled(to: rate)
    var layers: [Music.Layer?] = set.stems.map { _ in nil }
    for layer in music.layers { if let stem = set.index(of: layer.id) { layers[stem.int] = layer } }
    // What a run has asked comes before everything that may let it ask, as a move of the music does.
    for (index, layer) in layers.enumerated() where layer?.hasAsked == true {
      steps.append(Step(command: .asked(set.stems[index].id), stem: StemIndex(index)))
    }
    if music.origin != 0 { steps.append(Step(command: .seek(.to(.frame(0 - music.origin))))) }
    if music.master.value != 0 {
      steps.append(Step(command: .gain(StemSelection([StemSelection.master]), music.master)))
    }
    let states = zip(set.stems, layers).map { $1?.state ?? ($0.isBase ? .play : .stop) }
    let (order, shut) = Self.order(states, isOpen), isShut = Set(shut)
    for (index, layer) in layers.enumerated() {
      let stem = StemIndex(index)
      if let layer { steps += Self.levels(stem, layer, mayPlay: !layer.soundsNow || !isShut.contains(stem)) }
    }
    var faded: [Step] = []
    for stem in order + shut {
      let spec = set[stem]
      guard let layer = layers[stem.int] else {
        if spec.isBase { steps.append(Step(command: nil, stem: stem, shows: .play)) }
        continue
      }
      steps += Self.layer(
        stem, spec, layer.state, began: spec.dependsOnItsStart ? layer.began : nil, origin: music.origin)
      if let level = layer.faded { faded.append(Step(command: .faded(spec.id, level), stem: stem)) }
    }
    steps += Self.cancellations(set, layers, states, origin: music.origin)
    // A start would let them rise to 1.
    steps += faded
    // From here on nothing begins before the first downbeat: it comes after what plays already, and after the move, which ends a gap.
    if music.isInGap { steps.append(Step(command: .gap)) }
    // What begins there does so although the downbeat may have passed once the clock has its position.
    if music.isInGap { steps += Self.beginnings(set, layers) }
    // Pauses come after the starts, which would end them.
    for (index, layer) in layers.enumerated() where layer?.isHeld == true {
      steps.append(Step(command: Self.hold(set.stems[index]), stem: StemIndex(index)))
    }
    switch music.halt {
    case .none: break
    case .due(let place): steps.append(Step(command: .freeze(place.map { .frame($0) })))
    case .stands: steps.append(Step(command: .freeze(nil)))
    }
    again = Self.section(of: music) + music.again
  }

  /// A section is given again once the clock has its position: before that the music passes through it. One that repeats the music takes it
  /// again, another one waits for it.
  private static func section(of music: Music) -> [Again] {
    guard let section = music.section else { return [] }
    let isInside = section.contains(music.position - music.origin)
    let again =
      isInside && section.repeats
      ? Section(from: section.from, until: section.until)
      : Section(from: section.from, until: section.until, then: section.next)
    return again.map { [Again(command: .section(.play(SectionSpan($0))), by: .recovery, batch: nil)] } ?? []
  }

  /// The order of the stems. Muted stems come first, because each is started, which stops the others of its group. A stem comes once its
  /// door is open beside those that play by then.
  /// - Parameters:
  ///   - states: Those of all stems.
  ///   - isOpen: Whether a stem's door is open while just these stems play.
  /// - Returns: All stems, and apart those whose doors are not open even then: of doors that need each other's stems, both.
  static func order(
    _ states: [StemState], _ isOpen: (StemIndex, _ beside: Set<StemIndex>) -> Bool
  ) -> (order: [StemIndex], shut: [StemIndex]) {
    let stems = states.indices.map(StemIndex.init)
    func all(_ state: StemState) -> [StemIndex] { stems.filter { states[$0.int] == state } }
    var order = all(.stop) + all(.wait), waiting = all(.mute) + all(.play)
    var playing: Set<StemIndex> = []
    var hasFound = true
    while hasFound, !waiting.isEmpty {
      let count = waiting.count
      waiting.removeAll { stem in
        guard isOpen(stem, playing) else { return false }
        order.append(stem)
        if states[stem.int] == .play { playing.insert(stem) }
        return true
      }
      hasFound = waiting.count < count
    }
    return (order, waiting)
  }
}
