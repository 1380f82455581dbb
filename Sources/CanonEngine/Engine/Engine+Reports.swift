/// Reports to control about changes that no command of this frame made. Events that a command may cause have reserved room
/// in the queue. Other consequences (of groups, follow actions and runs that end) are reported when there is room besides.
extension Engine {
  @_noLocks mutating func reportPromised(_ index: Int, _ status: StemStatus, _ change: PendingChange) {
    events.write(.changed(stem(index), status: status, at: change.at, by: change.by))
    if unsafe memory.players[index].isUnreported {
      unsafe memory.players[index].unreported = nil
      if unsafe !memory.players[index].hasUnreportedRun { unreportedCount &-= 1 }
    }
  }

  @_noLocks mutating func reportRun(_ index: Int, isPromised: Bool) {
    guard unsafe memory.players[index].run.isUnderWay else { return }
    if isPromised {
      writeRun(index)
    } else {
      if unsafe !memory.players[index].isUnreported && !memory.players[index].hasUnreportedRun {
        unreportedCount &+= 1
      }
      unsafe memory.players[index].hasUnreportedRun = true
    }
  }

  @_noLocks private mutating func writeRun(_ index: Int) {
    let run = unsafe memory.players[index].run
    guard run.isUnderWay else { return }
    events.write(
      .began(
        stem(index), from: run.startBoundary, end: run.end, asks: run.followAsk, follow: run.followDue))
  }

  @_noLocks mutating func noteConsequence(_ index: Int, at: FramePosition, by source: Asker) {
    if unsafe !memory.players[index].isUnreported && !memory.players[index].hasUnreportedRun {
      unreportedCount &+= 1
    }
    unsafe memory.players[index].unreported = PendingChange(at: at, by: source)
  }

  /// Reports a stem's unreported change and run, unless that would take reserved room, or the clock is
  /// passing through a skip, of which only the outcome is reported.
  @_noLocks mutating func tell(_ index: Int) {
    guard !isPassing, events.hasRoom(for: promisedEvents &+ 2) else { return }
    let hasRun = unsafe memory.players[index].hasUnreportedRun
    if let change = unsafe memory.players[index].unreported {
      let status = unsafe memory.players[index].status
      events.write(.changed(stem(index), status: status, at: change.at, by: change.by))
    } else if !hasRun {
      return
    }
    if hasRun { writeRun(index) }
    unsafe memory.players[index].unreported = nil
    unsafe memory.players[index].hasUnreportedRun = false
    unreportedCount &-= 1
  }

  /// Notes that a pause mark was set or removed. The report follows when there is room, with the latest state.
  @_noLocks mutating func noteHold(_ index: Int) {
    unsafe memory.players[index].holdSince = position
    if unsafe memory.players[index].hasUnreportedHold { return }
    unsafe memory.players[index].hasUnreportedHold = true
    unreportedHolds &+= 1
  }

  @_noLocks private mutating func tellHold(_ index: Int) {
    guard unsafe memory.players[index].hasUnreportedHold, !isPassing,
      events.hasRoom(for: promisedEvents &+ 1)
    else { return }
    let (isHeld, since) = unsafe (memory.players[index].isHeld, memory.players[index].holdSince)
    events.write(.held(stem(index), isHeld, at: since))
    unsafe memory.players[index].hasUnreportedHold = false
    unreportedHolds &-= 1
  }

  @_noLocks mutating func reportConsequences() {
    reportMove()
    var i = 0
    while i < stemCount && (unreportedCount > 0 || unreportedHolds > 0) {
      tell(i)
      tellHold(i)
      i &+= 1
    }
  }
}

extension StemStatus {
  /// Whether a command requested the pending change, so that its events have reserved room.
  var isPromised: Bool {
    @_noLocks get {
      guard let change = pending else { return false }
      return !change.by.isTheEngine
    }
  }
}
