/// Where a relocation of the music leads to.
public enum SeekTarget: Hashable, BitwiseCopyable, Sendable {
  /// A position, in frames from the music's first downbeat.
  case to(FramePosition)
  /// A number of frames from where the music is on the frame of the relocation, also by an earlier one for that frame; not before the
  /// first downbeat.
  case by(FrameCount)
}

/// A relocation that waits until all stems are silent.
struct PendingSeek: BitwiseCopyable {
  /// The frame on which the music is at ``target``.
  let at: FramePosition
  let target: FramePosition
  /// Whether its event has reserved room. That of a section has it if there was some.
  var isPromised = true

  @_noLocks init(at: FramePosition, target: FramePosition) {
    self.at = at
    self.target = target
  }
}

/// Relocation: the music moves to another place, and the frames count on. All stems fall silent over the usual ramp, and rise in
/// phase at the new place.
extension Engine {
  /// The frame of a relocation that is requested now.
  var relocationFrame: FramePosition {
    @_noLocks get { pendingSeek?.at ?? (isSounding ? position &+ ramps.usual : position) }
  }

  @_noLocks mutating func seek(_ target: SeekTarget, _ command: EngineCommand) -> EngineEvent.Answer {
    let at = relocationFrame
    let place: FramePosition
    switch target {
    case .to(let position): place = position
    case .by(let frames):
      let (sum, isTooFar) = (pendingSeek?.target ?? at &- origin).addingReportingOverflow(frames)
      if isTooFar { return .tooFar }
      place = max(0, sum)
    }
    guard isPlace(place) else { return .tooFar }
    unsafe events.write(.relocates(command.ticket, at: at, to: place))
    plan(seek: place)
    return .accepted
  }

  /// Plans a relocation for the frame on which all stems are silent.
  @_noLocks mutating func plan(seek place: FramePosition) {
    let at = relocationFrame
    pendingSeek = PendingSeek(at: at, target: place)
    agenda = min(agenda, at)
    hushAll()
  }

  /// Moves the music if that is due.
  /// - Returns: Whether it has moved. Then more may be due on this frame.
  @_noLocks mutating func relocateIfDue() -> Bool {
    guard let seek = pendingSeek, seek.at <= position else { return false }
    pendingSeek = nil
    relocate(to: seek.target)
    return true
  }

  /// Moves the music to a place, and everything that waits for one.
  @_noLocks mutating func relocate(to place: FramePosition) {
    standHere()
    if place != position &- origin { hasGap = false }
    let move = Relocation(at: position, origin: origin, distance: place &- (position &- origin))
    origin = move.origin
    // What waits for a place that the music has passed now is due.
    agenda = .min
    click.end()
    countIn?.move(move)
    movePending(move)
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].relocate(move, ramps: ramps)
      i &+= 1
    }
    unreportedMove = (position, place)
    reportMove()
    riseAgain()
  }

  /// Reports the last relocation when there is room.
  @_noLocks mutating func reportMove() {
    guard let move = unreportedMove, events.hasRoom(for: promisedEvents &+ 1) else { return }
    unreportedMove = nil
    events.write(.relocated(at: move.at, to: move.to))
  }

  /// What waits for all stems moves with the music.
  @_noLocks private mutating func movePending(_ move: Relocation) {
    if let change = pendingMaster {
      pendingMaster = PendingGain(at: move.frame(change.at), gain: change.gain, length: change.length)
    }
    if var edition = unsafe pendingEdition {
      unsafe edition.at = unsafe move.frame(edition.at)
      unsafe edition.hushAt = unsafe max(position, edition.at &- ramps.usual)
      unsafe pendingEdition = unsafe edition
      var i = 0
      while i < stemCount {
        unsafe memory.players[i].isHushed = false
        i &+= 1
      }
    }
  }

  /// Lets everything be heard again that no solo, pause or edition silences, unless the music is still to move or stands.
  @_noLocks mutating func riseAgain() {
    var i = 0
    while i < stemCount {
      endWait(i)
      let isHeard = unsafe isLeftHeard(i) && !memory.players[i].isSilenced
      if isHeard && !isMuted {
        unsafe memory.players[i].rise(at: position, isRolling: isSounding, ramps: ramps)
      }
      touch(i)
      i &+= 1
    }
  }
}
