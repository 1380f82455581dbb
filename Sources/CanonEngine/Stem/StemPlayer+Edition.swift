/// What a stem does when another edition takes over.
extension StemPlayer {
  /// Becomes what the new edition says. Nothing else changes for a stem that reads the same samples at the same place.
  /// - Parameter move: The place of the music on the new grid.
  @_noLocks mutating func adopt(
    _ part: EditionPart, _ move: Relocation, isRolling: Bool, ramps: RampLengths
  ) {
    guard let new = unsafe part.traits else { return }
    let isRecounted = unsafe part.isRecounted && run.isUnderWay
    let loopsBegun = isRecounted ? run.tops.index(containing: move.at) &- firstLoop : 0
    traits = new
    isOpen = unsafe isOpen && part.staysOpen
    isCued = isCued && isOpen
    let length = isRolling ? ramps.usual : 0
    if let edited = unsafe part.gain {
      pendingGain = nil
      setGain(edited, at: move.at, length: length)
    }
    if let edited = unsafe part.pan {
      pendingPan = nil
      setPan(edited, at: move.at, length: length)
    }
    if unsafe part.isChanged {
      if unsafe part.samples != nil {
        unsafe samples = unsafe part.samples
        releaseEnd = min(releaseEnd, move.at)
      }
      // Every replacement of samples has ended, and the stem is silent.
      dip = Ramp(constant: 1)
      adoptPlace(move)
    }
    if let held = unsafe samples, unsafe held.layout.loop < traits.line.longestDistance {
      unsafe samples = nil
    }
    if isRecounted {
      recount(loopsBegun: loopsBegun, asksAgain: unsafe part.hasNewFollow, at: move.at)
    }
    if unsafe part.isChanged { join(move, ramps: ramps) } else { planRamps(at: move.at, ramps: ramps) }
  }

  /// Plans the ramps that have not begun again, because they may have another length now.
  @_noLocks private mutating func planRamps(at position: FramePosition, ramps: RampLengths) {
    if case .some = planned {
      planned = nil
      let current = status
      sound(current, current, at: position, ramps: ramps)
      settle()
    }
    guard var replacement = unsafe self.replacement, unsafe replacement.dipStart < .max else { return }
    unsafe replacement.dipStart = unsafe max(position, replacement.at &- ramps.usual)
    unsafe self.replacement = unsafe replacement
  }

  /// The number of the run's first loop.
  private var firstLoop: Int64 {
    @_noLocks get { run.tops.index(atOrAfter: run.firstTop == .min ? run.startBoundary : run.firstTop) }
  }

  /// Takes the place of the music on the new grid. A stem with loop tops of its own stays at its place in its loop. What is left of
  /// an intro is not played.
  @_noLocks private mutating func adoptPlace(_ move: Relocation) {
    offset = move.origin &+ traits.offset
    var anchor = offset
    if traits.entersAtTop {
      let map = GridMap(from: run.tops.line, to: traits.line)
      anchor = move.at &- map.position(of: move.at &- run.tops.anchor)
    }
    run.tops = LoopTops(line: traits.line, anchor: anchor)
    run.startBoundary = move.place(run.startBoundary)
    if case .wait = status { meantBoundary = move.place(meantBoundary) }
    run.firstTop = .min
  }

  /// Counts the repeats and the loops to the follow action again from the start. A run stays in the loop that it is in; what it has passed is due
  /// on its next top.
  @_noLocks private mutating func recount(loopsBegun: Int64, asksAgain: Bool, at frame: FramePosition) {
    let first = run.tops.index(containing: frame) &- loopsBegun
    let next = run.tops.boundary(atOrAfter: frame, every: 1)
    run.end = traits.repeats > 0 ? max(next, run.tops.position(of: first &+ Int64(traits.repeats))) : .max
    let hasAsked = run.followAsk == .max && !asksAgain
    run.followAsk = .max
    run.followDue = .max
    guard let follow = traits.follow else { return }
    run.followDue = max(next, run.tops.position(of: first &+ Int64(follow.loops)))
    if !hasAsked { run.followAsk = max(frame, run.tops.position(of: first &+ Int64(follow.loops) &- 1)) }
  }

  /// Leaves: what the stem plays ends with its release, and nothing of it is pending any more.
  /// - Precondition: Its status is ``StemStatus/stop``.
  @_noLocks mutating func leave(at position: FramePosition, ramps: RampLengths) {
    isGone = true
    if dip.to == 0 { dip = dip.moved(to: 1, at: position, length: ramps.usual) }
    isOpen = false
    isCued = false
    solo = .off
    (pendingGain, pendingPan) = (nil, nil)
    (pendingSolo, pendingHold, pendingFade) = (nil, nil, nil)
    unsafe replacement = nil
    endsHold = false
    holdIsDue = false
    isNeeded = false
    unreported = nil
    hasUnreportedRun = false
    hasUnreportedHold = false
    traits = traits.ofNoGroup
    settle()
  }

  /// Joins an engine whose music began on the frame `origin`, as a new stem.
  /// - Parameters:
  ///   - edition: The number of the edition.
  ///   - isHeld: Whether a pause of everything silences it too.
  @_noLocks mutating func enter(origin: FramePosition, in edition: Int64, isHeld: Bool) {
    offset = origin &+ traits.offset
    run.tops.anchor = offset
    isNewIn = edition
    guard isHeld else { return }
    self.isHeld = true
    audibility = Ramp(constant: 0)
    settle()
  }
}
