/// Exclusive groups: of the stems with the same number, at most one is heard, or will be. Who was asked last wins.
extension Engine {
  /// After a change of `index`: the others of its group yield to it, or come back when it no longer wants to sound.
  @_noLocks mutating func yieldGroup(to index: Int) {
    let group = unsafe memory.players[index].traits.group
    guard group >= 0 else { return }
    let from = unsafe memory.players[index].status.soundsFrom(position)
    // Those that stop for the sake of a third go on doing so, whatever becomes of this one.
    if from == nil, start(in: group, besides: index) < .max { return }
    var i = 0
    while i < stemCount {
      if unsafe i != index && memory.players[i].traits.group == group {
        let old = unsafe memory.players[i].status
        // What is due on this very frame is no longer taken back.
        let back = old.isDue(at: position) ? old : old.backFromYielding
        let new = from.map { old.yielding(on: $0) } ?? back
        if !new.isSame(as: old) {
          enter(i, new, due: position)
          noteConsequence(i, at: position, by: .group)
          reachIfDue(i, by: position)
        }
      }
      i &+= 1
    }
  }
}

extension Engine {
  /// A stem does not sound beyond the start of another of its group: asked to be silent later, it makes room there.
  @_noLocks func makingRoom(_ status: StemStatus, _ index: Int) -> StemStatus {
    let group = unsafe memory.players[index].traits.group
    guard group >= 0, let silence = status.silenceAt else { return status }
    let start = start(in: group, besides: index)
    return start < silence ? .playThenStop(PendingChange(at: start, by: .group)) : status
  }

  /// When another of the group is heard, or will be; `.max` if none.
  @_noLocks private func start(in group: Int32, besides index: Int) -> FramePosition {
    var start = FramePosition.max
    var i = 0
    while i < stemCount {
      if unsafe i != index && memory.players[i].traits.group == group {
        start = unsafe min(start, memory.players[i].status.soundsFrom(position) ?? .max)
      }
      i &+= 1
    }
    return start
  }
}

extension StemStatus {
  /// What becomes of a stem when another of its group is to be heard from `frame` on: it stops there if it would sound
  /// still, and no longer wants to sound.
  @_noLocks func yielding(on frame: FramePosition) -> StemStatus {
    let stop = PendingChange(at: frame, by: .group)
    switch self {
    case .stop, .wait: return .stop
    case .mute, .muteThenPlay: return .mute
    case .muteThenStop: return self
    case .play: return .playThenStop(stop)
    case .playThenMute(let change): return change.at <= frame ? self : .playThenStop(stop)
    case .playThenStop(let change):
      if change.by.isGroup { return change.at == frame ? self : .playThenStop(stop) }
      return change.at <= frame ? self : .playThenStop(stop)
    }
  }

  /// A stop that was only for another's sake is taken back.
  var backFromYielding: StemStatus {
    @_noLocks get {
      if case .playThenStop(let change) = self, change.by.isGroup { return .play }
      return self
    }
  }
}
