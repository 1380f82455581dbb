import CanonEngine

/// The changes of all stems on a frame, and their sum.
extension SlowSet {
  /// Carries out everything that is due on the current frame, with its consequences on the same frame.
  mutating func arrive() {
    // While the music stands still on an earlier frame, nothing is due.
    if let haltedAt, haltedAt < frame { return }
    hushIfDue()
    carryOutDue()
    while handOverIfDue() || moveIfDue() || haltIfDue() || repeatIfDue() {
      hushIfDue()
      carryOutDue()
    }
  }

  private mutating func carryOutDue() {
    var rounds = 0
    repeat {
      for k in stems.indices {
        let hasEnded = stems[k].arrive(at: frame)
        if hasEnded { settleGroup(after: k) }
      }
      rounds += 1
    } while askFollows() && rounds <= stems.count
    switchSolos()
    if let change = nextMaster, change.at <= frame {
      nextMaster = nil
      master = SlowLine(from: master[frame], to: change.gain, start: frame, length: change.length)
    }
  }

  private mutating func switchSolos() {
    var isSwitched = false
    for k in stems.indices {
      isSwitched = stems[k].applyHold(at: frame) || isSwitched
      guard let change = stems[k].nextSolo, change.at <= frame else { continue }
      stems[k].nextSolo = nil
      stems[k].solo = change.mode
      isSwitched = true
    }
    guard isSwitched else { return }
    for k in stems.indices {
      let rise = stems[k].rise
      stems[k].rise = nil
      let target: Float =
        isSilenced(k) || stems[k].isHeld || isMuted || stems[k].isHushed || stems[k].isStarved ? 0 : 1
      guard stems[k].audibility.to != target else { continue }
      let length = rise?.isAtOnce == true ? 0 : max(usual, rise?.over ?? 0)
      stems[k].audibility =
        isSounding
        ? SlowLine(from: stems[k].audibility.before(frame), to: target, start: frame, length: length)
        : SlowLine(target)
    }
  }

  /// Whether a solo of other stems silences the stem.
  func isSilenced(_ k: Int) -> Bool {
    let isAnyAlone = stems.contains { $0.solo == .alone }
    let isSpared = stems[k].solo != .off || (stems[k].traits.isBase && !isAnyAlone)
    return !isSpared && stems.contains { $0.solo != .off }
  }

  // MARK: - Panic

  mutating func panic() {
    dropPiece()
    (nextMaster, nextSeek) = (nil, nil)
    triggers.end()
    master = SlowLine(master[frame])
    let length = isSounding ? Int64((Double(configuration.sampleRate.hertz) / 200).rounded()) : 0
    panicCue(over: length)
    for k in stems.indices {
      stems[k].panic(isSilenced: isSilenced(k) || stems[k].isHushed || isMuted, over: length, at: frame)
    }
  }

  // MARK: - The sum

  /// Delivers the current frame, moves to the next one, and carries out everything that is due there.
  public mutating func deliver(into output: inout Output) {
    triggers.pass(frame)
    haltBeforeFirst()
    hasDelivered = true
    ticks?.pass(at: frame - origin, stands: haltedAt != nil, configuration.grid)
    if haltedAt != nil {
      output += Output.silence(like: output)
      frame += 1
      return
    }
    settleCue()
    var sum: (left: Float, right: Float) = (0, 0)
    var buses = [Float](repeating: 0, count: output.buses.count)
    for k in stems.indices {
      let (voice, release) = stems[k].signal(at: frame)
      sum = (sum.left + voice.left + release.left, sum.right + voice.right + release.right)
      let port = (left: voice.left + release.left, right: voice.right + release.right)
      output.ports[k].append(port.left)
      output.portsRight[k].append(port.right)
      for (bus, send) in stems[k].sends.enumerated() where 2 * bus < buses.count {
        buses[2 * bus] += port.left * send[frame]
        buses[2 * bus + 1] += port.right * send[frame]
      }
    }
    addCue(to: &buses)
    for k in output.ports.indices.dropFirst(stems.count) {
      output.ports[k].append(0)
      output.portsRight[k].append(0)
    }
    let gain = master[frame]
    output.master.append(gain == 1 ? sum.left : sum.left * gain)
    output.right.append(gain == 1 ? sum.right : sum.right * gain)
    for bus in buses.indices { output.buses[bus].append(buses[bus]) }
    frame += 1
    arrive()
  }
}
