import CanonEngine
import CanonSession

/// The answer to `status` as one JSON object on one line. Keys that do not apply are omitted.
package struct StatusRecord: Encodable {
  /// A value that is pending.
  struct Next<Value: Encodable>: Encodable {
    var value: Value
    /// The frame from which it holds; left out while the engine has not received it.
    var frame: Int64?

    init?<Other>(_ next: Snapshot.Next<Other>?, _ value: (Other) -> Value) {
      guard let next else { return nil }
      (self.value, frame) = (value(next.value), next.at)
    }
  }

  struct Stem: Encodable {
    var stem: String
    var title: String
    var state: String
    var next: String?
    /// The frame on which `next` begins, counted from the start of the clock.
    var frame: Int64?
    /// Until then, from now.
    var inSeconds: Double?
    var by: String?
    /// The state that is requested and that the engine has not received yet.
    var requested: String?
    var gain: JSONDecibels
    var pan: Double
    var solo: String
    /// The sound file that it plays.
    var file: String
    /// What is pending of these, and another sound file.
    var nextGain: Next<JSONDecibels>?
    var nextPan: Next<Double>?
    var nextSolo: Next<String>?
    var nextFile: Next<String?>?
    var nextHeld: Next<Bool>?
    /// The frame on which it stops by itself, and the frame on which its follow action is due.
    var end: Int64?
    var follow: Int64?
    var isBase: Bool
    /// Whether a pause keeps it from being heard.
    var isHeld: Bool
    var isOpen: Bool
    /// Whether its sound file could not be read.
    var isUnreadable: Bool
    /// Whether it is heard on the cue bus while it is silent in the music; nil if not.
    var isCued: Bool?
    /// The gains of its sends that differ from the set's, in decibels, by the ids of the buses.
    var sends: [String: JSONDecibels]?
  }

  let event = "status"
  var title: String
  var preview: String?
  /// Whether there is no server.
  var isAway: Bool
  var isPaused: Bool
  /// Whether the music stands still, while the frames count on.
  var isFrozen: Bool
  /// The tempo and the key in which it plays, as in a command.
  var tempo: String
  var key: String
  var frame: Int64
  /// The place in the music, in frames from its first downbeat.
  var position: Int64
  var loop: Int64?
  /// nil without a tempo.
  var bar: Int64?
  var beat: Int64?
  var sampleRate: Int?
  /// The seconds since the music's beginning, and until its loop ends; nil before the first engine.
  var elapsedSeconds: Double?
  var remainingSeconds: Double?
  /// Whether the click is on, and the bars of a count-in, if there are any.
  var click: Bool?
  var countInBars: Int?
  /// Where it is in its programme.
  var piece: Piece?
  /// The part of the music that repeats, or from whose end it goes on at another place.
  var section: Section?
  /// The named section that the music is in.
  var namedSection: NamedSection?
  var marks: [Mark]
  /// The master's gain in decibels.
  var gain: JSONDecibels
  var nextGain: Next<JSONDecibels>?
  var stems: [Stem]
  /// The commands that wait for their frames, in the order in which they will be received.
  var waiting: [Waiting]

  /// How far the files are read.
  var loading: Loading?
  /// What is being recorded.
  var recording: Recording?
  /// What is being captured.
  var capture: Capture?

  struct Piece: Encodable {
    var number, count: Int
    var title: String
    var programme, next: String?
    var elapsedSeconds: Double
    var remainingSeconds: Double?
    var programmeElapsedSeconds: Double
    var programmeRemainingSeconds: Double?

    init(_ piece: PieceStatus) {
      (number, count, title) = (piece.name.number, piece.name.count, piece.name.title)
      (programme, next) = (piece.programme, piece.next)
      (elapsedSeconds, remainingSeconds) = (piece.elapsed, piece.remaining)
      (programmeElapsedSeconds, programmeRemainingSeconds) = (
        piece.programmeElapsed, piece.programmeRemaining
      )
    }
  }

  struct Section: Encodable {
    /// Its first place, and the first after it, in frames from the music's first downbeat.
    var position: Int64
    var endPosition: Int64
    /// Where the music goes on from there; left out if it repeats.
    var nextPosition: Int64?
  }

  struct NamedSection: Encodable {
    var id: String
    var position: Int64
    var endPosition: Int64
    /// The id of the section that comes after it; left out for none.
    var next: String?
  }

  struct Mark: Encodable {
    var number: Int
    /// The place in the music, in frames from its first downbeat.
    var position: Int64
  }

  struct Loading: Encodable {
    /// How many of the files have been read.
    var done: Int
    var files: Int
    /// Since the first one was begun.
    var seconds: Int
    /// The one that has been read longest, if that takes long.
    var slow: String?
  }

  struct Capture: Encodable {
    var stem: String
    /// Whether it is added to what the stem plays.
    var isAdded: Bool
    /// The frames on which it begins and ends.
    var frame: Int64
    var endFrame: Int64
    /// Until they come, from now; 0 once they have passed.
    var inSeconds: Double
    var endsInSeconds: Double
    /// Frames by which what is played comes in later than it is meant.
    var latency: Int64
    /// The ports that it comes from.
    var from: [String]
  }

  struct Recording: Encodable {
    /// The master's file, or the folder of the outputs.
    var file: String
    var seconds: Double
    /// Of these, the seconds for which the disk was too slow.
    var lostSeconds: Double
  }

  struct Waiting: Encodable {
    var number: Int
    /// The command without its time.
    var command: String
    var frame: Int64
    /// Until then, from now.
    var inSeconds: Double
    var by: String
  }

  package init(_ snapshot: Snapshot, preview: String?) {
    (title, self.preview, isAway) = (snapshot.title, preview, snapshot.isAway)
    (isPaused, isFrozen) = (snapshot.isPaused, snapshot.isFrozen)
    (tempo, key) = (snapshot.playback.tempo.description, snapshot.playback.key.description)
    (frame, position) = (snapshot.position, snapshot.place)
    let place = snapshot.place(of: snapshot.reached)
    let hasBeats = (snapshot.grid?.beatsPerLoop ?? 0) > 0
    loop = place?.loop
    (bar, beat) = hasBeats ? (place?.bar, place?.beat) : (nil, nil)
    sampleRate = snapshot.sampleRate.map { Int($0.hertz) }
    let time = snapshot.musicTime
    (elapsedSeconds, remainingSeconds) = (time?.elapsed, time?.remaining)
    click = snapshot.cue.isClickOn ? true : nil
    countInBars = snapshot.cue.countInBars > 0 ? snapshot.cue.countInBars : nil
    piece = snapshot.piece.map(Piece.init)
    section = snapshot.section.map {
      Section(position: $0.from, endPosition: $0.until, nextPosition: $0.repeats ? nil : $0.next)
    }
    namedSection = snapshot.namedSection.map {
      NamedSection(id: $0.id, position: $0.from, endPosition: $0.until, next: $0.next)
    }
    marks = snapshot.marks.map { Mark(number: $0.number, position: $0.place) }
    gain = JSONDecibels(snapshot.master)
    nextGain = Next(snapshot.nextMaster, JSONDecibels.init)
    loading = snapshot.loading.map {
      Loading(done: $0.done, files: $0.files, seconds: $0.seconds, slow: $0.slow)
    }
    recording = snapshot.recording.map {
      Recording(
        file: $0.path, seconds: $0.seconds, lostSeconds: $0.sampleRate.seconds($0.lost))
    }
    capture = snapshot.capture.map {
      Capture(
        stem: $0.stem, isAdded: $0.isAdded, frame: $0.from, endFrame: $0.until,
        inSeconds: snapshot.seconds(until: $0.from), endsInSeconds: snapshot.seconds(until: $0.until),
        latency: $0.latency, from: $0.sources)
    }
    waiting = snapshot.waiting.map {
      Waiting(
        number: $0.number, command: $0.command.description, frame: $0.at,
        inSeconds: snapshot.seconds(untilReceipt: $0.at), by: $0.by.word)
    }
    stems = snapshot.stems.map { stem in
      let pending = stem.status.pending
      return Stem(
        stem: stem.id, title: stem.title, state: stem.status.state.word, next: stem.status.next?.word,
        frame: pending?.at, inSeconds: pending.map { snapshot.seconds(until: $0.at) }, by: pending?.by.word,
        requested: stem.requested?.word,
        gain: JSONDecibels(stem.gain), pan: stem.pan.value, solo: stem.solo.word,
        file: stem.file,
        nextGain: Next(stem.nextGain, JSONDecibels.init), nextPan: Next(stem.nextPan) { $0.value },
        nextSolo: Next(stem.nextSolo) { $0.word }, nextFile: Next(stem.nextFile) { $0 },
        nextHeld: Next(stem.nextHeld) { $0 }, end: stem.end, follow: stem.follow,
        isBase: stem.isBase, isHeld: stem.isHeld, isOpen: stem.door.isOpen,
        isUnreadable: stem.isUnreadable, isCued: stem.isCued ? true : nil,
        sends: stem.sends.isEmpty ? nil : stem.sends.mapValues(JSONDecibels.init))
    }
  }

  /// The object's text, keys in alphabetical order.
  package var json: String { JSONText.text(self) }
}
