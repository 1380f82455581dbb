import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// The answers to `status` and `doors`, for people.
public enum StatusText {
  /// The position of the clock, then a line for each stem, and for each command that waits.
  public static func status(_ snapshot: Snapshot, _ language: Language = .english) -> [String] {
    let wording = language.wording
    func place(_ frame: FramePosition) -> MusicalPlace { MusicalPlace(frame, in: snapshot) }
    func value<Value>(
      _ value: Value, _ next: Snapshot.Next<Value>?, _ text: (Value) -> String
    ) -> String {
      text(value) + (next.map { wording.next(text($0.value), from: $0.at.map(place)) } ?? "")
    }
    let isAway = snapshot.isAway, title = snapshot.title
    var lines = [isAway ? wording.noServer(title) : wording.now(title, at: place(snapshot.reached))]
    if let piece = snapshot.piece { lines.append(wording.piece(piece)) }
    if !snapshot.playback.isOriginal { lines.append(wording.plays(snapshot.playback)) }
    if snapshot.isFrozen { lines.append(wording.musicIsFrozen) }
    if let recording = snapshot.recording { lines.append(wording.recordingGoesOn(recording)) }
    if let capture = snapshot.capture {
      let wait = capture.from > snapshot.reached ? snapshot.seconds(until: capture.from) : nil
      lines.append(
        wording.capturingGoesOn(capture, in: wait, until: snapshot.seconds(until: capture.until)))
    }
    if snapshot.isPaused { lines.append(wording.performanceIsPaused) }
    if let cycle = cycleText(snapshot, wording) { lines.append(cycle) }
    if let time = snapshot.musicTime { lines.append(wording.elapsed(time.elapsed, ofLoop: time.remaining)) }
    if snapshot.master.value != 0 || snapshot.nextMaster != nil {
      let gain = value(snapshot.master, snapshot.nextMaster, decibels)
      lines.append(wording.line(StemSelection.master, wording.master(gain)))
    }
    if snapshot.cue.isClickOn { lines.append(wording.clickIsOn) }
    if snapshot.cue.countInBars > 0 { lines.append(wording.countIn(snapshot.cue.countInBars)) }
    for stem in snapshot.stems {
      var sentences = [EventText.state(stem.status, snapshot, wording)]
      if let state = stem.requested { sentences.append(wording.requested(state)) }
      sentences.append(
        wording.levels(
          gain: value(stem.gain, stem.nextGain, decibels),
          pan: value(stem.pan, stem.nextPan) { "\($0.value)" }))
      if stem.solo != .off || stem.nextSolo != nil {
        sentences.append(wording.solo(value(stem.solo, stem.nextSolo) { $0.word }))
      }
      if let file = stem.otherFile { sentences.append(wording.file(CleanText.clean(file))) }
      if let next = stem.nextFile, let name = next.value {
        sentences.append(wording.nextFile(CleanText.clean(name), from: next.at.map(place)))
      }
      if let next = stem.nextHeld {
        sentences.append(wording.stemPauses(!stem.isHeld, at: next.at.map(place)))
      } else if stem.isHeld {
        sentences.append(wording.stemIsPaused)
      }
      if stem.isCued { sentences.append(wording.stemIsCued) }
      sentences += stem.sends.sorted { $0.key < $1.key }.map { wording.sends(to: $0.key, $0.value) }
      if let end = stem.end { sentences.append(wording.ends(at: place(end))) }
      if let follow = stem.follow { sentences.append(wording.follows(at: place(follow))) }
      if stem.isUnreadable { sentences.append(wording.stemIsUnreadable) }
      if stem.isBase { sentences.append(wording.stemIsBase) }
      if let door = doorText(stem, snapshot, language, always: false) { sentences.append(door) }
      lines.append(wording.line(stem.id, wording.sequence(sentences)))
    }
    if let section = snapshot.section {
      lines.append(
        wording.section(
          MusicalPlace(section.from, music: section.from, in: snapshot),
          until: MusicalPlace(section.until, music: section.until, in: snapshot),
          then: section.repeats ? nil : MusicalPlace(section.next, music: section.next, in: snapshot)))
    }
    if let section = snapshot.namedSection {
      lines.append(wording.section(section.title, then: section.next))
    }
    for mark in snapshot.marks {
      lines.append(wording.mark(mark.number, MusicalPlace(mark.place, music: mark.place, in: snapshot)))
    }
    for waiting in snapshot.waiting {
      lines.append(
        wording.waits(
          waiting.number, waiting.command.description, at: MusicalPlace(receipt: waiting.at, in: snapshot),
          in: snapshot.seconds(untilReceipt: waiting.at), by: waiting.by.word))
    }
    return lines
  }

  private static func decibels(_ value: Decibels) -> String { "\(value.value) dB" }

  /// `Common cycle: 2 loops (48.0 s).`
  private static func cycleText(_ snapshot: Snapshot, _ wording: any Wording) -> String? {
    guard let grid = snapshot.grid, let rate = snapshot.sampleRate else { return nil }
    guard let cycle = snapshot.cycle else { return wording.cycleTooLong }
    let seconds = Double(cycle.numerator) / Double(cycle.denominator) / Double(rate.hertz)
    // Both are in lowest terms, and the cycle of the loop alone is the loop.
    let loops = grid.loop.commonMultiple(with: cycle).flatMap {
      $0 == cycle ? cycle.loops(of: grid.loop) : nil
    }
    return wording.cycle(loops: loops, seconds: seconds)
  }

  /// A line for each stem's door.
  public static func doors(_ snapshot: Snapshot, _ language: Language = .english) -> [String] {
    snapshot.stems.map { stem in
      language.wording.line(stem.id, doorText(stem, snapshot, language, always: true) ?? "")
    }
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
