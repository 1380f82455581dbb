import CanonMixing

/// What a stem sends to a bus.
struct Send: BitwiseCopyable {
  /// The gain that the edition names.
  let configured: Float
  /// The gain that it has, which commands move.
  var level: Ramp

  init(_ gain: Float) {
    configured = gain
    level = Ramp(constant: gain)
  }

  /// Whether it brings the bus anything from `position` on.
  @_noLocks func isHeard(from position: FramePosition) -> Bool { level.to != 0 || level.end > position }
}

extension Ramp {
  /// Adds the frames of a block to a bus, with this gain.
  @_noLocks func add(_ block: OutputPair, from position: FramePosition, frames: Int32, to bus: OutputPair) {
    var done: Int32 = 0
    if position < end {
      done = Int32(truncatingIfNeeded: min(Int64(frames), end &- position))
      let still = Ramp(constant: 1).slope(from: position)
      let gain = Slopes(
        envelope: still, fade: still, audibility: still, dip: still, gain: slope(from: position), pan: still)
      unsafe Mixer.add(block.left, gain: gain, to: bus.left, block: nil, adds: false, frames: done)
      unsafe Mixer.add(block.right, gain: gain, to: bus.right, block: nil, adds: false, frames: done)
    }
    if to == 0 || done == frames { return }
    let (rest, out) = unsafe (block.advanced(by: done), bus.advanced(by: done))
    unsafe MixingLoops.add(rest.left, gain: to, to: out.left, block: nil, frames: frames &- done)
    unsafe MixingLoops.add(rest.right, gain: to, to: out.right, block: nil, frames: frames &- done)
  }
}

extension Engine {
  /// Moves a send over the usual ramp.
  @_noLocks mutating func setSend(_ index: Int, _ bus: Int32, _ gain: Gain) -> EngineEvent.Answer {
    let bus = Int(bus)
    guard bus >= 0, bus < busCount else { return .outdated }
    let send = unsafe memory.sends + (index &* busCount &+ bus)
    if unsafe send.pointee.level.to == gain.linear { return .unchanged }
    let length = isSounding ? ramps.usual : 0
    unsafe send.pointee.level = unsafe send.pointee.level.moved(to: gain.linear, at: position, length: length)
    unsafe memory.hasSends[index] = true
    sendsEnd = max(sendsEnd, position &+ length)
    return .accepted
  }

  /// Stops the sends that move at the gains that they have.
  @_noLocks mutating func stopSends() {
    if sendsEnd <= position { return }
    sendsEnd = position
    var i = 0
    while i < stemCount &* busCount {
      let level = unsafe memory.sends[i].level
      if level.end > position { unsafe memory.sends[i].level = Ramp(constant: level.value(at: position)) }
      i &+= 1
    }
  }

  /// Moves what the sends have begun to later, because the music has stood since a frame.
  @_noLocks mutating func delaySends(since frame: FramePosition, by frames: FrameCount) {
    if sendsEnd <= frame { return }
    sendsEnd &+= frames
    var i = 0
    while i < stemCount &* busCount {
      unsafe memory.sends[i].level = unsafe memory.sends[i].level.delayed(by: frames)
      i &+= 1
    }
  }

  /// Goes on with the sends of a stem that stays, as far as the edition has not edited them.
  @_noLocks func goOn(_ index: Int, from old: EngineMemory, busCount oldBuses: Int) {
    var bus = 0
    while bus < min(busCount, oldBuses) {
      let send = unsafe memory.sends + (index &* busCount &+ bus)
      let before = unsafe old.sends[index &* oldBuses &+ bus]
      if unsafe send.pointee.configured == before.configured {
        unsafe send.pointee = before
        if before.isHeard(from: position) { unsafe memory.hasSends[index] = true }
      }
      bus &+= 1
    }
  }
}
