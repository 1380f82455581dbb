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

    package init(command: ControlCommand, by: Asker) { (self.command, self.by) = (command, by) }
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
    /// Whether the music stands. Then everything else is as if it had come to stand just now.
    var halt = Halt.none
  }

  /// - Parameters:
  ///   - set: May have other stems than the music: those that are gone are omitted, and new ones begin as usual.
  ///   - needs: The stems that a stem's door needs.
  ///   - mayPlay: Whether a stem's door is open. A stem that may no longer play is not soloed either, because that would silence
  ///     everything else.
  ///   - rate: The sample rate of the new engine.
  init(
    of music: Music, in set: StemSet, needs: (StemIndex) -> [StemIndex],
    mayPlay: (StemIndex) -> Bool = { _ in true }, at rate: SampleRate
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
    for (index, layer) in layers.enumerated() {
      let stem = StemIndex(index)
      if let layer { steps += Self.levels(stem, layer, mayPlay: !layer.soundsNow || mayPlay(stem)) }
    }
    for index in Self.order(layers, needs) {
      let (stem, spec) = (StemIndex(index), set.stems[index])
      guard let layer = layers[index] else {
        if spec.isBase { steps.append(Step(command: nil, stem: stem, shows: .play)) }
        continue
      }
      steps += Self.layer(stem, spec, layer.state, began: spec.dependsOnItsStart ? layer.began : nil)
      if let level = layer.faded { steps.append(Step(command: .faded(spec.id, level), stem: stem)) }
    }
    // Pauses come after the starts, which would end them.
    for (index, layer) in layers.enumerated() where layer?.isHeld == true {
      steps.append(Step(command: Self.hold(set.stems[index]), stem: StemIndex(index)))
    }
    switch music.halt {
    case .none: break
    case .due(let place): steps.append(Step(command: .freeze(place.map { .frame($0) })))
    case .stands: steps.append(Step(command: .freeze(nil)))
    }
    again = music.again
  }

  /// The order of the stems. Muted stems come first, because each is started, which stops the others of its group. Stems that
  /// a door needs come before the stem behind the door.
  private static func order(_ layers: [Music.Layer?], _ needs: (StemIndex) -> [StemIndex]) -> [Int] {
    func isMuted(_ index: Int) -> Bool { layers[index]?.state == .mute }
    var waiting = layers.indices.filter(isMuted) + layers.indices.filter { !isMuted($0) }
    var order: [Int] = []
    var missing = Set(layers.indices.filter { layers[$0]?.soundsNow ?? false })
    while !waiting.isEmpty {
      // Doors that need each other's stems would wait for ever.
      let place = waiting.firstIndex { needs(StemIndex($0)).allSatisfy { !missing.contains($0.int) } } ?? 0
      let index = waiting.remove(at: place)
      missing.remove(index)
      order.append(index)
    }
    return order
  }

  private static func levels(_ stem: StemIndex, _ layer: Music.Layer, mayPlay: Bool) -> [Step] {
    let selection = StemSelection([layer.id])
    var commands: [ControlCommand] = []
    if layer.solo != .off, mayPlay { commands.append(.solo(selection, layer.solo, .now)) }
    if let gain = layer.gain { commands.append(.gain(selection, gain)) }
    if let pan = layer.pan { commands.append(.pan(selection, pan)) }
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
