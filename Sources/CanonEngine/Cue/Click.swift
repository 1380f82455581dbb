/// The click: whether it was requested, and what is heard of it.
struct Click: BitwiseCopyable {
  var isOn = false
  /// 1 while beats are heard, else a fall to 0.
  var level = Ramp(constant: 0)
  /// The frame from which beats count: an earlier one is not heard, nor is what is left of it.
  var since: FramePosition = 0

  /// Whether nothing is heard from `position` on, until something changes.
  @_noLocks func isQuiet(at position: FramePosition) -> Bool { level.to == 0 && position >= level.end }

  @_noLocks mutating func panic(at position: FramePosition, length: FrameCount) {
    isOn = false
    level = Ramp(from: level.value(before: position), to: 0, start: position, length: length)
  }

  /// Ends at once what is heard.
  @_noLocks mutating func end() { level = Ramp(constant: 0) }
}

/// A count-in: the click is heard before stems that start from silence.
struct CountIn: BitwiseCopyable {
  /// The frame of its first beat.
  var from: FramePosition
  /// The frame on which the stems start.
  var until: FramePosition

  @_noLocks init(from: FramePosition, until: FramePosition) { (self.from, self.until) = (from, until) }

  /// Stays at its place in the music, as the starts do.
  @_noLocks mutating func move(_ move: Relocation) {
    (from, until) = (move.place(from), move.frame(until))
  }

  @_noLocks mutating func delay(by frames: FrameCount) {
    (from, until) = (from &+ frames, until &+ frames)
  }
}

extension Grid {
  /// Whether the beat with this number begins a bar; a loop, if there are no bars.
  @_noLocks func beginsBar(_ beat: Int64) -> Bool {
    let beats = Int64(max(1, beatsPerLoop))
    return (beat % beats) &* Int64(max(1, barsPerLoop)) % beats == 0
  }
}
