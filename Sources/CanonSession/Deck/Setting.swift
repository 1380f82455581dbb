import CanonEngine

/// A value of the mixer as the engine has it: the current value, and the pending one with its frame. It does not include
/// requests that the engine has not accepted yet.
struct Setting<Value: Sendable>: Sendable {
  struct Change: Sendable {
    let value: Value
    var at: FramePosition
    /// The frames of the fade from there on; 0 without one.
    let length: FrameCount
    /// The frames that the engine takes at least, as of the command's receipt.
    var ramp: FrameCount = 0
    /// The command that requested it, so that it can be given again; nil if there is another way to do that.
    var request: Restoration.Again?

    /// The frames that the engine takes.
    var frames: FrameCount { max(length, ramp) }
  }

  private(set) var value: Value
  private(set) var next: Change?
  /// The frame of the last change of the value; below, the frames of its fade; 0 without one.
  private(set) var since: FramePosition = .min
  private(set) var length: FrameCount = 0
  /// The command that requested it.
  private var request: Restoration.Again?

  init(_ value: Value) { self.value = value }

  /// The pending value, or the current one if none is pending.
  var goal: Value { next?.value ?? value }

  /// Adds a change that the engine has accepted, in place of a pending one.
  mutating func accept(_ change: Change) { next = change }

  /// Advances to a position of the clock.
  /// - Returns: The change that has taken effect; nil if there is none.
  mutating func reach(_ position: FramePosition) -> Change? {
    guard let change = next, change.at <= position else { return nil }
    (value, since, next) = (change.value, change.at, nil)
    length = change.length > 0 ? change.frames : 0
    request = change.request
    return change
  }

  /// Moves the pending change with the music.
  mutating func relocate(_ move: Relocation) {
    if let at = next?.at { next?.at = move.frame(at) }
  }

  /// Moves everything to a later frame.
  mutating func delay(by frames: FrameCount) {
    if since != .min { since += frames }
    next?.at += frames
  }

  /// Adopts a value that the engine reports from a frame on. A change that was pending for that frame or before is complete.
  mutating func become(_ new: Value, at frame: FramePosition) {
    (value, since, length) = (new, frame, 0)
    if let next, next.at <= frame { drop() }
  }

  /// The commands that give again, on another clock, the rest of the current fade and the pending change.
  /// - Parameter time: The length of a number of frames.
  func requests(at position: FramePosition, time: (FrameCount) -> TimeLength) -> [Restoration.Again] {
    let rest = fadeEnd(at: position).flatMap { end in
      request.map {
        Restoration.Again(
          command: $0.command.with(Fade(quantum: .now, length: time(end - position))), by: $0.by)
      }
    }
    return [rest, next?.request].compactMap(\.self)
  }

  /// Drops the pending change.
  mutating func drop() { next = nil }

  /// Drops the pending change, and stops the movement at the value reached.
  mutating func stop(at frame: FramePosition, on reached: Value) {
    (value, since, length, next) = (reached, frame, 0, nil)
  }

  /// The end of the current fade; nil if there is none.
  func fadeEnd(at position: FramePosition) -> FramePosition? {
    length > 0 && since + length > position ? since + length : nil
  }
}
