/// The cue bus: what the player alone hears. It has pre-listening and the click beside what stems send to it, and the master never has it.
///
/// What is heard there is decided on the frames that are delivered, by the state that everything has on them.
extension Engine {
  /// Begins or ends the pre-listening of a stem. It begins only while the stem is open, and ends when that no longer is.
  @_noLocks mutating func cue(_ index: Int, _ isOn: Bool) -> EngineEvent.Answer {
    let areNeedsMet = consumeNeeds()
    if isOn, unsafe !areNeedsMet || !memory.players[index].isOpen { return .notPermitted }
    if unsafe memory.players[index].isCued == isOn { return .unchanged }
    unsafe memory.players[index].isCued = isOn
    if isOn { hasCues = true }
    return .accepted
  }

  /// Decides what the player alone hears from this frame on, which is delivered.
  @_noLocks mutating func settleCue() {
    settleClick()
    guard hasCues else { return }
    hasCues = false
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].settleCue(isMuted: isMuted, at: position, ramps: ramps)
      if isCueHeard(i) { hasCues = true }
      i &+= 1
    }
  }

  @_noLocks private func isCueHeard(_ index: Int) -> Bool {
    unsafe memory.players[index].hasCue || memory.players[index].cue.end > position
  }

  /// Adds what the player alone hears to the cue bus.
  /// - Precondition: No change begins within these frames.
  @_noLocks mutating func deliverCue(frames: Int32, offset: Int32, buses: OutputPairs?) {
    if decides { settleCue() }
    guard cueBus >= 0, let bus = unsafe buses?[cueBus]?.advanced(by: offset) else { return }
    var i = 0
    while hasCues && i < stemCount {
      if isCueHeard(i) {
        unsafe memory.players[i].mixCue(from: position, frames: frames, to: bus, scratch: memory.scratch)
      }
      i &+= 1
    }
    if !click.isQuiet(at: position) { unsafe mixClick(frames: frames, to: bus) }
  }

  /// Whether the cue bus is silent but for what stems send to it, and stays so without a command.
  var isCueQuiet: Bool {
    @_noLocks get { !hasCues && !click.isOn && click.isQuiet(at: position) && !isCountInAhead }
  }
}
