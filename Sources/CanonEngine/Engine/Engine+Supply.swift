/// Late samples: a stem whose samples are not in memory in time falls silent, and waits for the next bar on which they are there. It is the one
/// decision that depends on time, so it is reported with its frame, and a journal has it as a command.
extension Engine {
  /// The most frames from one look at a stem that waits to the next, where a bar is longer: five seconds at 48 kHz.
  static var longestWait: FrameCount { @_noLocks get { 1 << 18 } }

  /// How far ahead a stem that waits must have samples, so that it does not wait again at once: 0.7 seconds at 48 kHz.
  static var feedLength: FrameCount { @_noLocks get { 1 << 15 } }

  /// Begins or ends the wait of a stem for its samples. A wait that a command begins lasts until a command ends it.
  @_noLocks mutating func supply(_ index: Int, _ supply: SampleSupply) -> EngineEvent.Answer {
    let wasStarved = unsafe memory.players[index].isStarved
    switch supply {
    case .starved, .cut:
      let isAtOnce = if case .cut = supply { true } else { false }
      if wasStarved && !isAtOnce { return .unchanged }
      unsafe memory.players[index].starve(
        isAtOnce: isAtOnce, at: position, isRolling: isSounding, ramps: ramps)
    case .fed:
      if !wasStarved { return .unchanged }
      unsafe memory.players[index].lookAt = .max
      unsafe memory.players[index].isStarved = false
      let isAudible = unsafe !isMuted && isLeftHeard(index) && !memory.players[index].isSilenced
      unsafe memory.players[index].feed(
        isAudible: isAudible, at: position, isRolling: isSounding, ramps: ramps)
    }
    touch(index)
    return .accepted
  }

  /// Looks at a stem that waits on the next bar.
  @_noLocks private mutating func look(at index: Int) {
    unsafe memory.players[index].lookAt = min(memory.players[index].lookAt, nextLook)
    touch(index)
  }

  /// Lets a stem wait no longer, because it reads elsewhere now, or rises in any case: whether it has samples is decided again.
  @_noLocks mutating func endWait(_ index: Int) {
    // What a stem that has left still plays stays silent.
    if unsafe memory.players[index].isGone { return }
    unsafe memory.players[index].isStarved = false
    unsafe memory.players[index].lookAt = .max
  }

  /// The frame after this one on which a stem that waits is looked at.
  var nextLook: FramePosition {
    @_noLocks get {
      let bar = grid.bar.boundary(atOrAfter: position &+ 1 &- origin, every: 1) &+ origin
      return min(bar, position &+ Self.longestWait)
    }
  }

  /// Decides which stems wait for their samples from this frame on, which is delivered.
  /// - Parameter frames: Those in which nothing changes otherwise.
  @_noLocks mutating func settleSupply(frames: Int32) {
    var i = 0
    while i < stemCount {
      if let next = supplyNow(i, frames: Int64(frames)), events.hasRoom(for: promisedEvents &+ 1),
        case .accepted = supply(i, next)
      {
        if unsafe memory.players[i].isStarved { look(at: i) }
        events.write(.supplied(stem(i), next, at: position))
      }
      i &+= 1
    }
  }

  /// What a stem's supply becomes on this frame; nil if it stays.
  @_noLocks private func supplyNow(_ index: Int, frames: FrameCount) -> SampleSupply? {
    let player = unsafe memory.players + index
    // Nobody is told of a stem that has left.
    if unsafe player.pointee.isGone || !(player.pointee.isPaged || player.pointee.isStarved) { return nil }
    if unsafe !player.pointee.isStarved {
      if unsafe player.pointee.hasSamples(from: position, frames: frames &+ ramps.usual, isMuted: isMuted) {
        return nil
      }
      return unsafe player.pointee.hasSamples(from: position, frames: ramps.usual, isMuted: isMuted)
        ? .starved : .cut
    }
    // A command ends what a command has begun.
    if unsafe player.pointee.lookAt == .max { return nil }
    if unsafe !player.pointee.hasSamples(from: position, frames: frames, isMuted: isMuted) { return .cut }
    if unsafe player.pointee.isUnheard(at: position) { return .fed }
    guard unsafe player.pointee.looksOn == position else { return nil }
    let loop = unsafe player.pointee.samples?.layout.loop ?? 0
    let ahead = max(frames &+ ramps.usual, min(Self.feedLength, loop))
    return unsafe player.pointee.hasSamples(from: position, frames: ahead, isMuted: isMuted, isToRise: true)
      ? .fed : nil
  }
}

extension StemPlayer {
  /// Whether nobody would hear it if it did not wait, or its samples cannot be late.
  @_noLocks fileprivate func isUnheard(at position: FramePosition) -> Bool {
    !isPaged || (isStill(at: position) && !status.soundsNow && !hasCue)
  }
}
