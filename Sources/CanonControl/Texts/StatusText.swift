import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// The answers to `status` and `doors`, for people.
public enum StatusText {
  /// The position of the clock, then a line for each stem.
  /// - Parameter language: The language of doors.
  public static func status(_ snapshot: Snapshot, _ language: Language = .english) -> [String] {
    var lines = ["\(snapshot.title): now at \(EventText.place(snapshot.position, snapshot))."]
    if snapshot.isAway {
      lines = ["\(snapshot.title): there is no server; the music goes on when there is one."]
    }
    if snapshot.isPaused { lines.append("Paused: the clock runs on. Type \"resume\" to hear it again.") }
    if let cycle = cycleText(snapshot) { lines.append(cycle) }
    if snapshot.master.value != 0 || snapshot.nextMaster != nil {
      let next = pending(snapshot.nextMaster, snapshot) { EventText.decibels($0) }
      lines.append("master: gain \(EventText.decibels(snapshot.master))\(next).")
    }
    for stem in snapshot.stems {
      var line = "\(stem.id): "
      line += EventText.pending(stem.status, snapshot) ?? "\(stem.status.state.participle)."
      line += " Gain \(EventText.decibels(stem.gain))"
      line += pending(stem.nextGain, snapshot) { EventText.decibels($0) }
      line += ", pan \(stem.pan.value)" + pending(stem.nextPan, snapshot) { "\($0.value)" } + "."
      if stem.solo != .off || stem.nextSolo != nil {
        line += " Solo \(stem.solo.word)" + pending(stem.nextSolo, snapshot) { $0.word } + "."
      }
      if let next = stem.nextFile, let name = next.value {
        line += " Next file \(CleanText.clean(name))\(when(next.at, snapshot))."
      }
      line += pause(stem, snapshot)
      if let end = stem.end { line += " Ends at \(EventText.place(end, snapshot))." }
      if let follow = stem.follow { line += " Follow action at \(EventText.place(follow, snapshot))." }
      if stem.isBase { line += " Base." }
      line += doorText(stem, snapshot, language, always: false).map { " " + $0 } ?? ""
      lines.append(line)
    }
    return lines
  }

  /// ` (-40 dB from loop 3 (frame 2304000))`; nothing where nothing is pending.
  private static func pending<Value>(
    _ next: Snapshot.Next<Value>?, _ snapshot: Snapshot, _ text: (Value) -> String
  ) -> String {
    next.map { " (\(text($0.value))\(when($0.at, snapshot)))" } ?? ""
  }

  /// ` Paused; resumes at loop 3 (frame 2304000).`
  private static func pause(_ stem: Snapshot.Stem, _ snapshot: Snapshot) -> String {
    guard let next = stem.nextHeld else { return stem.isHeld ? " Paused." : "" }
    let when = next.at.map { " at \(EventText.place($0, snapshot))" } ?? ", not received yet"
    return (stem.isHeld ? " Paused; resumes" : " Pauses") + "\(when)."
  }

  private static func when(_ frame: FramePosition?, _ snapshot: Snapshot) -> String {
    frame.map { " from \(EventText.place($0, snapshot))" } ?? ", not received yet"
  }

  /// `Common cycle: 2 loops (48.0 s).`
  private static func cycleText(_ snapshot: Snapshot) -> String? {
    guard let grid = snapshot.grid, let rate = snapshot.sampleRate else { return nil }
    guard let cycle = snapshot.cycle else { return "Common cycle: longer than the clock reaches." }
    let seconds = Double(cycle.numerator) / Double(cycle.denominator) / Double(rate.hertz)
    // Both are in lowest terms, and the cycle of the loop alone is the loop.
    let loops = grid.loop.commonMultiple(with: cycle).flatMap {
      $0 == cycle ? cycle.loops(of: grid.loop) : nil
    }
    let whole = loops.map { EventText.count($0, "loop") + " (\(EventText.seconds(seconds)))" }
    return "Common cycle: \(whole ?? EventText.seconds(seconds))."
  }

  /// A line for each stem's door.
  public static func doors(_ snapshot: Snapshot, _ language: Language = .english) -> [String] {
    snapshot.stems.map { "\($0.id): " + (doorText($0, snapshot, language, always: true) ?? "") }
  }

  private static func doorText(
    _ stem: Snapshot.Stem, _ snapshot: Snapshot, _ language: Language, always: Bool
  ) -> String? {
    guard let zone = snapshot.zone, stem.door != .none else { return always ? language.wording.noDoor : nil }
    if case .open(_, nil) = stem.door, !always { return nil }
    return DoorText(language, zone: zone, now: snapshot.now).sentence(stem.door)
  }
}

extension GridLine {
  /// The number of loops in this line's distance, if it is a whole multiple of `loop`.
  fileprivate func loops(of loop: GridLine) -> Int64 {
    Int64(Int128(numerator) * Int128(loop.denominator) / (Int128(denominator) * Int128(loop.numerator)))
  }
}
