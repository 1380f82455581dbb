/// Where the engine reads a stem's samples: the numbers of samples, -1 for none.
struct StemPlaces: Equatable, Sendable {
  /// The sample of the intro or the loop on the next frame; of a stem that does not run, the one that it would have in phase.
  let reads: Int64
  /// That of the release that rings.
  let rings: Int64
  /// That of the loop where the music goes on after the relocation, halt or section that is known.
  let leads: Int64

  @_noLocks init(reads: Int64, rings: Int64, leads: Int64) {
    self.reads = reads
    self.rings = rings
    self.leads = leads
  }
}

/// Tells the readers of windows where the engine reads.
extension Engine {
  /// Publishes the places of all stems whose samples are in pages.
  @_noLocks func publishPlaces() {
    guard hasPages else { return }
    let frame = isHalted ? haltedAt : position
    let goal = goalOfMusic
    var i = 0
    while i < stemCount {
      let player = unsafe memory.players + i
      if let samples = unsafe player.pointee.samples { unsafe publish(samples, of: player, on: frame, goal) }
      if let replacement = unsafe player.pointee.replacement {
        unsafe publish(replacement.samples, of: player, on: frame, goal)
      }
      i &+= 1
    }
  }

  /// Lets the memory of pages be used again although no driver calls the engine: no period is under way.
  /// - Thread: whoever has the engine, between periods
  public func passPages() { unsafe clock.passPages(clock.pageCount) }

  @_noLocks private func publish(
    _ samples: StemRef, of player: UnsafeMutablePointer<StemPlayer>, on frame: FramePosition,
    _ goal: FramePosition?
  ) {
    guard let pages = unsafe samples.pages else { return }
    let layout = unsafe samples.layout
    let leads: Int64 = if let goal { unsafe player.pointee.placeInLoop(at: goal, in: layout) } else { -1 }
    unsafe pages.publish(
      StemPlaces(
        reads: player.pointee.place(at: frame, in: layout),
        rings: player.pointee.placeInRelease(at: frame, in: layout), leads: leads))
  }

  /// The frame that is where the music goes on next, if it goes there by a relocation, and nothing else moved it; nil if none is known.
  private var goalOfMusic: FramePosition? {
    @_noLocks get {
      if let seek = pendingSeek { return seek.target &+ origin }
      if let halt = pendingHalt, let place = halt.place { return place &+ origin }
      if let section, position &- origin < section.until { return section.next &+ origin }
      return nil
    }
  }
}

extension StemPlayer {
  /// The number of the sample that it reads on a frame, or would read if it ran.
  @_noLocks fileprivate func place(at frame: FramePosition, in layout: StemLayout) -> Int64 {
    if run.isUnderWay, run.firstTop != .min, frame < run.firstTop {
      let passage = passage(at: frame, in: layout)
      return passage.first < 0 ? 0 : passage.first &+ (frame &- passage.start)
    }
    return placeInLoop(at: frame, in: layout)
  }

  @_noLocks func placeInLoop(at frame: FramePosition, in layout: StemLayout) -> Int64 {
    let index = run.tops.index(containing: frame)
    return layout.intro &+ min(layout.loop &- 1, frame &- run.tops.position(of: index))
  }

  @_noLocks fileprivate func placeInRelease(at frame: FramePosition, in layout: StemLayout) -> Int64 {
    guard frame < releaseEnd else { return -1 }
    let place = max(0, frame &- releaseStart)
    return place < layout.release ? layout.intro &+ layout.loop &+ place : -1
  }
}
