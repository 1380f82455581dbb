import CanonEngine

/// A value of the mixer as the engine holds it: what it is, and what it becomes on a later frame. What was asked for and
/// the engine has not accepted yet is not in it.
struct Setting<Value: Sendable>: Sendable {
  struct Change: Sendable {
    let value: Value
    let at: FramePosition
    /// Frames that the fade takes from there on; 0 without one.
    let length: FrameCount
  }

  private(set) var value: Value
  private(set) var next: Change?
  /// The frame on which the value became what it is, and how long it takes to be heard so.
  private(set) var since: FramePosition = .min
  private(set) var length: FrameCount = 0
  /// What it was before that.
  private var before: Value

  init(_ value: Value) { (self.value, before) = (value, value) }

  /// What it is, or becomes.
  var goal: Value { next?.value ?? value }

  /// The value as of a frame, as far back as the change before the last.
  func value(at frame: FramePosition) -> Value { frame < since ? before : value }

  /// The engine has accepted a change: it takes the place of one that is pending.
  mutating func accept(_ change: Change) { next = change }

  /// The clock has come so far.
  /// - Returns: The change that has taken effect.
  mutating func reach(_ position: FramePosition) -> Change? {
    guard let change = next, change.at <= position else { return nil }
    (before, value, since, length, next) = (value, change.value, change.at, change.length, nil)
    return change
  }

  /// It is so from a frame on, as the engine says; what was pending for then, or before, has come.
  mutating func become(_ new: Value, at frame: FramePosition) {
    (before, value, since, length) = (value, new, frame, 0)
    if let next, next.at <= frame { drop() }
  }

  /// What is pending does not come any more.
  mutating func drop() { next = nil }

  /// Nothing comes any more, and what moves stays where it is.
  mutating func stop(at frame: FramePosition, on reached: Value) {
    (before, value, since, length, next) = (value, reached, frame, 0, nil)
  }

  /// When a fade that is under way ends; nil if none is.
  func fadeEnd(at position: FramePosition) -> FramePosition? {
    length > 0 && since + length > position ? since + length : nil
  }
}
