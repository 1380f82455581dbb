import CanonEngine
import CanonStems

/// A command that may be undone: what it sets, and what was before. A scene is one step.
struct UndoStep {
  /// Something that the step sets.
  struct Part {
    let facet: Facet
    /// As asked for.
    let quantum: Quantum?
    /// Whether it was asked for itself; not so what makes room for another stem of its group, the
    /// end of a pause, and the place among the scenes.
    let isAsked: Bool
  }

  let number: Int
  /// As it was said.
  let text: String
  /// The frame that came next when it was given.
  let position: FramePosition
  /// In the order in which it was asked for.
  var parts: [Part] = []
  private var stems: [StemIndex: Expected.Stem] = [:]
  private let master: Decibels
  /// The scene that was run last before it, and the one that it runs.
  let scene: Int?
  let run: Int?

  /// - Parameters:
  ///   - commands: As they are going to be given, scenes and toggles resolved.
  ///   - scene: What was run last before it, and what it runs.
  init(
    _ number: Int, _ text: String, _ commands: [ControlCommand], on deck: Deck,
    scene: (before: Int?, run: Int?)
  ) {
    let expected = Expected(deck)
    (self.number, self.text, position) = (number, text, deck.position)
    (master, self.scene, run) = (expected.master, scene.before, scene.run)
    for command in commands {
      for target in (try? deck.targets(of: command)) ?? [] { add(command, target, deck.set) }
    }
    if run != nil { parts.append(Part(facet: .scene, quantum: nil, isAsked: false)) }
    for stem in parts.compactMap(\.facet.stem) { stems[stem] = expected[stem] }
  }

  private mutating func add(_ command: ControlCommand, _ target: StemIndex?, _ set: StemSet) {
    var quantum = command.quantum
    if case .fade = command { quantum = quantum ?? .now }
    // What lets a stem be heard ends the pause for it.
    if command.leadsToSound, let target {
      parts.append(Part(facet: .held(target), quantum: nil, isAsked: false))
    }
    for facet in command.facets(of: target, among: set.stems.indices) {
      guard case .state(let stem) = facet, let target else {
        parts.append(Part(facet: facet, quantum: quantum, isAsked: true))
        continue
      }
      for rival in set.stems.withRivals(of: [stem]).sorted() {
        parts.append(Part(facet: .state(rival), quantum: quantum, isAsked: rival == target))
      }
    }
  }

  /// What leads back to what was before; nothing where all is to be as before.
  func commands(in expected: Expected, _ set: StemSet, sparing spared: Set<Facet>) -> [ControlCommand] {
    parts.filter { !spared.contains($0.facet) }.flatMap { commands(for: $0, in: expected, set) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func commands(for part: Part, in expected: Expected, _ set: StemSet) -> [ControlCommand] {
    guard let index = part.facet.stem, let before = stems[index] else {
      if part.facet != .master || master == expected.master { return [] }
      return [.gain(StemSelection([StemSelection.master]), master)]
    }
    let (stem, selection) = (expected[index], StemSelection([set[index].id]))
    let file = { (mix: StemMirror.Mix) in mix.file ?? set[index].file }
    switch part.facet {
    case .state:
      let requests = stem.status.requests(leadingTo: before.state, isCertain: stem.isCertain)
      // Several happen together. A start ends the pause for its stem, which had not ended before.
      return requests.map {
        .request($0, selection, requests.count > 1 ? .now : $0 == .cancel ? nil : part.quantum)
      } + (before.isHeld && requests.contains(.start) ? [.pause(selection, isOn: true, .now)] : [])
    case .gain where stem.mix.gain != before.mix.gain: return [.gain(selection, before.mix.gain)]
    case .pan where stem.mix.pan != before.mix.pan: return [.pan(selection, before.mix.pan)]
    case .solo where stem.mix.solo != before.mix.solo:
      return [.solo(selection, before.mix.solo, part.quantum)]
    case .file where file(stem.mix) != file(before.mix):
      return [.replace(selection, file: file(before.mix), part.quantum)]
    case .held where stem.isHeld != before.isHeld: return [.pause(selection, isOn: before.isHeld, .now)]
    case .gain, .pan, .solo, .file, .held, .master, .scene: return []
    }
  }
}

extension StemStatus {
  /// The requests that lead to a state, to be received on one frame; none where it is to be so already.
  ///
  /// `stop` and `mute` take back what is pending as well, and still lead there when that has happened meanwhile. What leads
  /// to sound may need a permit, so a stem that plays and is about to be silent is left to play by `cancel`. What is
  /// stopped is muted by way of a start.
  /// - Parameters:
  ///   - goal: Not `wait`.
  ///   - isCertain: Whether the status is what the engine has told.
  func requests(leadingTo goal: StemState, isCertain: Bool) -> [StemRequest] {
    if (next ?? state) == goal { return [] }
    switch goal {
    case .stop: return [.stop]
    case .mute: return state == .play || state == .mute ? [.mute] : [.start, .mute]
    case .play: return soundsNow && isCertain ? [.cancel] : [.start]
    case .wait: return []
    }
  }
}
