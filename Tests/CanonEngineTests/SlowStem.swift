import CanonEngine
import CanonTestSupport

/// One stem as the design tells it, slowly: frame by frame, nothing planned ahead, one rule after the other.
///
/// It shares no code with the engine but the grid. The engine must deliver the same bits.
struct SlowStem {
  private let samples: [Float]
  private let grid: Grid
  private let usual: Int64
  private let shortest: Int64
  private var state = StemState.stop
  private var pending: (at: Int64, next: StemState)?
  private var gain = Line(0)
  private var level: (left: Line, right: Line)
  private var position: Int64 = 0

  init(samples: [Float], grid: Grid, usual: Int64, shortest: Int64) {
    (self.samples, self.grid, self.usual, self.shortest) = (samples, grid, usual, shortest)
    level = (Line(1), Line(1))
  }

  private var phase: Int64 { grid.phase(of: position) }

  // MARK: - What is asked

  mutating func receive(_ action: Performance.Action) {
    switch action {
    case .ask(let request, let quantum, let permitted):
      let silenceBefore = silence
      ask(request, at: grid.boundary(atOrAfter: position, quantum: quantum), permitted: permitted)
      if silence != silenceBefore, gain.to == 0, state == .play {
        // It was fading to another frame, or to no purpose any more: back up, from where it is.
        gain = Line(from: gain.before(position), to: 1, start: position, length: usual)
      }
      takeEffect()
    case .level(let new):
      level.left = Line(from: level.left[position], to: new.left, start: position, length: usual)
      level.right = Line(from: level.right[position], to: new.right, start: position, length: usual)
    case .skip(let frames):
      skip(frames)
    }
  }

  private mutating func ask(_ request: StemRequest, at boundary: Int64, permitted: Bool) {
    switch request {
    case .press where pending != nil: pending = nil
    case .press where state == .play: pending = (boundary, .mute)
    case .press: if permitted { pending = (boundary, .play) }
    case .start: want(.play, boundary)
    case .unmute: if state != .stop { want(.play, boundary) }
    case .mute: want(state == .stop ? .stop : .mute, boundary)
    case .stop: want(.stop, boundary)
    case .cancel: pending = nil
    }
  }

  private mutating func want(_ next: StemState, _ boundary: Int64) {
    pending = state == next ? nil : (boundary, next)
  }

  mutating func skip(_ frames: Int64) {
    position += frames
    // What was passed has happened; what falls on this very frame happens in the ordinary way.
    if let change = pending, change.at < position { (state, pending) = (change.next, nil) }
    gain = state == .play ? Line(from: 0, to: 1, start: position, length: usual) : Line(0)
  }

  // MARK: - What is heard

  /// The next frame, left and right.
  mutating func next() -> (left: Float, right: Float) {
    takeEffect()
    // Silence is +0, never a sample times 0, which may be -0.
    let sample = gain.isSilent(at: position) ? 0 : samples[Int(phase)]
    let gain = gain[position]
    defer {
      position += 1
      // On this frame already, so that a command received on it finds the change made.
      takeEffect()
    }
    return (sample * (gain * level.left[position]), sample * (gain * level.right[position]))
  }

  /// The frame from which it is to be silent.
  private var silence: Int64? { state == .play ? pending?.at : nil }

  private mutating func takeEffect() {
    if let silence, gain.to != 0, position >= silence - usual {
      gain = Line(
        from: gain.before(position), to: 0, start: position, length: max(silence - position, shortest))
    }
    guard let change = pending, change.at <= position else { return }
    (state, pending) = (change.next, nil)
    if state == .play {
      let isWhole = phase == 0 && gain.before(position) == 0
      gain = Line(from: gain.before(position), to: 1, start: position, length: isWhole ? 0 : usual)
    }
  }
}

/// A straight line between two factors, and level before and after.
private struct Line {
  let from, to: Float
  let start, length: Int64

  init(_ value: Float) { self.init(from: value, to: value, start: 0, length: 0) }

  init(from: Float, to: Float, start: Int64, length: Int64) {
    (self.from, self.to, self.start, self.length) = (from, to, start, length)
  }

  func isSilent(at frame: Int64) -> Bool { to == 0 && (from == 0 || frame >= start + length) }

  /// What was heard up to `frame`, even if the line is a step on that very frame.
  func before(_ frame: Int64) -> Float { frame <= start ? from : self[frame] }

  subscript(_ frame: Int64) -> Float {
    guard frame < start + length else { return to }
    return from + (to - from) / Float(length) * Float(frame - start)
  }
}

extension Performance {
  /// What a set of slow stems makes of it.
  func playSlowly(_ stems: [SlowStem]) -> Output {
    var stems = stems, steps = steps[...]
    var output = Output(stems: stems.count)
    for frame in 0..<frames {
      while let step = steps.first, step.frame == frame {
        steps.removeFirst()
        guard case .skip(let frames) = step.action else {
          stems[step.stem].receive(step.action)
          continue
        }
        for k in stems.indices { stems[k].skip(frames) }
      }
      var sum: (left: Float, right: Float) = (0, 0)
      for k in stems.indices {
        let (left, right) = stems[k].next()
        sum = (sum.left + left, sum.right + right)
        output.ports[k].append(left)
      }
      output.master.append(sum.left)
      output.right.append(sum.right)
    }
    return output
  }
}
