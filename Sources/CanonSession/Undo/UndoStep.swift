import CanonEngine
import CanonStems

/// A command that can be undone: the facets that it sets, with their values before. A scene is one step.
struct UndoStep {
  /// One facet that the step sets.
  struct Part {
    let facet: Facet
    /// The requested quantum.
    let quantum: Quantum?
    /// Whether the command names the facet. False for a stem that yields to another of its group, for the end of a pause, and
    /// for the place among the scenes.
    let isAsked: Bool
    /// What its stem led to before; nil for a facet of no stem.
    var before: Expected.Stem?
  }

  let number: Int
  /// The commands as they were given.
  private let given: [ControlCommand]
  /// The next frame at the time of the command.
  let position: FramePosition
  /// In the order of the commands.
  var parts: [Part] = []
  private let master: Decibels
  /// The scene that was run last before the step, and the scene that the step runs.
  private(set) var scene: Int?
  private(set) var run: Int?

  /// The same step in the next program; what it changed of stems that have left is forgotten.
  /// - Parameter scenes: The place of a scene of the old program in the new one; nil if it is not there.
  mutating func move(_ succession: Succession, scenes: (Int) -> Int?) {
    parts = parts.compactMap { part in
      part.facet.moved(succession).map {
        Part(facet: $0, quantum: part.quantum, isAsked: part.isAsked, before: part.before)
      }
    }
    (scene, run) = (scene.flatMap(scenes), run.flatMap(scenes))
    if run == nil { parts.removeAll { $0.facet == .scene } }
  }

  /// - Parameters:
  ///   - given: The commands as they were given.
  ///   - commands: The same with scenes and toggles resolved.
  ///   - scene: The scene that was run last before, and the one that the commands run.
  init(
    _ number: Int, _ given: [ControlCommand], _ commands: [ControlCommand], on deck: Deck,
    scene: (before: Int?, run: Int?)
  ) {
    (self.number, self.given, position) = (number, given, deck.position)
    (master, self.scene, run) = (deck.master, scene.before, scene.run)
    for command in commands {
      for target in (try? deck.targets(of: command)) ?? [] { add(command, target, deck.played) }
    }
    if run != nil { parts.append(Part(facet: .scene, quantum: nil, isAsked: false)) }
    let reached = deck.reached
    let expected =
      parts.allSatisfy(\.facet.isLevel) ? nil : Expected(deck, of: parts.compactMap(\.facet.stem))
    for place in parts.indices {
      guard let stem = parts[place].facet.stem else { continue }
      parts[place].before = expected?[stem] ?? Expected.Stem(stem.int, on: deck, at: reached)
    }
  }

  /// The commands as text.
  var text: String { given.text }
  var isPanic: Bool { given.contains(.panic) }

  private mutating func add(_ command: ControlCommand, _ target: StemIndex?, _ played: PlayedSet) {
    var quantum = command.quantum
    if case .fade = command { quantum = quantum ?? .now }
    // A command that leads to sound also ends a pause.
    if command.leadsToSound, let target {
      parts.append(Part(facet: .held(target), quantum: nil, isAsked: false))
    }
    for facet in command.facets(of: target, among: played.set.stems.indices) {
      guard case .state(let stem) = facet, let target else {
        parts.append(Part(facet: facet, quantum: quantum, isAsked: true))
        continue
      }
      for rival in played.set.stems.withRivals(of: [stem]).sorted() {
        parts.append(Part(facet: .state(rival), quantum: quantum, isAsked: rival == target))
      }
    }
  }

  /// The commands that restore the values before the step; empty if all values will be the same without them.
  func commands(in expected: Expected, _ set: StemSet, sparing spared: Set<Facet>) -> [ControlCommand] {
    let all: [ControlCommand] = parts.filter { !spared.contains($0.facet) }
      .flatMap { commands(for: $0, in: expected, set) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return Self.holdOfAll(all, set).map { [$0] } ?? all
  }

  /// The one command for all stems that does what commands do that pause each stem, or resume each; nil if they do anything else.
  private static func holdOfAll(_ commands: [ControlCommand], _ set: StemSet) -> ControlCommand? {
    guard set.stems.count > 1, commands.count == set.stems.count,
      case .pause(_?, let isOn, let quantum)? = commands.first
    else { return nil }
    let each = set.stems.map { ControlCommand.pause(StemSelection([$0.id]), isOn: isOn, quantum) }
    return each.allSatisfy(commands.contains) ? .pause(nil, isOn: isOn, quantum) : nil
  }

  private func commands(for part: Part, in expected: Expected, _ set: StemSet) -> [ControlCommand] {
    guard let index = part.facet.stem, let before = part.before else {
      if part.facet != .master || master == expected.master { return [] }
      return [.gain(StemSelection([StemSelection.master]), master)]
    }
    let (stem, selection) = (expected[index], StemSelection([set[index].id]))
    let file = { (mix: StemMirror.Mix) in mix.file ?? set[index].file }
    switch part.facet {
    case .state:
      let requests = stem.status.requests(leadingTo: before.state, isCertain: stem.isCertain)
      // Several requests act on one frame. A start would end a pause of its stem, so the pause is given again.
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
  /// The requests that lead to a state, to be received on one frame; empty if the status leads there already.
  ///
  /// `stop` and `mute` also cancel the pending change, and still lead to the state if that change takes effect first. A
  /// request that leads to sound may need a permit, so a pending change to silence is cancelled by `cancel`. A stopped stem becomes muted by
  /// a start and a mute.
  /// - Parameters:
  ///   - goal: Not `wait`.
  ///   - isCertain: Whether the engine has reported the status.
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
