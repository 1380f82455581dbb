import CanonEngine
import CanonSession
import CanonStems

/// Something that a command sets and that a later one may set differently.
enum Facet: Hashable {
  case state(StemIndex), gain(StemIndex), pan(StemIndex), solo(StemIndex), file(StemIndex)
  case held(StemIndex)
  case master

  var stem: StemIndex? {
    switch self {
    case .state(let stem), .gain(let stem), .pan(let stem), .solo(let stem), .file(let stem),
      .held(let stem):
      stem
    case .master: nil
    }
  }
}

/// A command that can be undone: the facets it set, and their values before. A scene is one step.
struct UndoStep {
  let number: Int
  /// The command's text.
  let text: String
  let before: Change
  /// The facets it sets, in the order of its parts, each with the requested quantum.
  let facets: [(facet: Facet, quantum: Quantum?)]

  init(_ number: Int, _ command: ControlCommand, _ before: Change, in set: [StemSpec]) {
    (self.number, text, self.before) = (number, command.description, before)
    var facets: [(facet: Facet, quantum: Quantum?)] = []
    for part in before.parts {
      let stems = before.stems.keys.sorted { $0.int < $1.int }.filter { part.means($0, in: set) }
      switch part {
      case .request, .fade:
        var quantum = part.quantum
        if case .fade = part { quantum = quantum ?? .now }
        facets += set.withRivals(of: Set(stems)).sorted { $0.int < $1.int }.map { (.state($0), quantum) }
        // A command that leads to sound also ends a pause.
        if part.leadsToSound {
          facets += stems.filter { before.stems[$0]?.isHeld == true }.map { (.held($0), nil) }
        }
      case .gain(let selection, _, _) where selection.isMaster: facets.append((.master, nil))
      case .gain: facets += stems.map { (.gain($0), nil) }
      case .pan: facets += stems.map { (.pan($0), nil) }
      case .solo(_, _, let quantum): facets += stems.map { (.solo($0), quantum) }
      case .replace(_, _, let quantum): facets += stems.map { (.file($0), quantum) }
      case .pause(_, let isOn, let quantum):
        facets += stems.filter { before.stems[$0]?.isHeld != isOn }.map { (.held($0), quantum) }
      case .panic: facets += stems.flatMap { [(.state($0), nil), (.held($0), nil)] }
      default: break
      }
    }
    self.facets = facets
  }

  /// The commands that restore the values from before; empty if they still apply.
  func commands(in snapshot: Snapshot, _ set: [StemSpec], sparing spared: Set<Facet>) -> [ControlCommand] {
    facets.filter { !spared.contains($0.facet) }
      .flatMap { commands(for: $0.facet, $0.quantum, in: snapshot, set) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func commands(
    for facet: Facet, _ quantum: Quantum?, in snapshot: Snapshot, _ set: [StemSpec]
  ) -> [ControlCommand] {
    if case .state(let stem) = facet, let before = before.stems[stem], before.state == .mute,
      snapshot.stems[stem.int].status == .stop
    {
      // A stopped stem becomes muted by a start and a mute on one frame.
      let selection = StemSelection([set[stem.int].id])
      return [.request(.start, selection, .now), .request(.mute, selection, .now)]
    }
    return command(for: facet, quantum, in: snapshot, set).map { [$0] } ?? []
  }

  private func command(
    for facet: Facet, _ quantum: Quantum?, in snapshot: Snapshot, _ set: [StemSpec]
  ) -> ControlCommand? {
    guard let index = facet.stem else {
      guard let gain = before.master, gain != snapshot.masterGoal else { return nil }
      return .gain(StemSelection([StemSelection.master]), gain)
    }
    guard let before = before.stems[index] else { return nil }
    let (stem, selection) = (snapshot.stems[index.int], StemSelection([set[index.int].id]))
    switch facet {
    case .state:
      return stem.status.request(leadingTo: before.state).map {
        .request($0, selection, $0 == .cancel ? nil : quantum)
      }
    case .gain: return stem.gainGoal == before.gain ? nil : .gain(selection, before.gain)
    case .pan: return stem.panGoal == before.pan ? nil : .pan(selection, before.pan)
    case .solo: return stem.soloGoal == before.solo ? nil : .solo(selection, before.solo, quantum)
    case .file: return .replace(selection, file: before.file ?? set[index.int].file, quantum)
    case .held: return stem.heldGoal == before.isHeld ? nil : .pause(selection, isOn: before.isHeld, .now)
    case .master: return nil
    }
  }
}

extension StemStatus {
  /// The request that leads to a state: `cancel` if only a pending change leads away from it, else the request for the
  /// state.
  /// - Returns: nil if the stem is in that state or about to be, or if no request leads there: a stopped stem can be muted
  ///   only once it plays.
  func request(leadingTo goal: StemState) -> StemRequest? {
    if (next ?? state) == goal { return nil }
    if pending != nil && (state == .wait ? .stop : state) == goal { return .cancel }
    return switch (goal, state) {
    case (.stop, _): .stop
    case (.play, .mute): .unmute
    case (.play, _): .start
    case (.mute, .play): .mute
    case (.mute, _), (.wait, _): nil
    }
  }
}

extension ControlCommand {
  /// Whether the command concerns a stem of the set.
  fileprivate func means(_ stem: StemIndex, in set: [StemSpec]) -> Bool {
    if case .solo(nil, _, _) = self { return true }
    if self == .panic || isPauseOfAll { return true }
    return selection?.means(set[stem.int], sparesBase: sparesBase) ?? false
  }
}
