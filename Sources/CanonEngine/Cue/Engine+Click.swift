/// The click: a sound on each beat, a function of the position in the music.
extension Engine {
  @_noLocks mutating func setClick(_ isOn: Bool) -> EngineEvent.Answer {
    if click.isOn == isOn { return .unchanged }
    click.isOn = isOn
    return .accepted
  }

  /// Whether an edition that waits has other beats or sounds, and takes over within the usual ramp.
  private var isClickHushed: Bool {
    @_noLocks get {
      guard let pending = unsafe pendingEdition, unsafe pending.hushAt == .max else { return false }
      return unsafe pending.edition.plan.pointee.changesClick
    }
  }

  /// Decides whether the click is heard from this frame on, which is delivered.
  @_noLocks mutating func settleClick() {
    if (click.isOn || isCountingIn) && !isMuted && !isClickHushed {
      if click.level.to != 0 { return }
      click.level = Ramp(constant: 1)
      click.since = position
    } else if click.level.to != 0 {
      click.level = Ramp(from: 1, to: 0, start: position, length: ramps.usual)
    }
  }

  /// Adds the beats of some frames to the cue bus.
  @_noLocks func mixClick(frames: Int32, to bus: OutputPair) {
    guard let sounds = unsafe clickSounds, grid.beatsPerLoop > 0 else { return }
    let one = Ramp(constant: 1), last = position &+ Int64(frames)
    var frame = position
    while frame < last {
      let number = grid.beat.index(containing: frame &- origin)
      let start = grid.beat.position(of: number) &+ origin
      let source = unsafe grid.beginsBar(number) ? sounds.accent : sounds.beat
      let silence = unsafe start < click.since ? start : start &+ source.layout.frameCount
      var end = min(last, grid.beat.position(of: number &+ 1) &+ origin)
      if frame < silence {
        end = min(end, silence)
        if click.level.end > frame { end = min(end, click.level.end) }
        let count = Int32(truncatingIfNeeded: end &- frame)
        let first = Int(frame &- start)
        let out = unsafe bus.advanced(by: Int32(truncatingIfNeeded: frame &- position))
        let still = one.slope(from: frame)
        let gain = Slopes(
          envelope: click.level.slope(from: frame), fade: still, audibility: still, dip: still, gain: still,
          pan: still)
        unsafe Mixer.add(
          source.left.assumingMemoryBound(to: Float.self) + first, gain: gain, to: out.left, block: nil,
          adds: false, frames: count)
        unsafe Mixer.add(
          source.right.assumingMemoryBound(to: Float.self) + first, gain: gain, to: out.right, block: nil,
          adds: false, frames: count)
      }
      frame = end
    }
  }
}
