import CanonEngine

/// The beginning of a run of a stem, and the replacement of its samples.
extension SlowStem {
  // MARK: - A run begins

  mutating func begin(for boundary: Int64, at frame: Int64) {
    isRunning = true
    startedFor = boundary
    switch traits.entry {
    case .top:
      anchor = traits.intro == .boundary ? boundary + intro : boundary
      firstTop = anchor
    case .phase:
      anchor = offset
      let next = top(topIndex(atOrAfter: boundary))
      firstTop = next - boundary <= intro ? next : nil
    }
    let first = topIndex(atOrAfter: firstTop ?? boundary)
    end = traits.repeats > 0 ? top(first + Int64(traits.repeats)) : nil
    if let follow = traits.follow {
      followAsk = askedAt == frame ? nil : top(first + Int64(follow.loops) - 1)
      followDue = top(first + Int64(follow.loops))
    }
    guard let old = release, old.end > frame else { return }
    let falling = SlowLine(from: old.envelope.before(frame), to: 0, start: frame, length: usual)
    release = (old.start, min(old.end, frame + usual), falling)
  }

  mutating func beginUpbeatIfDue(at frame: Int64) {
    guard state == .stop, !isRunning, traits.intro == .upbeat, intro > 0, let start = pending,
      start.over == nil,
      meant == start.at, (start.at - intro..<start.at).contains(frame)
    else { return }
    let phase = start.at - offset
    guard traits.entry == .top || line.position(of: line.index(containing: phase)) == phase else { return }
    let wasSilent = envelope.before(frame) == 0, wasQuiet = wasSilent && !rings(at: frame)
    begin(for: start.at, at: frame)
    rise(at: frame)
    fadeIn(over: nil, wasSilent: wasSilent, at: frame)
    if start.endsHold { endHold(wasQuiet: wasQuiet, at: frame) }
  }

  // MARK: - Replacing samples

  mutating func plan(_ new: SlowSound, for boundary: Int64, at frame: Int64) {
    if let old = replacement, old.isDipping {
      dip = SlowLine(from: dip[frame], to: 1, start: frame, length: usual)
    }
    replacement = (sound == nil ? frame : max(boundary, frame + shortest), new, false)
  }

  mutating func dipIfDue(at frame: Int64) {
    guard let change = replacement, !change.isDipping, frame >= change.at - usual, sound != nil else {
      return
    }
    dip = SlowLine(from: dip.before(frame), to: 0, start: frame, length: max(0, change.at - frame))
    replacement?.isDipping = true
  }

  mutating func replaceIfDue(at frame: Int64) {
    guard let change = replacement, change.at <= frame else { return }
    replacement = nil
    sound = change.sound
    if let old = release { release = (old.start, min(old.end, frame), old.envelope) }
    let isWhole = isRunning ? beginsWhole(at: frame) : !isCued
    dip = SlowLine(from: 0, to: 1, start: frame, length: isWhole ? 0 : usual)
    fallIfDue(at: frame)
    beginUpbeatIfDue(at: frame)
  }
}
