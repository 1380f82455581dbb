/// Count-ins: while no stem plays, a start is put off by whole bars, in which the click is heard.
extension Engine {
  @_noLocks mutating func setCountIn(bars: Int32) -> EngineEvent.Answer {
    if countInBars == bars { return .unchanged }
    countInBars = bars
    return .accepted
  }

  /// Whether stems are counted in that still wait to start.
  var isCountInAhead: Bool {
    @_noLocks get {
      guard let countIn, position < countIn.until else { return false }
      var i = 0
      while i < stemCount {
        if unsafe memory.players[i].status.startsNext { return true }
        i &+= 1
      }
      return false
    }
  }

  /// Whether this frame is one of a count-in.
  var isCountingIn: Bool {
    @_noLocks get {
      guard let countIn, position >= countIn.from else { return false }
      return isCountInAhead
    }
  }

  /// The next frame on which a count-in begins or ends; `.max` if none does.
  var countInFrame: FramePosition {
    @_noLocks get {
      guard let countIn else { return .max }
      return countIn.from > position ? countIn.from : countIn.until > position ? countIn.until : .max
    }
  }

  /// The frame from which the boundary of a start is sought that is requested now; nil if it is not counted in.
  var countedFrame: FramePosition? {
    @_noLocks get {
      if let countIn, isCountInAhead { return countIn.until }
      guard countInBars > 0, grid.barsPerLoop > 0, isSilent else { return nil }
      let bar = grid.bar.index(atOrAfter: position &- origin)
      return grid.bar.position(of: bar &+ Int64(countInBars)) &+ origin
    }
  }

  private var isSilent: Bool {
    @_noLocks get {
      var i = 0
      while i < stemCount {
        if unsafe memory.players[i].status.soundsNow { return false }
        i &+= 1
      }
      return true
    }
  }

  /// As ``moment(_:_:)``, for a start that is counted in, or that waits for a piece: on the first boundary at or after a frame.
  @_noLocks mutating func moment(
    _ quantum: Quantum, _ index: Int, from frame: FramePosition?
  ) -> (at: FramePosition, boundary: FramePosition)? {
    guard let frame else { return moment(quantum, index) }
    if case .now = quantum.unit {
      return max(frame, frame &- origin) < Self.lastBoundary ? (frame, frame) : nil
    }
    guard let boundary = boundary(atOrAfter: frame, quantum, index) else { return nil }
    return (boundary, boundary)
  }

  /// Counts in a stem that waits to start.
  @_noLocks mutating func countIn(_ index: Int) {
    let status = unsafe memory.players[index].status
    guard status.startsNext, let start = status.pending else { return }
    let bar = grid.bar.index(atOrAfter: start.at &- origin) &- Int64(countInBars)
    countIn = CountIn(from: max(grid.bar.position(of: bar) &+ origin, position), until: start.at)
    agenda = min(agenda, countInFrame)
  }
}

extension StemStatus {
  /// Whether it waits to be heard.
  var startsNext: Bool {
    @_noLocks get {
      switch self {
      case .wait, .muteThenPlay: true
      case .stop, .play, .playThenMute, .playThenStop, .mute, .muteThenStop: false
      }
    }
  }
}
