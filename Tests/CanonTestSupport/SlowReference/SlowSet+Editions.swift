import CanonEngine

/// Editions: on a boundary the set becomes another one.
extension SlowSet {
  mutating func plan(_ number: Int, _ quantum: Quantum) -> EngineEvent.Answer {
    let quantum = ofTheSet(quantum)
    let from = isSounding ? frame + usual : frame
    let at = quantum.unit == .now || !isSounding ? from : boundary(quantum, 0, from: from)
    guard let at, at < 1 << 53 else { return .tooFar }
    dropEdition()
    nextEdition = (at, number, false)
    return .accepted
  }

  /// Another piece that waits does not begin after a panic.
  mutating func dropPiece() {
    if let next = nextEdition, editions[next.number].music != .goesOn { dropEdition() }
  }

  private mutating func dropEdition() {
    if nextEdition == nil { return }
    nextEdition = nil
    for k in stems.indices where stems[k].isHushed {
      stems[k].isHushed = false
      settleAudibility(k)
    }
  }

  /// Moves the audibility to what solos and pauses say.
  mutating func settleAudibility(_ k: Int, isAtOnce: Bool = false) {
    let isSilent = isSilenced(k) || stems[k].isHeld || isMuted || stems[k].isHushed || stems[k].isStarved
    let target: Float = isSilent ? 0 : 1
    guard stems[k].audibility.to != target else { return }
    stems[k].audibility =
      isSounding
      ? SlowLine(
        from: stems[k].audibility.before(frame), to: target, start: frame, length: isAtOnce ? 0 : usual)
      : SlowLine(target)
  }

  /// The place of each stem of an edition: its old one, the lowest that is free, or a new one after all.
  private func places(of edition: TestEdition) -> [Int] {
    var taken = Set(ids.indices.filter { ids[$0] != nil })
    return edition.ids.map { id in
      if let old = ids.firstIndex(of: id) { return old }
      let place = (0...).first { !taken.contains($0) }!
      taken.insert(place)
      return place
    }
  }

  /// Whether the music moves in frames when it keeps its place.
  private func isRetimed(by edition: TestEdition) -> Bool { lines(edition).0 != lines(edition).1 }

  /// The lines by which a place is counted in the old and in the new grid.
  private func lines(_ edition: TestEdition) -> (GridLine, GridLine) {
    let (old, new) = (configuration.grid, edition.configuration.grid)
    if old.barsPerLoop == 0 || new.barsPerLoop == 0 { return (old.loop, new.loop) }
    let hasSameBars =
      old.beatsPerLoop > 0
      && Double(old.beatsPerLoop) / Double(old.barsPerLoop) == Double(new.beatsPerLoop)
        / Double(new.barsPerLoop)
    return hasSameBars ? (old.beat, new.beat) : (old.bar, new.bar)
  }

  /// The position of the same place.
  private static func position(_ old: Int64, from: GridLine, to: GridLine) -> Int64 {
    let index = from.index(containing: old)
    let part = old - from.position(of: index)
    let length = from.position(of: index + 1) - from.position(of: index)
    let newLength = to.position(of: index + 1) - to.position(of: index)
    return to.position(of: index) + part * newLength / length
  }

  /// The traits as they count: without the names of stems, and with a loop of its own.
  private func traits(
    _ stem: StemConfiguration, _ configuration: EngineConfiguration, _ places: [Int]
  ) -> StemConfiguration {
    var stem = stem
    stem.line = stem.line ?? configuration.grid.loop
    if let follow = stem.follow, case .start(let other) = follow.then {
      let place = other.int < places.count ? places[other.int] : -1
      stem.follow = FollowAction(loops: Int(follow.loops), then: .start(StemIndex(place)))
    }
    return stem
  }

  /// The places whose stems fall silent before the edition takes over.
  private func changed(by edition: TestEdition) -> [Int] {
    let places = places(of: edition)
    if edition.music != .goesOn {
      return ids.indices.filter {
        places.contains($0) || ids[$0] != nil && (stems[$0].sound?.release ?? 0) == 0
      }
    }
    return zip(places, edition.ids.indices).filter { place, index in
      guard place < ids.count else { return false }
      guard ids[place] != nil else { return true }
      let old = plays(place), new = traits(edition.configuration.stems[index], edition.configuration, places)
      return isRetimed(by: edition) || edition.sounds[index] != nil || old.line != new.line
        || old.offset != new.offset || old.entry != new.entry || old.intro != new.intro
        || !areSame(
          old.sends.prefix(configuration.busCount), new.sends.prefix(edition.configuration.busCount))
    }.map(\.0)
  }

  /// Whether two lists of sends bring every bus the same.
  private func areSame(_ old: ArraySlice<Gain>, _ new: ArraySlice<Gain>) -> Bool {
    (0..<max(old.count, new.count)).allSatisfy { bus in
      (bus < old.count ? old[bus].linear : 0) == (bus < new.count ? new[bus].linear : 0)
    }
  }

  /// What the stem at a place is like, with a loop of its own.
  private func plays(_ place: Int) -> StemConfiguration {
    var stem = stems[place].traits
    stem.line = stems[place].line
    return stem
  }

  mutating func hushIfDue() {
    guard let next = nextEdition, !next.isHushed, frame >= next.at - usual else { return }
    nextEdition?.isHushed = true
    for k in changed(by: editions[next.number]) {
      stems[k].isHushed = true
      hush(k)
    }
  }

  /// - Returns: Whether another edition plays.
  mutating func handOverIfDue() -> Bool {
    guard let next = nextEdition, next.at <= frame else { return false }
    nextEdition = nil
    let edition = editions[next.number], places = places(of: edition), changed = changed(by: edition)
    editionCount += 1
    if case .begins(let gap) = edition.music {
      begin(edition, at: places, after: gap)
      return true
    }
    // What the edition says of requests counts for a set of the same stems.
    if !edition.keepsRequests || Set(ids.compactMap(\.self)) != Set(edition.ids) { triggers.end() }
    let (oldLine, newLine) = lines(edition), oldOrigin = origin
    for k in ids.indices where ids[k] != nil && !places.contains(k) { leave(k) }
    origin = frame - Self.position(frame - oldOrigin, from: oldLine, to: newLine)
    let newOrigin = origin
    func place(_ old: Int64) -> Int64 {
      Self.position(old - oldOrigin, from: oldLine, to: newLine) + newOrigin
    }
    let oldBuses = configuration.busCount
    if changesClick(edition) { cue.click = SlowLine(0) }
    configuration = edition.configuration
    moveCountIn(place)
    // What a stem that has left still plays goes to the buses that stay.
    for k in ids.indices where ids[k] == nil {
      stems[k].sends = Array(stems[k].sends.prefix(min(oldBuses, configuration.busCount)))
    }
    if let change = nextMaster { nextMaster = (max(frame, place(change.at)), change.gain, change.length) }
    if let seek = nextSeek { nextSeek = (seek.at, place(seek.place + oldOrigin) - newOrigin) }
    section = section?.map { place($0 + oldOrigin) - newOrigin }
    if let halt = nextHalt, let old = halt.place {
      nextHalt = (halt.at, place(old + oldOrigin) - newOrigin)
    }
    let (long, short) = (usual, shortest)
    for k in stems.indices { (stems[k].usual, stems[k].shortest) = (long, short) }
    for (index, k) in places.enumerated() {
      let new = traits(edition.configuration.stems[index], edition.configuration, places)
      let sound = edition.sounds[index].map { sounds[edition.ids[index]][$0] }
      if k < ids.count, ids[k] != nil {
        stems[k].isOpen = stems[k].isOpen && edition.staysOpen[index]
        stems[k].isCued = stems[k].isCued && stems[k].isOpen
        stems[k].sends = sends(of: k, in: new, oldBuses: oldBuses)
        adopt(k, new, sound, isChanged: changed.contains(k), isRetimed: oldLine != newLine, place)
      } else {
        var stem = SlowStem(new, in: self)
        stem.sound = sound
        while stems.count <= k {
          stems.append(stem)
          ids.append(nil)
        }
        stems[k] = stem
      }
      ids[k] = edition.ids[index]
    }
    for (index, k) in places.enumerated() where !edition.staysOpen[index] && !stems[k].sounds {
      guard stems[k].pending?.next == .play else { continue }
      stems[k].pending = nil
      if stems[k].state == .stop, stems[k].isRunning { stems[k].endRun(at: frame) }
      settleGroup(after: k)
    }
    settleAfterHandOver()
    return true
  }

  private mutating func settleAfterHandOver() {
    cycleFrame = nil
    if haltedAt != nil { haltedAt = frame }
    for k in stems.indices {
      let wasHushed = stems[k].isHushed
      stems[k].isHushed = false
      // One that has fallen silent and left stays so.
      if wasHushed, ids[k] == nil { continue }
      if ids[k] != nil { stems[k].isStarved = false }
      if wasHushed, !isSilenced(k), !stems[k].isHeld, !isMuted { rise(k) } else { settleAudibility(k) }
    }
  }

  /// Another piece begins: all stems leave, and all are new.
  private mutating func begin(_ edition: TestEdition, at places: [Int], after gap: Int64) {
    triggers.end()
    let isHeld = ids.indices.allSatisfy { ids[$0] == nil || stems[$0].isHeld }
    for k in ids.indices where ids[k] != nil { leave(k) }
    origin = frame + gap
    if changesClick(edition) { cue.click = SlowLine(0) }
    let oldBuses = configuration.busCount
    configuration = edition.configuration
    for k in stems.indices {
      stems[k].sends = Array(stems[k].sends.prefix(min(oldBuses, configuration.busCount)))
    }
    (section, nextSeek, cue.countIn, hasGap) = (nil, nil, nil, true)
    if let halt = nextHalt { nextHalt = (halt.at, nil) }
    let (long, short) = (usual, shortest)
    for k in stems.indices { (stems[k].usual, stems[k].shortest) = (long, short) }
    for (index, k) in places.enumerated() {
      var stem = SlowStem(traits(edition.configuration.stems[index], edition.configuration, places), in: self)
      stem.sound = edition.sounds[index].map { sounds[edition.ids[index]][$0] }
      stem.isHeld = isHeld
      if isHeld { stem.audibility = SlowLine(0) }
      if edition.starts.contains(index) {
        stem.pending = SlowStem.Pending(at: origin, next: .play)
        stem.meant = origin
      }
      while stems.count <= k {
        stems.append(stem)
        ids.append(nil)
      }
      stems[k] = stem
      ids[k] = edition.ids[index]
    }
    settleAfterHandOver()
  }

  private mutating func leave(_ k: Int) {
    ids[k] = nil
    if stems[k].state == .stop {
      stems[k].pending = nil
      if stems[k].isRunning { stems[k].endRun(at: frame) }
    } else {
      stems[k].pending = SlowStem.Pending(at: frame, next: .stop)
      stems[k].completeIfDue(at: frame, by: frame)
    }
    settleGroup(after: k)
    if stems[k].dip.to == 0 {
      stems[k].dip = SlowLine(from: stems[k].dip[frame], to: 1, start: frame, length: usual)
    }
    (stems[k].replacement, stems[k].rise, stems[k].isOpen, stems[k].solo) = (nil, nil, false, .off)
    stems[k].isCued = false
    (stems[k].nextGain, stems[k].nextPan, stems[k].nextSolo, stems[k].nextHold) = (nil, nil, nil, nil)
    (stems[k].traits.group, stems[k].traits.follow) = (-1, nil)
  }

  private mutating func adopt(
    _ k: Int, _ new: StemConfiguration, _ sound: SlowSound?, isChanged: Bool, isRetimed: Bool,
    _ place: (Int64) -> Int64
  ) {
    let old = plays(k), first = stems[k].topIndex(atOrAfter: stems[k].firstTop ?? stems[k].startedFor)
    let loopsBegun = stems[k].line.index(containing: frame - stems[k].anchor) - first
    stems[k].traits = new
    if old.gain != new.gain {
      stems[k].nextGain = nil
      stems[k].gain = SlowLine(
        from: stems[k].gain[frame], to: new.gain.linear, start: frame, length: isSounding ? usual : 0)
    }
    if old.pan != new.pan {
      stems[k].nextPan = nil
      let length = isSounding ? usual : 0
      stems[k].left = SlowLine(from: stems[k].left[frame], to: new.pan.left, start: frame, length: length)
      stems[k].right = SlowLine(from: stems[k].right[frame], to: new.pan.right, start: frame, length: length)
    }
    let hasOtherTime =
      isRetimed || old.line != new.line || old.offset != new.offset || old.entry != new.entry
      || old.intro != new.intro
    if let held = stems[k].sound, held.loop < new.line!.longestDistance, sound == nil { stems[k].sound = nil }
    if isChanged {
      (stems[k].replacement, stems[k].dip) = (nil, SlowLine(1))
      if let sound {
        stems[k].sound = sound
        if let ringing = stems[k].release {
          stems[k].release = (ringing.start, min(ringing.end, frame), ringing.envelope)
        }
      }
      let inLoop = Self.position(frame - stems[k].anchor, from: old.line!, to: new.line!)
      stems[k].line = new.line!
      stems[k].offset = origin + new.offset
      stems[k].anchor = new.entry == .top ? frame - inLoop : stems[k].offset
      (stems[k].startedFor, stems[k].meant) = (place(stems[k].startedFor), place(stems[k].meant))
      stems[k].firstTop = nil
    }
    if stems[k].isRunning, hasOtherTime || old.repeats != new.repeats || old.follow != new.follow {
      let first = stems[k].line.index(containing: frame - stems[k].anchor) - loopsBegun
      let next = stems[k].top(stems[k].topIndex(atOrAfter: frame))
      stems[k].end = new.repeats > 0 ? max(next, stems[k].top(first + Int64(new.repeats))) : nil
      let hasAsked = stems[k].followAsk == nil && old.follow == new.follow
      stems[k].followAsk = nil
      if let follow = new.follow {
        stems[k].followDue = max(next, stems[k].top(first + Int64(follow.loops)))
        if !hasAsked { stems[k].followAsk = max(frame, stems[k].top(first + Int64(follow.loops) - 1)) }
      }
    }
    if isChanged { stems[k].join(at: frame, place) }
  }
}
