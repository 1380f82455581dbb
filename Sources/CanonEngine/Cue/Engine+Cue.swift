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

  /// Adds what the player alone hears to the cue bus.
  /// - Precondition: No change begins within these frames.
  @_noLocks mutating func deliverCue(frames: Int32, offset: Int32, buses: OutputPairs?) {
    settleClick()
    let bus = unsafe cueBus < 0 ? nil : buses?[cueBus]?.advanced(by: offset)
    if hasCues {
      hasCues = false
      var i = 0
      while i < stemCount {
        unsafe memory.players[i].settleCue(isMuted: isMuted, at: position, ramps: ramps)
        if unsafe memory.players[i].hasCue || memory.players[i].cue.end > position {
          hasCues = true
          if let bus = unsafe bus {
            unsafe memory.players[i].mixCue(from: position, frames: frames, to: bus, scratch: memory.scratch)
          }
        }
        i &+= 1
      }
    }
    if let bus = unsafe bus, !click.isQuiet(at: position) { unsafe mixClick(frames: frames, to: bus) }
  }

  /// Whether the cue bus is silent but for what stems send to it, and stays so without a command.
  var isCueQuiet: Bool {
    @_noLocks get { !hasCues && !click.isOn && click.isQuiet(at: position) && !isCountInAhead }
  }
}
