import CanonEngine

/// Halts: the music stands still, and the frames count on.
extension SlowSet {
  /// The frame that the music has reached.
  public var reached: Int64 { haltedAt ?? frame }

  var isSounding: Bool { isRolling && haltedAt == nil }

  /// Whether all stems are silent, or fall silent, because the music is to move or stands still.
  var isMuted: Bool { nextSeek != nil || nextHalt != nil || haltedAt != nil }

  mutating func halt(at place: Int64?) -> EngineEvent.Answer {
    if let place, abs(place) >= 1 << 53 { return .tooFar }
    if haltedAt != nil {
      guard let place, place != frame - origin else { return .unchanged }
      relocate(to: place)
    } else if let halt = nextHalt {
      guard let place, place != halt.place else { return .unchanged }
      nextHalt = (halt.at, place)
    } else {
      nextHalt = (hasDelivered ? frame + usual : .max, place)
      for k in stems.indices { hush(k, isHeard: hasDelivered) }
    }
    return .accepted
  }

  mutating func roll(from place: Int64?) -> EngineEvent.Answer {
    if let place, abs(place) >= 1 << 53 { return .tooFar }
    if !isRolling {
      isRolling = true
      return .accepted
    }
    if haltedAt != nil {
      relocate(to: place ?? frame - origin)
      haltedAt = nil
    } else if nextHalt != nil {
      nextHalt = nil
    } else {
      return .unchanged
    }
    riseAll()
    return .accepted
  }

  /// Brings the music, which stands still, to this frame: everything is later.
  mutating func catchUp() {
    guard let old = haltedAt, old < frame else { return }
    let frames = frame - old
    haltedAt = frame
    origin += frames
    master = master.later(by: frames)
    if let change = nextMaster { nextMaster = (change.at + frames, change.gain, change.length) }
    if let edition = nextEdition { nextEdition = (edition.at + frames, edition.number, edition.isHushed) }
    cue.countIn = cue.countIn.map { ($0.from + frames, $0.until + frames) }
    for k in stems.indices { stems[k].delay(by: frames) }
    // The stop of a shut door keeps its frame: it has happened, and its release is over.
    let stopped = stems.indices.filter { stems[$0].pending.map { $0.at < frame } ?? false }
    arrive()
    for k in stopped { stems[k].release = nil }
  }

  /// A halt from before anything was delivered happens after the first skip, or on the first frame that is delivered.
  mutating func haltBeforeFirst() {
    guard let halt = nextHalt, halt.at == .max else { return }
    nextHalt = (frame, halt.place)
    arrive()
  }

  /// - Returns: Whether the music stands still from this frame on.
  mutating func haltIfDue() -> Bool {
    guard let halt = nextHalt, halt.at <= frame else { return false }
    let place = halt.place ?? nextSeek?.place ?? frame - origin
    (nextHalt, nextSeek) = (nil, nil)
    haltedAt = frame
    if place != frame - origin { relocate(to: place) }
    return true
  }
}

extension SlowStem {
  fileprivate mutating func delay(by frames: Int64) {
    (offset, anchor, meant, startedFor) = (
      offset + frames, anchor + frames, meant + frames, startedFor + frames
    )
    (end, followAsk, firstTop) = (
      end.map { $0 + frames }, followAsk.map { $0 + frames }, firstTop.map { $0 + frames }
    )
    followDue += frames
    if let change = pending, !(change.isDoors && change.next == .stop) { pending?.at += frames }
    if pending?.isDoors != true { fallsFor = fallsFor.map { $0 + frames } }
    envelope = envelope.later(by: frames)
    if let old = release { release = (old.start + frames, old.end + frames, old.envelope.later(by: frames)) }
    (audibility, dip, fade) = (audibility.later(by: frames), dip.later(by: frames), fade.later(by: frames))
    (gain, left, right) = (gain.later(by: frames), left.later(by: frames), right.later(by: frames))
    sends = sends.map { $0.later(by: frames) }
    if let change = nextGain { nextGain = (change.at + frames, change.gain, change.length) }
    if let change = nextPan { nextPan = (change.at + frames, change.pan, change.length) }
    if let change = nextSolo { nextSolo = (change.at + frames, change.mode) }
    if let change = nextHold { nextHold = (change.at + frames, change.isHeld, change.over) }
    if let change = replacement { replacement = (change.at + frames, change.sound, change.isDipping) }
  }
}

extension SlowLine {
  fileprivate func later(by frames: Int64) -> SlowLine {
    SlowLine(from: from, to: to, start: start + frames, length: length)
  }
}
