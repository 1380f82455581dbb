import CanonEngine

/// When a stem is heard, according to its state: its upbeat or its start, its end, and the release after it. It is for meters and follows
/// Engine.md: a fall that is known in time ends on its boundary, that of a panic takes its own ramp, and any other the shortest one.
struct Hearing {
  /// The frames of the last run that was heard; empty before the first start.
  private(set) var from: FramePosition = .max
  private(set) var until: FramePosition = .max
  /// The frame on which that end became known.
  private var announced: FramePosition = .max
  /// Whether the release follows that end.
  private(set) var isReleased = false
  /// The boundary of the upbeat that has begun; nil if none has.
  private var upbeat: FramePosition?
  /// The frame of the last panic.
  private var silenced: FramePosition = .min

  /// Notes a change of status on a frame.
  mutating func change(from old: StemStatus, to new: StemStatus, at frame: FramePosition) {
    if upbeat != nil {
      if new.soundsNow { upbeat = nil } else if case .wait(let change) = new, change.at == upbeat { return }
    } else if !old.soundsNow && new.soundsNow {
      begin(at: frame)
    }
    endUpbeat(at: frame)
    if new.soundsNow {
      let end = new.next == .stop || new.next == .mute ? new.pending?.at ?? .max : .max
      if end != until { (until, announced) = (end, frame) }
      isReleased = new.next == .stop
    } else if old.soundsNow {
      if until != frame { (until, announced) = (frame, frame) }
      isReleased = new.state == .stop && silenced != frame
    }
  }

  private mutating func begin(at frame: FramePosition) {
    (from, until, announced, isReleased) = (frame, .max, .max, false)
  }

  /// Notes that an upbeat began on a frame, and the boundary that it leads to.
  mutating func beginUpbeat(at frame: FramePosition, to boundary: FramePosition) {
    if upbeat == boundary { return }
    begin(at: frame)
    upbeat = boundary
  }

  /// Ends an upbeat on a frame, because its start was cancelled or moved.
  mutating func endUpbeat(at frame: FramePosition) {
    guard upbeat != nil else { return }
    upbeat = nil
    (until, announced) = (frame, frame)
  }

  /// Ends an upbeat on a frame, because the music moves there: it has fallen before.
  mutating func leaveUpbeat(at frame: FramePosition) {
    guard upbeat != nil else { return }
    endUpbeat(at: frame)
    announced = .min
  }

  /// Notes a panic on a frame, after which nothing rings.
  mutating func silence(at frame: FramePosition) {
    (silenced, isReleased) = (frame, false)
    endUpbeat(at: frame)
    if until > frame { (until, announced) = (frame, frame) }
  }

  /// Moves everything to a later frame.
  mutating func delay(by frames: FrameCount) {
    for frame in [\Self.from, \.until, \.announced]
    where self[keyPath: frame] != .max && self[keyPath: frame] != .min {
      self[keyPath: frame] += frames
    }
    if silenced != .min { silenced += frames }
    upbeat = upbeat.map { $0 + frames }
  }

  /// The lengths of the set's ramp, of the shortest one, of that of a panic and of the release, in frames, and the frames without a seam.
  struct Ramps {
    let usual: FrameCount
    let shortest: FrameCount
    let panic: FrameCount
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
    let shortest = until == silenced ? ramps.panic : ramps.shortest
    return rise * (1 - Self.part(of: frame - start, max(until - start, shortest)))
  }

  /// The factor of the release on a frame, 0...1, and the number of its frames that have passed.
  func release(at frame: FramePosition, _ ramps: Ramps) -> (factor: Float, frame: FrameCount) {
    let rung = frame - until
    guard isReleased, until != .max, rung >= 0, rung < ramps.release else { return (0, 0) }
    return (ramps.isWhole(until) ? 1 : Self.part(of: rung, ramps.usual), rung)
  }

  /// Whether the factors are constant over a number of frames before a position.
  func isSteady(
    before position: FramePosition, frames: FrameCount, usual: FrameCount, shortest: FrameCount,
    release: FrameCount
  ) -> Bool {
    let first = position - frames - usual - shortest
    return (from < first || from >= position) && (until - usual >= position || until + release < first)
  }

  /// Whether the loop is heard on the frames before a position on which the factors are constant.
  func isHeard(before position: FramePosition) -> Bool { from < position && until >= position }

  private static func part(of frames: FrameCount, _ length: FrameCount) -> Float {
    length <= 0 ? (frames < 0 ? 0 : 1) : max(0, min(1, Float(frames) / Float(length)))
  }
}
