import CanonEngine

extension Sequence<(isHeld: Bool, status: StemStatus)> {
  /// Whether a performance with these stems is paused: a stem that would be heard now or soon is held, or all stems are.
  /// Stems that are started by name leave the pause. It ends when it silences no stem any more.
  var isPaused: Bool {
    var (isAnyHeld, areAllHeld) = (false, true)
    for stem in self {
      if !stem.isHeld { areAllHeld = false } else { isAnyHeld = true }
      if stem.isHeld, stem.status.soundsNow || stem.status.next == .play { return true }
    }
    return isAnyHeld && areAllHeld
  }
}
