import CanonEngine
import CanonStems

/// The gate for follow actions: they come while nobody asks.
extension Session {
  /// Lets follow actions start the stem: they pass the gate here, until its door shuts.
  func openForFollowing(_ stem: StemIndex) {
    guard set.hasFollowStarts, !stems[stem.int].isOpen,
      let permit = try? gate.permit(for: stem, in: doorContext())
    else { return }
    stems[stem.int].isOpen = true
    stems[stem.int].openUntil = doorStatus(of: stem, in: doorContext()).nextChange
    if let ticket = handle?.open(permit, by: .clock) { remember(ticket, nil, of: stem, by: .clock) }
  }

  /// Behind a door that has shut no follow action starts a stem any more.
  func closeShutDoors() {
    guard schedule != nil else { return }
    let now = now()
    for index in stems.indices where stems[index].isOpen {
      if let end = stems[index].openUntil, end <= now { closeForFollowing(StemIndex(index)) }
    }
  }

  func closeForFollowing(_ stem: StemIndex) {
    guard stems[stem.int].isOpen else { return }
    stems[stem.int].isOpen = false
    if let ticket = handle?.close(stem, by: .clock) { remember(ticket, nil, of: stem, by: .clock) }
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
