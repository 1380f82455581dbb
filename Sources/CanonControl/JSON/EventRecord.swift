import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// An event as one JSON object on one line, for programs. Keys that do not apply are omitted.
public struct EventRecord: Encodable {
  package var event: String
  var stem: String?
  var state: String?
  var next: String?
  /// The frame of the event, counted from the start of the clock.
  var frame: Int64?
  /// The place in the music on `frame`, in frames from its first downbeat.
  var position: Int64?
  /// Until then, from now.
  var inSeconds: Double?
  var by: String?
  var frames: Int64?
  var gain: JSONDecibels?
  var pan: Double?
  var solo: String?
  var file: String?
  var message: String?
  /// The meaning of `message` as one stable word, the same in every language: `locked`.
  var code: String?
  /// When a locked stem's door opens, ISO 8601 with offset.
  var opens: String?
  /// When an open door shuts again, in the same form.
  var until: String?
  /// Whether the click is on, or a stem is heard on the cue bus.
  var isOn: Bool?
  /// The bars of a count-in; 0 for none.
  var bars: Int?
  /// The bus to which a stem is sent.
  var bus: String?
  /// The place in the music where a section ends.
  var endPosition: Int64?
  /// Where the music goes on from there, unless it repeats.
  var nextPosition: Int64?
  /// The id of a named section.
  var section: String?
  var server: Server?
  var serverFrame: UInt32?
  var count: Int?
  /// A command that waits for `frame`: its number, and the command without its time.
  var number: Int?
  var command: String?
  /// The numbers of commands that no longer wait, and were not received.
  var numbers: [Int]?
  /// The stems that are new, have left, or are different since the set was read again.
  var added: [String]?
  var removed: [String]?
  var changed: [String]?
  /// The tempo and the key in which the music plays from then on, as in a command.
  var tempo: String?
  var key: String?
  /// The piece of the programme that begins.
  var piece: Piece?
  /// The files of the door folder that have become stems.
  var files: [AddedFile]?

  struct Piece: Encodable {
    var number: Int
    var count: Int
    var title: String

    init(_ piece: PieceName) { (number, count, title) = (piece.number, piece.count, piece.title) }
  }

  struct AddedFile: Encodable {
    var file: String
    var stem: String
    /// When the stem's door opens, ISO 8601 with offset.
    var opens: String

    init(_ added: ReloadChanges.AddedFile) {
      (file, stem, opens) = (added.file, added.stem, added.zone.isoText(added.opens))
    }
  }

  struct Server: Encodable {
    var name: String
    var implementation: String
    var client: String
    var sampleRate: Int
    var period: Int
    var connections: [String]
    var startedByCanon: String?
  }

  /// - Parameter language: The language of the message.
  public init(_ event: PerformanceEvent, in snapshot: Snapshot, _ language: Language = .english) {
    switch event {
    case .rolling: self.event = "rolling"
    case .answered(let stem, let answer, let status, let at, let source):
      self.event = Self.word(answer)
      set(stem, status, snapshot)
      frame = status.pending?.at ?? at
      by = (status.pending?.by ?? source).word
      inSeconds = status.pending.map { snapshot.seconds(until: $0.at) }
    case .changed(let stem, let status, let at, let source):
      self.event = "changed"
      set(stem, status, snapshot)
      (frame, by) = (at, source.word)
    case .level(let stem, let gain, let pan, let at, let length, let source):
      self.event = "level"
      self.stem = snapshot.stems[stem.int].id
      (self.gain, self.pan, frames) = (gain.map(JSONDecibels.init), pan?.value, length > 0 ? length : nil)
      set(at, source, snapshot)
    case .master(let gain, let at, let length, let source):
      self.event = "level"
      (stem, self.gain, frames) = (StemSelection.master, JSONDecibels(gain), length > 0 ? length : nil)
      set(at, source, snapshot)
    case .solo(let stem, let mode, let at, let source):
      self.event = "solo"
      (self.stem, solo) = (snapshot.stems[stem.int].id, mode.word)
      set(at, source, snapshot)
    case .paused(let stem, let isOn, let at, let source):
      self.event = isOn ? "paused" : "resumed"
      (self.stem, frame, by) = (stem.map { snapshot.stems[$0.int].id }, at, source?.word)
    case .pausing(let stem, let isOn, let at, let source):
      self.event = at == nil ? "unchanged" : isOn ? "pauses" : "resumes"
      (self.stem, frame, by) = (stem.map { snapshot.stems[$0.int].id }, at, source.word)
      inSeconds = at.map { snapshot.seconds(until: $0) }
    case .panic(let at, let source): (self.event, frame, by) = ("panic", at, source.word)
    case .replaced(let stem, let file, let at, let source):
      self.event = "replaced"
      (self.stem, self.file) = (snapshot.stems[stem.int].id, file)
      set(at, source, snapshot)
    case .opened(let stem, let status):
      self.event = "opened"
      set(stem, status, snapshot)
    case .shut(let stem, let status):
      self.event = "shut"
      set(stem, status, snapshot)
    case .seeks(let place, let at, let source):
      self.event = "seeks"
      set(at, source, snapshot)
      position = place
    case .section(let section, let at, let source):
      self.event = section == nil ? "section-off" : "section"
      set(at, source, snapshot)
      (position, endPosition, inSeconds) = (section?.from, section?.until, nil)
      nextPosition = section.flatMap { $0.repeats ? nil : $0.next }
    case .entered(let section, let at):
      (self.event, self.section, frame) = ("entered", section.id, at)
    case .cue(let change, let at, let source):
      self.event = ""
      set(change, snapshot)
      set(at, source, snapshot)
      inSeconds = nil
    case .marked(let mark, let source):
      (self.event, number, position, by) = ("marked", mark.number, mark.place, source.word)
    case .unmarked(let mark, let source):
      (self.event, number, position, by) = ("unmarked", mark.number, mark.place, source.word)
    case .frozen(let place, let at, let source):
      self.event = "frozen"
      set(at, source, snapshot)
      (position, inSeconds) = (place, nil)
    case .goesOn(let place, let at, let source):
      self.event = "goes-on"
      set(at, source, snapshot)
      (position, inSeconds) = (place, nil)
    case .waits(let waiting):
      self.event = "waits"
      (number, command) = (waiting.number, waiting.command.description)
      set(waiting.at, waiting.by, snapshot)
      inSeconds = snapshot.seconds(untilReceipt: waiting.at)
      if snapshot.isFrozen { position = snapshot.place }
    case .waitingEnded(let commands, let end):
      self.event = "no-longer-waits"
      numbers = commands.map(\.number)
      switch end {
      case .cancelled(let source): (code, by) = ("cancelled", source.word)
      case .panic: code = "panic"
      case .refused(let problem): (code, message) = (problem.code, problem.text(language))
      }
    case .reloading(let at, let playback, let piece, let source):
      self.event = "reloads"
      self.piece = piece.map(Piece.init)
      (tempo, key) = (playback?.tempo.description, playback?.key.description)
      set(at, source, snapshot)
    case .reloaded(let changes, _, let at, let source):
      (self.event, frame, by) = ("reloaded", at, source.word)
      (added, removed, changed) = (changes.added, changes.removed, changes.changed)
      (tempo, key) = (changes.playback?.tempo.description, changes.playback?.key.description)
      piece = changes.piece.map(Piece.init)
      files = changes.files.isEmpty ? nil : changes.files.map(AddedFile.init)
    case .skipped(let from, let frames):
      self.event = "skipped"
      (frame, self.frames) = (from, frames)
      if snapshot.isFrozen { position = snapshot.place }
    case .refused(let problem, let source):
      self.event = "refused"
      (message, code, by) = (problem.text(language), problem.code, source.word)
      if case .locked(let refusal) = problem {
        stem = refusal.stemID
        opens = refusal.opens.map(refusal.zone.isoText)
        inSeconds = refusal.timeLeft.map { Double($0.seconds) }
      }
    case .driver(let event):
      self.event = ""
      set(event, language)
    case .note(let note): (self.event, message, code) = ("note", note.text(language), note.code)
    }
    position = position ?? frame.map { snapshot.music(on: $0) }
  }

  /// The frame of a change, who requested it, and how long it is until then; nothing if that is now.
  private mutating func set(_ at: FramePosition, _ source: Asker, _ snapshot: Snapshot) {
    (frame, by) = (at, source.word)
    inSeconds = at > snapshot.reached ? snapshot.seconds(until: at) : nil
  }

  private mutating func set(_ change: CueChange, _ snapshot: Snapshot) {
    switch change {
    case .listens(let stem, let isOn):
      (event, self.stem, self.isOn) = ("cue", snapshot.stems[stem.int].id, isOn)
    case .click(let isOn): (event, self.isOn) = ("click", isOn)
    case .countIn(let bars): (event, self.bars) = ("count-in", bars ?? 0)
    case .sends(let stem, let bus, let gain):
      (event, self.stem, self.bus, self.gain) = (
        "send", snapshot.stems[stem.int].id, bus, JSONDecibels(gain)
      )
    }
  }

  private mutating func set(_ stem: StemIndex, _ status: DoorStatus, _ snapshot: Snapshot) {
    self.stem = snapshot.stems[stem.int].id
    guard let zone = snapshot.zone, let change = status.nextChange else { return }
    if status.isOpen { until = zone.isoText(change) } else { opens = zone.isoText(change) }
    inSeconds = Double(TimeLeft(from: snapshot.now, until: change).seconds)
  }

  private static func word(_ answer: EngineEvent.Answer) -> String {
    switch answer {
    case .accepted: "accepted"
    case .unchanged: "unchanged"
    case .ended: "ended"
    case .notPermitted: "not-permitted"
    case .tooFar: "too-far"
    case .outdated: "outdated"
    }
  }

  private mutating func set(_ stem: StemIndex, _ status: StemStatus, _ snapshot: Snapshot) {
    self.stem = snapshot.stems[stem.int].id
    state = status.state.word
    next = status.next?.word
  }

  private mutating func set(_ event: DriverEvent, _ language: Language) {
    switch event {
    case .connected(let info):
      self.event = "connected"
      server = Server(
        name: info.name, implementation: info.implementation, client: info.clientName,
        sampleRate: Int(info.sampleRate.hertz), period: info.period, connections: info.connections,
        startedByCanon: info.ownBackend)
    case .lost(let loss): (self.event, message, code) = ("lost", language.wording.loss(loss), loss.rawValue)
    case .xruns(let count): (self.event, self.count) = ("xruns", count)
    case .clock(let position, let serverFrame):
      self.event = "clock"
      (frame, self.serverFrame) = (position, serverFrame)
    case .periodChanged(let frames): (self.event, count) = ("period", frames)
    case .registered(let ports): (self.event, count) = ("registered", ports)
    }
  }

  /// The object's text, keys in alphabetical order: the text that ``JSONText`` makes, at once.
  public var json: String {
    var text = JSONObjectText()
    text.add("added", encoded: added)
    text.add("bars", bars)
    text.add("bus", bus)
    text.add("by", by)
    text.add("changed", encoded: changed)
    text.add("code", code)
    text.add("command", command)
    text.add("count", count)
    text.add("end_position", endPosition)
    text.add("event", event)
    text.add("file", file)
    text.add("files", encoded: files)
    text.add("frame", frame)
    text.add("frames", frames)
    text.add("gain", gain)
    text.add("in_seconds", inSeconds)
    text.add("is_on", isOn)
    text.add("key", key)
    text.add("message", message)
    text.add("next", next)
    text.add("next_position", nextPosition)
    text.add("number", number)
    text.add("numbers", encoded: numbers)
    text.add("opens", opens)
    text.add("pan", pan)
    text.add("piece", encoded: piece)
    text.add("position", position)
    text.add("removed", encoded: removed)
    text.add("section", section)
    text.add("server", encoded: server)
    text.add("server_frame", serverFrame)
    text.add("solo", solo)
    text.add("state", state)
    text.add("stem", stem)
    text.add("tempo", tempo)
    text.add("until", until)
    return text.end()
  }
}
