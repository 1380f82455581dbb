/// Where a relocation of the music leads to.
public enum SeekTarget: Hashable, BitwiseCopyable, Sendable {
  /// A position, in frames from the music's first downbeat.
  case to(FramePosition)
  /// So many frames from where the music is on the frame of the relocation, also by an earlier one for that frame; not before the
  /// first downbeat.
  case by(FrameCount)
}

/// A relocation that waits until all stems are silent.
struct PendingSeek: BitwiseCopyable {
  /// The frame on which the music is at ``target``.
  let at: FramePosition
  let target: FramePosition

  @_noLocks init(at: FramePosition, target: FramePosition) {
    self.at = at
    self.target = target
  }
}

/// Relocation: the music moves to another place, and the frames count on. All stems fall silent over the usual ramp, and rise in
/// phase at the new place.
extension Engine {
  @_noLocks mutating func seek(_ target: SeekTarget, _ command: EngineCommand) -> EngineEvent.Answer {
    let at = pendingSeek?.at ?? (isRolling ? position &+ ramps.usual : position)
    let place: FramePosition
    switch target {
    case .to(let position): place = position
    case .by(let frames): place = max(0, (pendingSeek?.target ?? at &- origin) &+ frames)
    }
    guard place > 0 &- Self.lastBoundary, place < Self.lastBoundary else { return .tooFar }
    pendingSeek = PendingSeek(at: at, target: place)
    agenda = min(agenda, at)
    unsafe events.write(.relocates(command.ticket, at: at, to: place))
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].hush(at: position, isRolling: isRolling, ramps: ramps)
      touch(i)
      i &+= 1
    }
    return .accepted
  }

  /// Moves the music if that is due.
  /// - Returns: Whether it has moved. Then more may be due on this frame.
  @_noLocks mutating func relocateIfDue() -> Bool {
    guard let seek = pendingSeek, seek.at <= position else { return false }
    pendingSeek = nil
    let move = Relocation(at: position, origin: origin, distance: seek.target &- (position &- origin))
    origin = move.origin
    if let change = pendingMaster {
      pendingMaster = PendingGain(at: move.frame(change.at), gain: change.gain, length: change.length)
    }
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].relocate(move, ramps: ramps)
      let isAudible = unsafe isLeftHeard(i) && !memory.players[i].isHeld && !memory.players[i].isHushed
      if isAudible { unsafe memory.players[i].rise(at: position, isRolling: isRolling, ramps: ramps) }
      touch(i)
      i &+= 1
    }
    events.write(.relocated(at: position, to: seek.target))
    return true
  }
}
