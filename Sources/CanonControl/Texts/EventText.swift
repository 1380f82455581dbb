import CanonEngine
import CanonSchedule
import CanonSession

/// Events as whole sentences in reading order, for people, pipes and screen readers.
public enum EventText {
  /// One line without its end; nil for events that people need not see.
  /// - Parameter language: The language of doors and refusals.
  public static func line(
    for event: PerformanceEvent, in snapshot: Snapshot, _ language: Language = .english
  ) -> String? {
    switch event {
    case .rolling: "The clock starts."
    case .answered(let stem, let answer, let status, let at):
      self.answer(answer, status, at, snapshot, language).map { "\(snapshot.stems[stem.int].id): " + $0 }
    case .changed(let stem, let status, let at, _):
      "\(snapshot.stems[stem.int].id): "
        + (pending(status, snapshot) ?? "\(status.state.participle) since \(place(at, snapshot)).")
    case .level(let stem, let gain, let pan, let at):
      "\(snapshot.stems[stem.int].id): "
        + [gain.map { "gain \(decibels($0))" }, pan.map { "pan \($0.value)" }].compactMap(\.self)
        .joined(separator: ", ") + "\(later(at, snapshot))."
    case .master(let gain, let at): "master: gain \(decibels(gain))\(later(at, snapshot))."
    case .solo(let stem, let mode, let at):
      "\(snapshot.stems[stem.int].id): solo \(mode.word)\(later(at, snapshot))."
    case .paused(let stem, let isOn, _):
      (stem.map { "\(snapshot.stems[$0.int].id): " } ?? "The performance is ")
        + (isOn ? "paused." : "resumed.")
    case .pausing(let stem, let isOn, let at, let source): pausing(stem, isOn, at, source, snapshot)
    case .panic: "Panic: every stem has stopped, and nothing is pending. Start the base by name."
    case .replaced(let stem, let file, let at):
      "\(snapshot.stems[stem.int].id): plays \"\(file)\"\(later(at, snapshot))."
    case .opened(let stem, let status):
      language.wording.doorOpens(snapshot.stems[stem.int].id, details(status, snapshot, language))
    case .shut(let stem, let status):
      language.wording.doorShuts(snapshot.stems[stem.int].id, details(status, snapshot, language))
    case .skipped(let from, let frames):
      "The clock moved on by \(count(frames, "frame")) at frame \(from); the music goes on in phase."
    case .refused(let problem, _): language.wording.refused(problem.text(language))
    case .driver(let event): driver(event, snapshot)
    case .note(let note): note.text(language)
    }
  }

  /// `Open since Sunday 2026-12-06 (Asia/Tokyo).`
  private static func details(
    _ status: DoorStatus, _ snapshot: Snapshot, _ language: Language
  ) -> String {
    snapshot.zone.map { DoorText(language, zone: $0, now: snapshot.now).sentence(status) } ?? ""
  }

  /// `, from loop 3 (frame 2304000) on` for a future change.
  private static func later(_ at: FramePosition, _ snapshot: Snapshot) -> String {
    at > snapshot.position ? ", from \(place(at, snapshot)) on" : ""
  }

  private static func answer(
    _ answer: EngineEvent.Answer, _ status: StemStatus, _ at: FramePosition, _ snapshot: Snapshot,
    _ language: Language
  ) -> String? {
    let now = pending(status, snapshot) ?? "\(status.state.participle) since \(place(at, snapshot))."
    switch answer {
    case .accepted where status.pending == nil: return "\(status.state.participle), nothing pending."
    // It happens on this very frame: what follows tells all.
    case .accepted where status.pending?.at == at: return nil
    case .accepted: return now
    case .unchanged: return "unchanged: " + (pending(status, snapshot) ?? "\(status.state.participle).")
    case .tooFar: return "unchanged: that boundary is too far in the future."
    case .notPermitted: return language.wording.notPermitted(status.state)
    }
  }

  /// `violin-a: pauses at loop 2 (frame 1152000) in 14.3 s (requested by input).`
  private static func pausing(
    _ stem: StemIndex?, _ isOn: Bool, _ at: FramePosition?, _ source: Asker, _ snapshot: Snapshot
  ) -> String {
    let id = stem.map { "\(snapshot.stems[$0.int].id): " }
    guard let at else {
      let isPaused = isOn ? "paused already" : "not paused"
      return id.map { "\($0)unchanged: \(isPaused)." } ?? "Unchanged: the performance is \(isPaused)."
    }
    return (id ?? "The performance ")
      + "\(isOn ? "pauses" : "resumes") at \(place(at, snapshot)) in \(seconds(snapshot.seconds(until: at))) "
      + "(requested by \(source.word))."
  }

  /// `waiting; plays at loop 2 (frame 1152000) in 14.3 s (requested by input).`
  package static func pending(_ status: StemStatus, _ snapshot: Snapshot) -> String? {
    guard let next = status.next, let change = status.pending else { return nil }
    let left = snapshot.seconds(until: change.at)
    return "\(status.state.participle); \(next.verb) at \(place(change.at, snapshot)) in \(seconds(left)) "
      + "(requested by \(change.by.word))."
  }

  /// `loop 2 (frame 1152000)`, or with bar and beat if it is not the loop's first frame.
  package static func place(_ frame: FramePosition, _ snapshot: Snapshot) -> String {
    guard let grid = snapshot.grid, let place = snapshot.place(of: frame) else { return "frame \(frame)" }
    let isTop = grid.phase(of: frame) == 0
    let musical =
      isTop || grid.beatsPerLoop == 0
      ? "loop \(place.loop)" : "loop \(place.loop), bar \(place.bar), beat \(place.beat)"
    return "\(musical) (frame \(frame))"
  }

  private static func driver(_ event: DriverEvent, _ snapshot: Snapshot) -> String? {
    switch event {
    case .connected(let server): connected(server)
    case .lost(let reason): "\(reason) Waiting for a server; the music goes on when there is one."
    case .xruns(let count): "\(self.count(Int64(count), "xrun"))."
    case .clock: nil
    case .periodChanged(let frames): "The server's period is now \(count(Int64(frames), "frame"))."
    }
  }

  private static func connected(_ server: ServerInfo) -> String {
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

  package static func count(_ number: Int64, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }

  /// Seconds with one decimal, without locale.
  package static func seconds(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  package static func decibels(_ value: Decibels) -> String { "\(value.value) dB" }
}

extension StemState {
  /// The form in a sentence: `playing since loop 2`.
  var participle: String {
    switch self {
    case .stop: "stopped"
    case .wait: "waiting"
    case .play: "playing"
    case .mute: "muted"
    }
  }

  /// The verb in a sentence: `plays at loop 2`.
  fileprivate var verb: String {
    switch self {
    case .stop: "stops"
    case .wait: "waits"
    case .play: "plays"
    case .mute: "mutes"
    }
  }
}
