import CanonEngine
import CanonSchedule
import CanonStems

/// The gate for follow actions: they come while nobody asks, so the engine is told in advance which stems they may
/// start. From the frame on which it receives that, a door counts as open for them, or as shut; the journal says so.
extension Session {
  /// Lets follow actions start the stem, once its samples are there: they pass the gate here, until its door shuts.
  func openForFollowing(_ stem: StemIndex) {
    if gate.door(of: stem) == nil ? !set.hasFollowStarts : doorWatching.isToldOfDoors { return }
    try? open(stem)
  }

  /// Behind a door that has shut no follow action starts a stem any more.
  func closeForFollowing(_ stem: StemIndex) {
    if !doorWatching.isToldOfDoors { shut(stem) }
  }

  /// Does what a journal says of a door. It names the frame; whether the schedule allows it there, the gate decides.
  func follow(_ id: String, isOpen: Bool) throws(CommandProblem) {
    guard let stem = set.index(of: id) else { throw .unknownStem(id, known: set.stems.map(\.id)) }
    if isOpen { try open(stem) } else { shut(stem) }
  }

  private func open(_ stem: StemIndex) throws(CommandProblem) {
    if stems[stem.int].isOpen { return }
    // The gate is asked first: an opening that it refuses is told of, also where there are no samples.
    let permit = try permit(for: stem)
    guard handle?.hasSamples(stem) == true else { return }
    stems[stem.int].isOpen = true
    if let ticket = handle?.open(permit, by: .clock) {
      remember(ticket, door(stem, true), of: stem, by: .clock)
    }
  }

  private func shut(_ stem: StemIndex) {
    guard stems[stem.int].isOpen else { return }
    stems[stem.int].isOpen = false
    if let ticket = handle?.close(stem, by: .clock) {
      remember(ticket, door(stem, false), of: stem, by: .clock)
    }
  }

  /// What the journal says; nil for a stem without a door.
  private func door(_ stem: StemIndex, _ isOpen: Bool) -> ControlCommand? {
    gate.door(of: stem) == nil ? nil : .door(set[stem].id, isOpen: isOpen)
  }

  /// For a performance whose doors nobody watches: shuts by date what was open for follow actions.
  func closeShutDoors() {
    guard doorWatching == .none, schedule != nil else { return }
    let context = doorContext()
    for index in stems.indices where stems[index].isOpen {
      if !doorStatus(of: StemIndex(index), in: context).isOpen { closeForFollowing(StemIndex(index)) }
    }
  }
}

extension StemSet {
  /// Whether any stem starts another by itself.
  var hasFollowStarts: Bool {
    stems.contains { stem in
      switch stem.follow?.then {
      case .start, .any: true
      case .stop, .mute, nil: false
      }
    }
  }
}
