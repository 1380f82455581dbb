import CanonEngine

/// Requests to the stems: by people, for the sake of a group, by follow actions.
extension SlowSet {
  mutating func ask(
    _ request: StemRequest, _ k: Int, _ asked: Quantum?, permitted: Bool, from: Int64?, over: Int64? = nil,
    isDoors: Bool
  ) -> EngineEvent.Answer {
    let quantum = asked ?? quantumOfPress(stems[k])
    let isHastened = request == .press && stems[k].pending != nil && configuration.secondPress == .now
    let pending = stems[k].pending
    let bringsSound =
      switch request {
      case .press: isHastened ? pending?.next == .play : pending == nil && !stems[k].sounds
      case .start: !stems[k].sounds
      case .unmute: stems[k].state == .mute
      case .stop, .mute, .cancel: false
      }
    if bringsSound, !permitted { return .notPermitted }
    let isUnderWay = isCountInAhead
    let mayBeLater = bringsSound && !isHastened && from == nil
    let counted = mayBeLater ? countedFrame : nil
    let sought = mayBeLater ? [counted, downbeatAhead].compactMap(\.self).max() : nil
    let found = sought.map { boundary(quantum, k, countedTo: $0) } ?? boundary(quantum, k)
    guard let boundary = found else { return .tooFar }
    let meant = isHastened ? (bringsSound ? downbeatAhead ?? frame : frame) : boundary
    let due = max(meant, frame) + (request == .mute ? over ?? 0 : 0)
    guard due < 1 << 53 else { return .tooFar }
    var wish = wish(request, stems[k], at: due, isHastened: isHastened, isDoors: isDoors)
    if !isDoors || request == .cancel, isPutOff(k, by: wish) { return .notPermitted }
    if let over { wish?.over = over }
    let wasSilent = stems[k].pending == nil && !stems[k].sounds
    var isChanged = change(k, to: wish, meant: from ?? meant, over: over)
    if counted != nil, !isUnderWay, let start = stems[k].pending, start.next == .play {
      countIn(until: start.at)
    }
    // A request that lets the stem be heard ends its pause.
    if request == .start || request == .unmute || (request == .press && (wasSilent || isHastened)) {
      isChanged = endHold(request, k, at: due, over: over) || isChanged
    }
    stems[k].completeIfDue(at: frame, by: frame)
    return isChanged ? .accepted : .unchanged
  }

  /// Whether the stop of a shut door would come later, or not at all.
  private func isPutOff(_ k: Int, by wish: SlowStem.Pending?) -> Bool {
    guard !stems[k].isOpen, let stop = stems[k].pending, stop.isDoors, stop.next == .stop else {
      return false
    }
    guard let wish else { return true }
    switch wish.next {
    case .stop: return wish.at > stop.at
    case .mute: return wish.at > frame
    case .play, .wait: return true
    }
  }

  /// The quantum of a press that names none: that of the change it leads to.
  private func quantumOfPress(_ stem: SlowStem) -> Quantum {
    switch stem.state {
    case .play: stem.traits.quanta.mute
    case .mute: stem.traits.quanta.unmute
    case .stop, .wait: stem.traits.quanta.start
    }
  }

  /// The pending change after a request.
  private func wish(
    _ request: StemRequest, _ stem: SlowStem, at frame: Int64, isHastened: Bool = false, isDoors: Bool = false
  ) -> SlowStem.Pending? {
    func become(_ next: StemState) -> SlowStem.Pending? {
      if stem.state == next { return nil }
      // A repeated request for the change that is pending on that frame keeps the original asker.
      if let old = stem.pending, old.at == frame, old.next == next { return old }
      return SlowStem.Pending(at: frame, next: next, isDoors: isDoors)
    }
    switch request {
    case .press where isHastened: return become(stem.pending?.next ?? stem.state)
    case .press where stem.pending != nil: return nil
    case .press: return become(stem.sounds ? .mute : .play)
    case .start: return become(.play)
    case .unmute: return stem.state == .stop ? stem.pending : become(.play)
    case .mute: return become(stem.state == .stop ? .stop : .mute)
    case .stop: return become(.stop)
    case .cancel: return nil
    }
  }

  /// - Parameter over: Frames of the requested fade.
  /// - Returns: Whether anything has changed.
  private mutating func change(
    _ k: Int, to wish: SlowStem.Pending?, meant: Int64, over: Int64? = nil
  ) -> Bool {
    var new = wish
    // In a group no stem is heard beyond the start of another.
    if stems[k].sounds, let silence = new?.at, let start = members(of: k).compactMap(soundsFrom).min(),
      start < silence
    {
      new = SlowStem.Pending(at: start, next: .stop, isForOthers: true)
    }
    let isFade = over != nil && wish != nil && new == wish
    // A stem that has faded and is to play on rises again.
    let rises = new == nil && stems[k].sounds && stems[k].fade.to != 1
    if new?.at == stems[k].pending?.at, new?.next == stems[k].pending?.next, !isFade, !rises { return false }
    stems[k].meant = meant
    set(k, new, over: over)
    settleGroup(after: k)
    return true
  }

  private mutating func set(_ k: Int, _ new: SlowStem.Pending?, over: Int64? = nil) {
    stems[k].pending = new
    // An upbeat that has begun was for another start.
    if stems[k].state == .stop, stems[k].isRunning, new?.at != stems[k].startedFor || new?.over != nil {
      stems[k].endRun(at: frame)
    }
    if stems[k].sounds, new == nil { stems[k].fadeBack(over: max(over ?? 0, usual), at: frame) }
    stems[k].fallIfDue(at: frame)
  }

  /// - Returns: Whether the pause changes.
  private mutating func endHold(_ request: StemRequest, _ k: Int, at due: Int64, over: Int64?) -> Bool {
    let isHeld = stems[k].isHeld || stems[k].nextHold?.isHeld == true
    if stems[k].pending?.next == .play {
      guard request != .unmute || stems[k].state == .mute else { return false }
      defer { stems[k].pending?.endsHold = true }
      return isHeld && stems[k].pending?.endsHold == false
    }
    guard isHeld, stems[k].sounds, stems[k].pending == nil, request != .press else { return false }
    stems[k].nextHold = (due, false, over ?? 0)
    return true
  }

  // MARK: - Groups

  private func members(of k: Int) -> [Int] {
    let group = stems[k].traits.group
    return stems.indices.filter { group >= 0 && $0 != k && stems[$0].traits.group == group }
  }

  /// The frame from which a stem is to be heard if nothing else is requested; nil if it is, or is to be, silent.
  private func soundsFrom(_ k: Int) -> Int64? {
    guard let change = stems[k].pending else { return stems[k].sounds ? frame : nil }
    return change.next == .play ? change.at : nil
  }

  /// Makes the other stems of a group yield to a stem, or continue when it is no longer to be heard.
  mutating func settleGroup(after k: Int) {
    let start = soundsFrom(k)
    // A silent stem changes nothing for those that yield to a third.
    if start == nil, members(of: k).contains(where: { soundsFrom($0) != nil }) { return }
    for other in members(of: k) {
      guard let start else {
        // A stop that is due on this very frame is no longer cancelled.
        if let stop = stems[other].pending, stop.isForOthers, stop.at > frame { set(other, nil) }
        continue
      }
      yield(other, from: start)
    }
  }

  private mutating func yield(_ other: Int, from start: Int64) {
    let stem = stems[other]
    guard stem.sounds else {
      if stem.pending?.next == .play { set(other, nil) }
      return
    }
    if let own = stem.pending, !own.isForOthers, own.at <= start { return }
    guard stem.pending?.at != start || stem.pending?.isForOthers != true else { return }
    set(other, SlowStem.Pending(at: start, next: .stop, isForOthers: true))
    stems[other].completeIfDue(at: frame, by: frame)
  }

  // MARK: - Follow actions

  /// - Returns: Whether a follow action changed anything.
  mutating func askFollows() -> Bool {
    var hasAsked = false
    for k in stems.indices {
      guard let ask = stems[k].followAsk, ask <= frame, let follow = stems[k].traits.follow else { continue }
      stems[k].followAsk = nil
      let due = max(stems[k].followDue, frame)
      let isAsked =
        switch follow.then {
        case .stop: self.follow(k, .stop, due)
        case .mute: self.follow(k, .mute, due)
        case .start(let other): self.follow(other.int, .start, due)
        case .startAny: choose(for: k).map { self.follow($0, .start, due) } ?? false
        }
      hasAsked = hasAsked || isAsked
    }
    return hasAsked
  }

  private mutating func follow(_ k: Int, _ request: StemRequest, _ due: Int64) -> Bool {
    guard stems.indices.contains(k) else { return false }
    if let own = stems[k].pending, !own.isForOthers { return false }
    if request == .start, !stems[k].isOpen { return false }
    return change(k, to: wish(request, stems[k], at: due), meant: due)
  }

  private func choose(for k: Int) -> Int? {
    let group = stems[k].traits.group
    let candidates = stems.indices.filter { other in
      let stem = stems[other]
      guard other != k, stem.isOpen, !stem.sounds, stem.pending == nil else { return false }
      return group >= 0 ? stem.traits.group == group : !stem.traits.isBase
    }
    guard !candidates.isEmpty else { return nil }
    let stem = UInt64(k) &* 0x9E37_79B9_7F4A_7C15, frame = UInt64(bitPattern: stems[k].followDue)
    var draw = SplitMix64(seed: configuration.seed ^ stem ^ frame)
    return candidates[Int(draw.next() % UInt64(candidates.count))]
  }
}
