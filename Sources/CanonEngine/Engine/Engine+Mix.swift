extension Engine {
  /// The frames from the next one on in which nothing changes: at most `frames`, and at least one, whatever a player says, so that a
  /// caller's loop ends.
  @_noLocks func unchangedFrames(atMost frames: Int32) -> Int32 {
    let end = unsafe min(position &+ Int64(frames), min(agenda, waiting.nextFrame))
    return Int32(truncatingIfNeeded: max(1, end &- position))
  }

  /// Mixes up to the next frame on which something changes.
  /// - Returns: The number of frames mixed; at least one.
  @_noLocks mutating func deliver(
    atMost frames: Int32, offset: Int32, master: OutputPair, ports: OutputPairs?,
    buses: OutputPairs?
  ) -> Int32 {
    if hasPages && decides { settleSupply(frames: unchangedFrames(atMost: frames)) }
    let run = unchangedFrames(atMost: frames)
    let out = unsafe master.advanced(by: offset)
    if unsafe keptMix.has(position) && !hasListeners(ports) {
      unsafe keptMix.read(to: out, frames: run)
      unsafe deliverCue(frames: run, offset: offset, buses: buses)
      unsafe scaleMaster(out, frames: run)
      return run
    }
    var isSteady = true
    let players = unsafe memory.players
    let voices = unsafe memory.voices
    var batch = VoiceBatch()
    var i = 0
    while i < stemCount {
      let port = unsafe ports?[i]?.advanced(by: offset)
      if unsafe !voices[i].holds(from: position, frames: run) {
        unsafe voices[i] = players[i].voice(at: position, frames: run, any: memory.scratch.block.left)
        if unsafe !voices[i].isQuiet { unsafe keptMix.begin(at: players[i].run.firstTop) }
      }
      let isKnown = unsafe voices[i].holds(from: position, frames: run)
      // A page that is not in memory is silent this time only.
      if unsafe !isKnown && (players[i].isPaged || !players[i].isSteady(from: position)) { isSteady = false }
      let isBatched = unsafe isKnown && port == nil && !memory.hasSends[i] && voices[i].isBatched
      let isQuiet = unsafe isKnown && voices[i].isQuiet
      // It would add zeros: another piece begins beside the last ramps of all stems that have fallen silent for it.
      if unsafe !isKnown && port == nil && !memory.hasSends[i] && players[i].isSilenced(at: position) {
        i &+= 1
        continue
      }
      // What is added to the master keeps the order of the stems.
      if unsafe !batch.isEmpty && !isQuiet && !(isBatched && batch.takes(integers: voices[i].isIntegers)) {
        unsafe batch.mix(voices, from: position, frames: run, to: out, with: instructions)
      }
      if isQuiet {
        if let port = unsafe port { unsafe port.silence(run) }
      } else if isBatched {
        unsafe batch.append(i, integers: voices[i].isIntegers)
        if batch.isFull { unsafe batch.mix(voices, from: position, frames: run, to: out, with: instructions) }
      } else if unsafe !isKnown || memory.hasSends[i] {
        unsafe deliver(i, offset: offset, frames: run, out: out, port: port, buses: buses)
      } else {
        unsafe voices[i].add(from: position, frames: run, to: out, block: port, with: instructions)
      }
      i &+= 1
    }
    unsafe batch.mix(voices, from: position, frames: run, to: out, with: instructions)
    unsafe keptMix.keep(out, from: position, frames: run, isSteady: isSteady)
    unsafe deliverCue(frames: run, offset: offset, buses: buses)
    unsafe scaleMaster(out, frames: run)
    return run
  }

  /// Whether anybody wants what a stem adds to the mix, besides the master.
  @_noLocks private func hasListeners(_ ports: OutputPairs?) -> Bool {
    var i = 0
    while i < stemCount {
      if unsafe ports?[i] != nil || memory.hasSends[i] { return true }
      i &+= 1
    }
    return false
  }

  /// Mixes one stem. A stem with sends is written to its port or to the scratch block, in parts no longer than that block,
  /// and added to the buses from there.
  @_noLocks private func deliver(
    _ index: Int, offset: Int32, frames: Int32, out: OutputPair, port: OutputPair?,
    buses: OutputPairs?
  ) {
    if unsafe !memory.hasSends[index] {
      unsafe memory.players[index].mix(
        from: position, frames: frames, master: out, block: port, scratch: memory.scratch)
      return
    }
    var done: Int32 = 0
    while done < frames {
      let count = unsafe min(frames &- done, Scratch.frames)
      let block = unsafe port?.advanced(by: done) ?? memory.scratch.block
      unsafe memory.players[index].mix(
        from: position &+ Int64(done), frames: count, master: out.advanced(by: done), block: block,
        scratch: memory.scratch)
      var bus = 0
      while bus < busCount {
        let send = unsafe memory.sends[index &* busCount &+ bus].level
        if let target = unsafe buses?[bus]?.advanced(by: offset &+ done) {
          unsafe send.add(block, from: position &+ Int64(done), frames: count, to: target)
        }
        bus &+= 1
      }
      done &+= count
    }
  }

  @_noLocks private func scaleMaster(_ out: OutputPair, frames: Int32) {
    var done: Int32 = 0
    while done < frames {
      let frame = position &+ Int64(done)
      var count = frames &- done
      if frame < master.end { count = Int32(truncatingIfNeeded: min(Int64(count), master.end &- frame)) }
      let slope = master.slope(from: frame)
      if slope.base != 1 || slope.step != 0 {
        let part = unsafe out.advanced(by: done)
        unsafe Mixer.scale(part.left, by: slope, frames: count)
        unsafe Mixer.scale(part.right, by: slope, frames: count)
      }
      done &+= count
    }
  }
}
