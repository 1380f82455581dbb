/// Follow actions: at the beginning of the last of its loops a stem requests the change that follows. From then on
/// it is a pending change like any other, which can be cancelled or replaced.
extension Engine {
  /// - Returns: Whether a follow action changed anything.
  @_noLocks mutating func askFollows() -> Bool {
    guard followsAreDue else { return false }
    followsAreDue = false
    var hasAsked = false
    var i = 0
    while i < stemCount {
      let run = unsafe memory.players[i].run
      if run.followAsk <= position {
        unsafe memory.players[i].run.followAsk = .max
        touch(i)
        if let follow = unsafe memory.players[i].traits.follow {
          let asked = ask(i, follow.then, on: max(run.followDue, position), of: run.followDue)
          hasAsked = hasAsked || asked
        }
      }
      i &+= 1
    }
    return hasAsked
  }

  /// Requests one follow action, unless the stem concerned has a pending change of its own.
  @_noLocks private mutating func ask(
    _ index: Int, _ action: FollowAction.Action, on frame: FramePosition, of due: FramePosition
  ) -> Bool {
    let change = PendingChange(at: frame, by: .follow)
    switch action {
    case .stop: return follow(index, .stop, change)
    case .mute: return follow(index, .mute, change)
    case .start(let other):
      let other = Int(other.rawValue)
      guard other >= 0, other < stemCount else { return false }
      return follow(other, .start, change)
    case .startAny:
      guard let other = choose(for: index, due) else { return false }
      return follow(other, .start, change)
    }
  }

  @_noLocks private mutating func follow(
    _ index: Int, _ request: StemRequest, _ change: PendingChange
  ) -> Bool {
    let old = unsafe memory.players[index].status
    // A stop for the group's sake was not requested of this stem itself, so the follow action replaces it.
    if old.isPending && !old.isYielding { return false }
    if case .start = request, unsafe !memory.players[index].isOpen { return false }
    guard case .accepted = self.change(index, to: old.after(request, change: change), boundary: change.at)
    else { return false }
    noteConsequence(index, at: position, by: .follow)
    return true
  }

  /// One of the stems that may follow. The draw depends on the seed, the stem and the frame alone, so that a replay makes
  /// the same choice.
  @_noLocks private func choose(for index: Int, _ due: FramePosition) -> Int? {
    var candidates = 0
    var i = 0
    while i < stemCount {
      if mayFollow(i, index) { candidates &+= 1 }
      i &+= 1
    }
    guard candidates > 0 else { return nil }
    let number = mixed(
      seed ^ (UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(bitPattern: due))
    var place = Int(truncatingIfNeeded: number % UInt64(truncatingIfNeeded: candidates))
    i = 0
    while i < stemCount {
      if mayFollow(i, index) {
        if place == 0 { return i }
        place &-= 1
      }
      i &+= 1
    }
    return nil
  }

  @_noLocks private func mayFollow(_ other: Int, _ index: Int) -> Bool {
    guard other != index, unsafe memory.players[other].isOpen else { return false }
    switch unsafe memory.players[other].status {
    case .stop, .mute: break
    case .wait, .play, .playThenMute, .playThenStop, .muteThenPlay, .muteThenStop: return false
    }
    let group = unsafe memory.players[index].traits.group
    if group >= 0 { return unsafe memory.players[other].traits.group == group }
    return unsafe !memory.players[other].traits.isBase
  }

  /// The first output of SplitMix64 for this state (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
  /// 2014).
  @_noLocks private func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension StemStatus {
  /// Whether the pending change makes room for another stem of the group.
  var isYielding: Bool {
    @_noLocks get {
      guard let change = pending, change.by.isGroup else { return false }
      return true
    }
  }
}
