/// What the mirror keeps for those who look: what each stem gives to its port, from one change to the next.
extension EngineMirror {
  /// Keeps the sounds of a second from now on.
  package func keepSounds() { kept = FrameCount(edition.configuration.sampleRate.hertz) }

  /// Does what is due up to a frame, as ``advance(to:)``, and drops the sounds of earlier than a second before it.
  package func look(at frame: FramePosition) {
    keepSounds()
    advance(to: frame)
    noteChanges()
    for place in sounds.indices where sounds[place].count > 1 { sounds[place].drop(before: frame - kept) }
  }

  /// Reads what the second engine has to say after a change on its frame.
  func settle(isForAll: Bool = false) {
    hasChanged = (true, hasChanged.all || isForAll)
    while let event = events.next() {
      switch event {
      case .handedOver(let ticket, _, _):
        if let next = editions.removeValue(forKey: ticket) { edition = next }
      case .superseded(let ticket, _): editions[ticket] = nil
      case .leftSilent: hasChanged.all = true
      case .answered(let ticket, _, let answer, _, _):
        if let expected, ticket == expected.ticket, answer != expected.answer { differs = true }
      default: break
      }
    }
  }

  /// Notes what the stems that have changed give to their ports from this frame on.
  func noteChanges() {
    guard hasChanged.any else { return }
    var isForAll = hasChanged.all
    hasChanged = (false, false)
    // Nothing is delivered while the music stands, whatever the factors are.
    if isSilent != engine.isHalted {
      isSilent = engine.isHalted
      isForAll = true
    }
    let position = engine.position
    left.removeAll { $0.until <= position }
    while sounds.count < engine.stemCount { sounds.append([]) }
    for place in 0..<engine.stemCount where isForAll || engine.hasTouched(place) {
      engine.forgetTouch(place)
      let player = unsafe engine.memory.players[place]
      let buffer = isSilent ? nil : unsafe buffers[player.samples]
      note(StemSound(player, from: position, buffer: buffer), at: place)
    }
  }

  /// Notes that nothing is delivered from this frame on.
  func beginGap() {
    for place in sounds.indices {
      note(
        StemSound(unsafe engine.memory.players[place], from: engine.position, buffer: nil), at: place)
    }
  }

  private func note(_ sound: StemSound, at place: Int) {
    sounds[place].note(sound, keeping: kept)
  }

  /// Calls `body` with the sounds of the stem at a place, in the order of time; not where nothing is known of it.
  package func withSounds(of place: Int, _ body: (inout UnsafeMutableBufferPointer<StemSound>) -> Void) {
    noteChanges()
    guard !differs, sounds.indices.contains(place) else { return }
    unsafe sounds[place].withUnsafeMutableBufferPointer { unsafe body(&$0) }
  }
}

extension [StemSound] {
  /// The most sounds that are kept of a stem.
  private static let most = 128

  /// Adds the sound that follows all others, and drops those that ended earlier than a number of frames before it.
  fileprivate mutating func note(_ sound: StemSound, keeping kept: FrameCount) {
    if let last, last.from >= sound.from { removeLast() }
    append(sound)
    drop(before: sound.from - kept)
    if count > Self.most { removeFirst(count - Self.most) }
  }

  /// Drops the sounds that ended by a frame.
  fileprivate mutating func drop(before frame: FramePosition) {
    var ended = 0
    while ended + 1 < count, self[ended + 1].from <= frame { ended += 1 }
    if ended > 0 { removeFirst(ended) }
  }
}

extension Engine {
  /// Whether a player has changed since the last ``forgetTouch(_:)``. An engine that delivers makes voices instead.
  fileprivate func hasTouched(_ place: Int) -> Bool {
    unsafe !memory.voices[place].holds(from: position, frames: 0)
  }

  fileprivate mutating func forgetTouch(_ place: Int) {
    let any = unsafe UnsafeRawPointer(memory.scratch.block.left)
    unsafe memory.voices[place] = unsafe Voice(
      start: .min, end: .max, left: any, right: any, leftGain: 0, rightGain: 0, kind: .quiet)
  }
}
