/// One stem on the audio thread: its status, its gain, its samples.
///
/// Everything it does is a function of the frame: where it reads, and how loud. Its envelope follows its status:
/// - It ends in silence *on* a boundary: the ramp down is planned over the frames before it, from the moment the
///   change is known; if less than the shortest ramp remains, the ramp takes that long and passes the boundary.
/// - It begins whole at the top of its loop, with a ramp anywhere else.
@safe struct StemPlayer: BitwiseCopyable {
  private(set) var status: StemStatus = .stop
  /// nil while the engine holds no samples of this stem: it is silent whatever its status.
  var samples: StemRef?
  private var envelope = Ramp(constant: 0)
  /// A ramp to silence that begins later.
  private var planned: Ramp?
  private var left: Ramp
  private var right: Ramp

  init(samples: StemRef?, level: Level) {
    unsafe self.samples = unsafe samples
    left = Ramp(constant: level.left)
    right = Ramp(constant: level.right)
  }

  /// The next frame on which something begins for which the engine must cut the period; `.max` if none.
  var nextCut: FramePosition {
    @_noLocks get {
      min(status.pending?.at ?? .max, planned?.start ?? .max)
    }
  }

  // MARK: - Changes

  /// Takes up a new status at `position`, and plans the envelope that it needs.
  /// - Parameter atLoopTop: Whether `position` is the first frame of this stem's loop.
  @_noLocks mutating func enter(
    _ new: StemStatus, at position: FramePosition, atLoopTop: Bool, ramps: RampLengths
  ) {
    let old = status
    status = new
    guard new.soundsNow else {
      planned = nil
      if envelope.to != 0 { ramp(to: 0, at: position, length: ramps.shortest) }
      return
    }
    // A fade already under way to the same frame goes on whatever silent state it leads to.
    if let end = new.silenceAt, old.silenceAt == end { return }
    planned = nil
    if envelope.to != 1 {
      let whole = !old.soundsNow && atLoopTop && envelope.value(before: position) == 0
      ramp(to: 1, at: position, length: whole ? 0 : ramps.usual)
    }
    if let end = new.silenceAt {
      let start = max(position, end &- ramps.usual)
      let fade = Ramp(
        from: envelope.value(before: start), to: 0, start: start, length: max(end &- start, ramps.shortest))
      if start == position { envelope = fade } else { planned = fade }
    }
  }

  /// Begins the planned fade if this is its frame.
  @_noLocks mutating func beginPlanned(at position: FramePosition) {
    if let fade = planned, fade.start <= position {
      envelope = Ramp(
        from: envelope.value(at: fade.start), to: 0, start: fade.start, length: fade.end &- fade.start)
      planned = nil
    }
  }

  /// The clock has jumped to `position`: what sounds comes in again with a ramp, what does not is silent.
  @_noLocks mutating func rejoin(at position: FramePosition, ramps: RampLengths) {
    let current = status
    status = .stop
    planned = nil
    envelope = Ramp(constant: 0)
    if current.soundsNow {
      enter(current, at: position, atLoopTop: false, ramps: ramps)
    } else {
      status = current
    }
  }

  @_noLocks mutating func setLevel(_ level: Level, at position: FramePosition, length: FrameCount) {
    left = Ramp(from: left.value(at: position), to: level.left, start: position, length: length)
    right = Ramp(from: right.value(at: position), to: level.right, start: position, length: length)
  }

  @_noLocks private mutating func ramp(to value: Float, at position: FramePosition, length: FrameCount) {
    envelope = Ramp(from: envelope.value(before: position), to: value, start: position, length: length)
  }

  // MARK: - Sound

  /// Adds `frames` frames from `position` on, which are contiguous in the stem from `phase` on.
  @_noLocks func mix(
    from position: FramePosition, phase: FrameCount, frames: Int32, master: OutputPair, port: OutputPair?
  ) {
    guard let samples = unsafe samples else {
      if let port = unsafe port { unsafe port.silence(frames) }
      return
    }
    var done: Int32 = 0
    while done < frames {
      let frame = position &+ Int64(done)
      var run = frames &- done
      // Up to the end of whichever ramp ends first, so that within a run each is one straight line.
      if envelope.end > frame { run = Int32(min(Int64(run), envelope.end &- frame)) }
      if left.end > frame { run = Int32(min(Int64(run), left.end &- frame)) }
      let slope = envelope.slope(from: frame)
      let offset = Int(phase) + Int(done)
      let out = unsafe master.advanced(by: done)
      let port = unsafe port?.advanced(by: done)
      if slope.isConstant && slope.base == 0 {
        if let port = unsafe port { unsafe port.silence(run) }
      } else {
        unsafe Self.mix(
          samples.left + offset, slope, left.slope(from: frame), out.left, port?.left, run)
        unsafe Self.mix(
          samples.right + offset, slope, right.slope(from: frame), out.right, port?.right, run)
      }
      done &+= run
    }
  }

  @_noLocks private static func mix(
    _ source: UnsafePointer<Float>, _ envelope: Slope, _ level: Slope, _ master: UnsafeMutablePointer<Float>,
    _ port: UnsafeMutablePointer<Float>?, _ frames: Int32
  ) {
    if envelope.isConstant && level.isConstant {
      unsafe Mixer.add(source, gain: envelope.base * level.base, to: master, port: port, frames: frames)
    } else {
      unsafe Mixer.add(source, envelope: envelope, level: level, to: master, port: port, frames: frames)
    }
  }
}

/// How many frames a ramp takes. 0 allowed: then every change is a step.
struct RampLengths: BitwiseCopyable {
  /// 5 ms by default.
  let usual: FrameCount
  /// What a ramp down takes when its boundary is nearer than that: 1 ms, or ``usual`` if shorter.
  let shortest: FrameCount

  init(milliseconds: Double, sampleRate: SampleRate) {
    let perMillisecond = Double(sampleRate.hertz) / 1000
    usual = FrameCount(milliseconds * perMillisecond + 0.5)
    shortest = min(usual, FrameCount(perMillisecond + 0.5))
  }
}

extension StemStatus {
  /// Whether the stem is to be heard now.
  fileprivate var soundsNow: Bool {
    @_noLocks get {
      switch self {
      case .play, .playThenMute, .playThenStop: true
      case .stop, .wait, .mute, .muteThenPlay, .muteThenStop: false
      }
    }
  }

  /// The frame from which a sounding stem is to be silent.
  fileprivate var silenceAt: FramePosition? {
    @_noLocks get {
      switch self {
      case .playThenMute(let change), .playThenStop(let change): change.at
      case .stop, .wait, .play, .mute, .muteThenPlay, .muteThenStop: nil
      }
    }
  }
}
