import CanonEngine

extension Sequence<(isHeld: Bool, status: StemStatus)> {
  /// Whether a performance of such stems is paused: one that would be heard, or is about to, is held, or all are. Stems that
  /// are started by name leave the pause; when none is left that it silences, it is over.
  var isPaused: Bool {
    var (isAnyHeld, areAllHeld) = (false, true)
    for stem in self {
      if !stem.isHeld { areAllHeld = false } else { isAnyHeld = true }
      if stem.isHeld, stem.status.soundsNow || stem.status.next == .play { return true }
    }
    return isAnyHeld && areAllHeld
  }
}
