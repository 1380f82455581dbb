import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

/// What happens, in English.
extension English {
  func line(_ name: String, _ sentence: String) -> String { "\(name): \(sentence)" }
  func sequence(_ sentences: [String]) -> String { sentences.joined(separator: " ") }

  func place(_ place: MusicalPlace) -> String {
    guard let loop = place.loop else { return "frame \(place.frame)" }
    let beat = place.beat.map { ", bar \($0.bar), beat \($0.beat)" } ?? ""
    return "loop \(loop)\(beat) (frame \(place.frame))"
  }

  func seconds(_ value: Double) -> String { Self.tenths(value) + " s" }
  func asker(_ name: String) -> String { name }

  /// One decimal, without locale.
  static func tenths(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  func count(_ number: Int64, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }

  // MARK: - States

  func pending(
    _ state: StemState, then next: StemState, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "\(Self.participle(state)); \(verb(next)) at \(self.place(place)) in \(self.seconds(seconds)) "
      + "(requested by \(self.asker(asker)))."
  }

  func since(_ state: StemState, _ place: MusicalPlace) -> String {
    "\(Self.participle(state)) since \(self.place(place))."
  }

  func state(_ state: StemState) -> String { "\(Self.participle(state))." }
  func nothingPending(_ state: StemState) -> String { "\(Self.participle(state)), nothing pending." }
  func unchanged(_ sentence: String) -> String { "unchanged: \(sentence)" }
  var boundaryTooFar: String { "that boundary is too far in the future." }

  func notPermitted(_ state: StemState) -> String {
    "not started: its door is shut. It stays \(Self.participle(state))."
  }

  /// As a sentence has it: `playing since loop 2`.
  private static func participle(_ state: StemState) -> String {
    switch state {
    case .stop: "stopped"
    case .wait: "waiting"
    case .play: "playing"
    case .mute: "muted"
    }
  }

  private func verb(_ state: StemState) -> String {
    switch state {
    case .stop: "stops"
    case .wait: "waits"
    case .play: "plays"
    case .mute: "mutes"
    }
  }

  // MARK: - Changes

  private func from(_ place: MusicalPlace?) -> String {
    place.map { ", from \(self.place($0)) on" } ?? ""
  }

  func level(_ gain: Decibels?, _ pan: Pan?, from place: MusicalPlace?, over seconds: Double?) -> String {
    [gain.map { "gain \($0.value) dB" }, pan.map { "pan \($0.value)" }].compactMap(\.self)
      .joined(separator: ", ") + (seconds.map { " over \(self.seconds($0))" } ?? "") + "\(from(place))."
  }

  func solo(_ mode: SoloMode, from place: MusicalPlace?) -> String { "solo \(mode.word)\(from(place))." }

  func replaced(_ file: String, from place: MusicalPlace?) -> String { "plays \"\(file)\"\(from(place))." }

  func reloads(_ place: MusicalPlace, by asker: String) -> String {
    "What was read again takes effect at \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func begins(_ piece: PieceName, at place: MusicalPlace, by asker: String) -> String {
    "Piece \(piece.number) of \(piece.count), \(piece.title), begins at \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func begins(_ piece: PieceName) -> String {
    "Piece \(piece.number) of \(piece.count) begins: \(piece.title)."
  }

  func piece(_ piece: PieceStatus) -> String {
    let left = piece.remaining.map { ", left: \(RecordStatus.clock($0))" } ?? ""
    let all = piece.programmeRemaining.map { ", left: \(RecordStatus.clock($0))" } ?? ""
    return
      "Piece \(piece.name.number) of \(piece.name.count), elapsed: \(RecordStatus.clock(piece.elapsed))\(left)."
      + (piece.next.map { " Next: \($0)." } ?? "")
      + " Programme\(piece.programme.map { " \(CleanText.quote($0))" } ?? ""), elapsed: \(RecordStatus.clock(piece.programmeElapsed))\(all)."
  }

  func addsFiles(_ place: MusicalPlace) -> String {
    "New files of the door folder become stems at \(self.place(place))."
  }

  func added(_ files: [ReloadChanges.AddedFile]) -> String {
    files.map { file in
      "New in the set: \(CleanText.quote(file.stem)) from \(CleanText.quote(file.file)), with a door on "
        + "\(file.zone.textWithZone(file.opens))."
    }.joined(separator: " ")
  }

  func plays(_ playback: Playback, from place: MusicalPlace, by asker: String) -> String {
    "From \(self.place(place)) on the music plays \(named(playback)) (requested by \(self.asker(asker)))."
  }

  func plays(_ playback: Playback) -> String { "The music plays \(named(playback))." }

  private func named(_ playback: Playback) -> String {
    let tempo =
      switch playback.tempo {
      case .original: "in its own tempo"
      case .percent: "at \(playback.tempo) of its tempo"
      case .beats: "at tempo \(playback.tempo)"
      }
    let cents = playback.key.cents
    let key =
      if cents == 0 { "in its own key" } else if cents % 100 == 0 {
        "\(count(Int64(abs(cents / 100)), "semitone")) \(cents > 0 ? "higher" : "lower")"
      } else { "\(count(Int64(abs(cents)), "cent")) \(cents > 0 ? "higher" : "lower")" }
    return "\(tempo), \(key)"
  }

  func reloaded(_ changes: ReloadChanges) -> String {
    var others = changes
    others.playback = nil
    if let playback = changes.playback {
      return plays(playback) + (others.isEmpty ? "" : " " + reloaded(others))
    }
    if changes.isEmpty { return "Nothing has changed in the set, the schedule and the sound files." }
    let parts = [("new", changes.added), ("gone", changes.removed), ("changed", changes.changed)]
      .filter { !$1.isEmpty }.map { "\($0): \(list($1))" }
    return "The set is as its files are now" + (parts.isEmpty ? "." : " (\(parts.joined(separator: "; "))).")
  }

  var clockStarts: String { "The clock starts." }
  var panic: String { "Panic: every stem has stopped, and nothing is pending. Start the base by name." }

  func missed(_ count: Int) -> String {
    "\(count == 1 ? "1 event was" : "\(count) events were") dropped because the reader fell behind."
  }

  func missedLines(_ count: Int) -> String {
    "\(count == 1 ? "1 line was" : "\(count) lines were") dropped because the reader fell behind."
  }

  func loading(_ progress: LoadingProgress.Shown) -> String {
    let slow = progress.slow.map { "; \($0) takes long" } ?? ""
    return
      "Loading: \(progress.done) of \(count(Int64(progress.files), "file")), \(progress.seconds) s\(slow)"
  }

  func skipped(_ frames: FrameCount, at frame: FramePosition) -> String {
    "The clock moved on by \(count(frames, "frame")) at frame \(frame); the music goes on in phase."
  }

  func seeks(_ place: MusicalPlace, by asker: String) -> String {
    "The music moves to \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func plays(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?, by asker: String) -> String
  {
    if let next {
      return "The music goes from \(place(until)) to \(place(next)) (requested by \(self.asker(asker)))."
    }
    return
      "The music repeats from \(place(from)) to \(place(until)) (requested by \(self.asker(asker))). \"section off\" lets it go on."
  }

  func repeatsNothing(by asker: String) -> String {
    "The music goes on and repeats no section (requested by \(self.asker(asker)))."
  }

  func section(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?) -> String {
    next.map { "Goes from \(place(until)) to \(place($0))." }
      ?? "Repeats from \(place(from)) to \(place(until))."
  }

  func entered(_ title: String) -> String { "The section \(CleanText.quote(title)) begins." }

  func section(_ title: String, then next: String?) -> String {
    "In the section \(CleanText.quote(title))" + (next.map { ", then \(CleanText.quote($0))." } ?? ".")
  }

  func listens(_ isOn: Bool) -> String {
    isOn
      ? "heard on the cue bus while it is silent in the music." : "no longer heard on the cue bus by itself."
  }

  func sends(to bus: String, _ gain: Decibels) -> String {
    gain == .silence ? "no longer sent to \(bus)." : "sent to \(bus) with \(gain.value) dB."
  }

  func click(_ isOn: Bool, by asker: String) -> String {
    isOn
      ? "The click plays on the cue bus (requested by \(self.asker(asker)))."
      : "The click is off (requested by \(self.asker(asker)))."
  }

  func countIn(_ bars: Int?, by asker: String) -> String {
    let what =
      bars.map {
        "\(count(Int64($0), "bar")) of the click \($0 == 1 ? "precedes" : "precede") a start from silence"
      }
      ?? "No count-in precedes a start from silence"
    return "\(what) (requested by \(self.asker(asker)))."
  }

  var stemIsCued: String { "On the cue bus." }
  var clickIsOn: String { "The click is on." }
  func countIn(_ bars: Int) -> String { "Count-in: \(count(Int64(bars), "bar"))." }

  func marked(_ number: Int, _ place: MusicalPlace, by asker: String) -> String {
    "Mark \(number) is at \(self.place(place)) (set by \(self.asker(asker))). \"goto mark \(number)\" leads there."
  }

  func unmarked(_ number: Int, by asker: String) -> String {
    "Mark \(number) is removed (by \(self.asker(asker)))."
  }

  func mark(_ number: Int, _ place: MusicalPlace) -> String { "Mark \(number): \(self.place(place))." }

  func elapsed(_ seconds: Double, ofLoop left: Double) -> String {
    "Elapsed: \(RecordStatus.clock(seconds)). Left in this loop: \(self.seconds(left))."
  }

  func freezes(_ place: MusicalPlace, by asker: String) -> String {
    "The music stands still at \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func goesOn(_ place: MusicalPlace, by asker: String) -> String {
    "The music goes on from \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  // MARK: - Commands that wait

  func waits(
    _ number: Int, _ command: String, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "Waits as \(waiting(number, command)): received at \(self.place(place)) in \(self.seconds(seconds)) "
      + "(requested by \(self.asker(asker)))."
  }

  func waiting(_ number: Int, _ command: String) -> String { "\(number), \"\(command)\"" }

  func waitingCancelled(_ commands: [String], by asker: String) -> String {
    "No longer \(waits(commands)) (cancelled by \(self.asker(asker)))."
  }

  func waitingEndedByPanic(_ commands: [String]) -> String {
    "No longer \(waits(commands)): the panic ended what waited."
  }

  func waitingRefused(_ commands: [String], _ reason: String) -> String {
    "No longer \(waits(commands)), because it would be refused: \(reason)"
  }

  private func waits(_ commands: [String]) -> String {
    (commands.count == 1 ? "waits: " : "wait: ") + commands.joined(separator: "; ")
  }

  // MARK: - Pauses

  func paused(_ isOn: Bool) -> String { isOn ? "paused." : "resumed." }
  func performancePaused(_ isOn: Bool) -> String { "The performance is \(paused(isOn))" }

  func pausing(_ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String) -> String {
    "\(isOn ? "pauses" : "resumes") at \(self.place(place)) in \(self.seconds(seconds)) "
      + "(requested by \(self.asker(asker)))."
  }

  func performancePausing(
    _ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String { "The performance \(pausing(isOn, at: place, in: seconds, by: asker))" }

  func pauseUnchanged(_ isOn: Bool) -> String { unchanged(isOn ? "paused already." : "not paused.") }

  func performancePauseUnchanged(_ isOn: Bool) -> String {
    "Unchanged: the performance is \(isOn ? "paused already" : "not paused")."
  }

  // MARK: - The server

  func connected(_ server: ServerInfo) -> String {
    var text =
      "Playing as \"\(server.clientName)\" on \(server.implementation), server \"\(server.name)\", "
      + "\(server.sampleRate.hertz) Hz, period \(server.period) frames"
    if let backend = server.ownBackend { text += ", started by canon on \(backend)" }
    if server.ownBackend == "dummy" { text += ", which no one can hear" }
    if server.connections.isEmpty {
      return text
        + ". Nothing is connected: no one hears this until you connect \(server.clientName):master_1 and _2."
    }
    return text + ". Connected to \(server.connections.joined(separator: " and "))."
  }

  func loss(_ loss: ServerLoss) -> String {
    switch loss {
    case .ended: "The JACK server has ended."
    case .otherRate: "The server has changed its sample rate."
    case .disappeared: "The JACK server disappeared."
    }
  }

  func lost(_ loss: String) -> String {
    "\(loss) Waiting for a server; the music goes on when there is one."
  }

  func xruns(_ count: Int) -> String { "\(self.count(Int64(count), "xrun"))." }
  func period(_ frames: Int) -> String { "The server's period is now \(count(Int64(frames), "frame"))." }
}

/// `status` in English.
extension English {
  func now(_ title: String, at place: MusicalPlace) -> String { "\(title): now at \(self.place(place))." }
  func noServer(_ title: String) -> String {
    "\(title): there is no server; the music goes on when there is one."
  }
  var musicIsFrozen: String { "The music stands still. Type \"resume\" to let it go on." }
  var performanceIsPaused: String { "Paused: the clock runs on. Type \"resume\" to hear it again." }

  func cycle(loops: Int64?, seconds: Double) -> String {
    let length = self.seconds(seconds)
    return "Common cycle: \(loops.map { count($0, "loop") + " (\(length))" } ?? length)."
  }

  var cycleTooLong: String { "Common cycle: longer than the clock reaches." }

  func next(_ value: String, from place: MusicalPlace?) -> String { " (\(value)\(when(place)))" }

  private func when(_ place: MusicalPlace?) -> String {
    place.map { " from \(self.place($0))" } ?? ", not received yet"
  }

  func master(_ gain: String) -> String { "gain \(gain)." }
  func levels(gain: String, pan: String) -> String { "Gain \(gain), pan \(pan)." }
  func solo(_ mode: String) -> String { "Solo \(mode)." }
  func file(_ name: String) -> String { "File \(name)." }
  func nextFile(_ name: String, from place: MusicalPlace?) -> String { "Next file \(name)\(when(place))." }

  func requested(_ state: StemState) -> String {
    let verb = verb(state)
    return verb.prefix(1).uppercased() + verb.dropFirst() + when(nil) + "."
  }

  var stemIsPaused: String { "Paused." }

  func stemPauses(_ isOn: Bool, at place: MusicalPlace?) -> String {
    let place = place.map { " at \(self.place($0))" } ?? ", not received yet"
    return "\(isOn ? "Pauses" : "Paused; resumes")\(place)."
  }

  func ends(at place: MusicalPlace) -> String { "Ends at \(self.place(place))." }
  func follows(at place: MusicalPlace) -> String { "Follow action at \(self.place(place))." }
  var stemIsBase: String { "Base." }
  var stemIsUnreadable: String { "Its sound file cannot be read." }
}
