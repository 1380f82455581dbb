import CanonEngine

/// Relocations: the music moves, and the frames count on.
extension SlowSet {
  mutating func seek(_ target: SeekTarget) -> EngineEvent.Answer {
    let at = nextSeek?.at ?? (isSounding ? frame + usual : frame)
    let place =
      switch target {
      case .to(let place): place
      case .by(let frames): max(0, (nextSeek?.place ?? at - origin) + frames)
      }
    guard abs(place) < 1 << 53 else { return .tooFar }
    nextSeek = (at, place)
    hushAll()
    return .accepted
  }

  mutating func hushAll() { for k in stems.indices { hush(k) } }

  /// Lets a stem fall silent before the music moves or an edition takes over.
  mutating func hush(_ k: Int, isHeard: Bool = true) {
    guard stems[k].audibility.to != 0 else { return }
    stems[k].audibility =
      isHeard && isSounding
      ? SlowLine(from: stems[k].audibility.before(frame), to: 0, start: frame, length: usual) : SlowLine(0)
  }

  /// - Returns: Whether the music moves on this frame.
  mutating func moveIfDue() -> Bool {
    guard let seek = nextSeek, seek.at <= frame else { return false }
    nextSeek = nil
    relocate(to: seek.place)
    return true
  }

  mutating func relocate(to place: Int64) {
    let distance = place - (frame - origin)
    if distance != 0 { hasGap = false }
    origin = frame - place
    if haltedAt != nil { haltedAt = frame }
    cue.click = SlowLine(0)
    moveCountIn { $0 - distance }
    if let change = nextMaster { nextMaster = (max(frame, change.at - distance), change.gain, change.length) }
    if let edition = nextEdition {
      nextEdition = (max(frame, edition.at - distance), edition.number, false)
      for k in stems.indices { stems[k].isHushed = false }
    }
    for k in stems.indices { stems[k].move(by: distance, at: frame) }
    riseAll()
  }

  mutating func riseAll() {
    for k in stems.indices {
      if ids[k] != nil { stems[k].isStarved = false }
      if isSilenced(k) || stems[k].isHeld || stems[k].isHushed || stems[k].isStarved || isMuted { continue }
      rise(k)
    }
  }

  /// Lets a stem be heard again after the music has moved.
  mutating func rise(_ k: Int) {
    let isAtOnce =
      !isSounding || (!stems[k].rings(at: frame) && (!stems[k].sounds || stems[k].beginsWhole(at: frame)))
    stems[k].audibility = isAtOnce ? SlowLine(1) : SlowLine(from: 0, to: 1, start: frame, length: usual)
  }
}

extension SlowStem {
  /// Moves with the music by so many frames forward.
  mutating func move(by distance: Int64, at frame: Int64) {
    func place(_ old: Int64) -> Int64 { old - distance }
    cue = SlowLine(0)
    (offset, anchor, meant, startedFor) = (place(offset), place(anchor), place(meant), place(startedFor))
    end = end.map { max(frame, place($0)) }
    followAsk = followAsk.map { max(frame, place($0)) }
    followDue = max(frame, place(followDue))
    firstTop = firstTop.flatMap { distance == 0 || place($0) <= frame ? place($0) : nil }
    join(at: frame, place)
  }

  /// What is to begin stays at its place in the music, what has begun goes on in time.
  mutating func join(at frame: Int64, _ place: (Int64) -> Int64) {
    func later(_ old: Int64) -> Int64 { max(frame, place(old)) }
    if let change = pending {
      let hasBegun = isFadedOut && change.at - (change.over ?? 0) <= frame
      if !hasBegun || traits.group >= 0 {
        let isPutOff = change.isDoors && change.next == .stop && later(change.at) > change.at
        if !isPutOff { pending?.at = later(change.at) }
      }
      if hasBegun, traits.group >= 0, let at = pending?.at {
        fade = SlowLine(from: fade[frame], to: 0, start: frame, length: at - frame)
        // It has begun, and does not begin again.
        pending?.over = at - frame
      }
      if let over = change.over, let at = pending?.at, isFadedOut, !hasBegun, at - over < frame {
        fade = SlowLine(from: fade[frame], to: 0, start: frame, length: at - frame)
      }
    }
    if let change = nextGain { nextGain = (later(change.at), change.gain, change.length) }
    if let change = nextPan { nextPan = (later(change.at), change.pan, change.length) }
    if let change = nextSolo { nextSolo = (later(change.at), change.mode) }
    if let change = nextHold { nextHold = (later(change.at), change.isHeld, change.over) }
    if let change = replacement {
      if change.isDipping { dip = SlowLine(1) }
      replacement = (later(change.at), change.sound, false)
    }
    // An upbeat that has begun was for another place.
    if state == .stop, isRunning { endRun(at: frame) }
    envelope = SlowLine(sounds ? 1 : 0)
    fallsFor = nil
    fallIfDue(at: frame)
  }
}
