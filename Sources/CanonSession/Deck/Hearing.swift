import CanonEngine

/// What a stem's state lets be heard: from when, until when, and what rings after it. For meters, by the rules of
/// Engine.md: a fade that is known in time ends on its boundary, any other takes the shortest ramp.
struct Hearing {
  /// Of the last run that sounded; empty before the first start.
  private(set) var from: FramePosition = .max
  private(set) var until: FramePosition = .max
  /// When that end was known.
  private var announced: FramePosition = .max
  /// Whether the release follows it.
  private(set) var isReleased = false
  /// When a panic came last.
  private var silenced: FramePosition = .min

  /// The engine has told another status on a frame.
  mutating func change(from old: StemStatus, to new: StemStatus, at frame: FramePosition) {
    if !old.soundsNow && new.soundsNow { (from, until, announced, isReleased) = (frame, .max, .max, false) }
    if new.soundsNow {
      let end = new.next == .stop || new.next == .mute ? new.pending?.at ?? .max : .max
      if end != until { (until, announced) = (end, frame) }
      isReleased = new.next == .stop
    } else if old.soundsNow {
      if until != frame { (until, announced) = (frame, frame) }
      isReleased = new.state == .stop && silenced != frame
    }
  }

  /// A panic on a frame: nothing rings after it.
  mutating func silence(at frame: FramePosition) {
    (silenced, isReleased) = (frame, false)
    if until > frame { (until, announced) = (frame, frame) }
  }

  /// Lengths in frames, of the set's ramp and of the shortest one, and where the stem's loop is whole.
  struct Ramps {
    let usual: FrameCount
    let shortest: FrameCount
    let release: FrameCount
    /// Whether a start, or an end with a release, has no seam on a frame.
    let isWhole: (FramePosition) -> Bool
  }

  /// The factor of the loop on a frame, 0...1.
  func loop(at frame: FramePosition, _ ramps: Ramps) -> Float {
    if frame < from { return 0 }
    let rise = ramps.isWhole(from) ? 1 : Self.part(of: frame - from, ramps.usual)
    if until == .max { return rise }
    if isReleased && ramps.release > 0 && ramps.isWhole(until) { return frame < until ? rise : 0 }
    let start = max(announced, until - ramps.usual)
    return rise * (1 - Self.part(of: frame - start, max(until - start, ramps.shortest)))
  }

  /// The factor of the release on a frame, 0...1, and how far it has come.
  func release(at frame: FramePosition, _ ramps: Ramps) -> (factor: Float, frame: FrameCount) {
    let rung = frame - until
    guard isReleased, until != .max, rung >= 0, rung < ramps.release else { return (0, 0) }
    return (ramps.isWhole(until) ? 1 : Self.part(of: rung, ramps.usual), rung)
  }

  /// Whether it is the same all through so many frames before a position.
  func isSteady(before position: FramePosition, frames: FrameCount, _ ramps: Ramps) -> Bool {
    let first = position - frames - ramps.usual - ramps.shortest
    return (from < first || from >= position)
      && (until - ramps.usual >= position || until + ramps.release < first)
  }

  private static func part(of frames: FrameCount, _ length: FrameCount) -> Float {
    length <= 0 ? (frames < 0 ? 0 : 1) : max(0, min(1, Float(frames) / Float(length)))
  }
}
