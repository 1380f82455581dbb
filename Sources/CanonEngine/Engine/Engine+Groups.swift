/// Exclusive groups: of the stems with the same group number, at most one is heard at a time. The last request wins.
extension Engine {
  /// After a change of `index`, makes the other stems of its group yield to it, or continue when it is no longer to be heard.
  @_noLocks mutating func yieldGroup(to index: Int) {
    let group = unsafe memory.players[index].traits.group
    guard group >= 0 else { return }
    let from = unsafe memory.players[index].status.soundsFrom(position)
    // Stems that stop for the sake of a third still do so, whatever happens to this one.
    if from == nil, start(in: group, besides: index) < .max { return }
    var i = 0
    while i < stemCount {
      if unsafe i != index && memory.players[i].traits.group == group {
        let old = unsafe memory.players[i].status
        // A stop that is due on this very frame is no longer cancelled.
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
  /// A stem is not heard beyond the start of another of its group: a later mute or stop becomes a stop on that frame.
  @_noLocks func makingRoom(_ status: StemStatus, _ index: Int) -> StemStatus {
    let group = unsafe memory.players[index].traits.group
    guard group >= 0, let silence = status.silenceAt else { return status }
    let start = start(in: group, besides: index)
    return start < silence ? .playThenStop(PendingChange(at: start, by: .group)) : status
  }

  /// The frame from which another stem of the group is to be heard: now if one plays; `.max` if there is none.
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
  /// The status of a stem when another of its group is to be heard from `frame` on: the stem stops there if it would still
  /// be heard, and drops a pending start or unmute.
  @_noLocks package func yielding(on frame: FramePosition) -> StemStatus {
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

  /// The status without a stop that exists only for the group's sake.
  package var backFromYielding: StemStatus {
    @_noLocks get {
      if case .playThenStop(let change) = self, change.by.isGroup { return .play }
      return self
    }
  }
}
