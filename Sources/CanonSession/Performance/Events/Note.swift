import CanonFiles
import CanonSchedule

/// Information for people that is not an error. Like a problem it is indirect.
public indirect enum Note: Hashable, Sendable {
  // Doors
  case clockWrong(Instant, Zone)
  case clockRight(Instant, Zone)
  /// The memory of the doors was not written in time.
  case notKeptInTime
  /// The memory of the doors could not be read or written.
  case memory(StateProblem)

  // Commands
  /// The command was given before the clock starts.
  case waitsForClock(String)
  case waitsForServer(String)
  /// The number of commands that were still waiting for a server at the end of the performance.
  case neverReceived(Int)
  /// A command was received after its time.
  case late(String, seconds: Double)
  /// A panic came while the files of a command were read.
  case panicWhileReading
  /// A command has asked for stems that are still being read.
  case stillReading(stems: [String])
  /// A command waits until all stems are read: the number of those that are still being read.
  case waitsForStems(String, left: Int)
  /// A command was taken back; what others have changed since stays.
  case undone(String, overridden: [Overriding])

  // Samples
  /// What canon assumes of sound files without a set.
  case assumed(FileProblem)
  /// The stem's file cannot be read again.
  case keptSamples(stem: String, FileProblem)
  /// The stem's file cannot be read, and the others play without it.
  case unreadable(stem: String, FileProblem)
  /// The file that the stem played instead of its own cannot be read again.
  case ownSamples(stem: String, FileProblems)
  /// The user's file of connections is wrong, so a reload keeps what it said before.
  case patchKept(FileProblems)
  /// A piece of the programme, by its number, cannot be played: what comes after it follows instead.
  case pieceSkipped(Int, FileProblems)
  /// A file of the door folder cannot be a stem.
  case fileLeftAlone(FileProblem)
  /// Samples of the stem have not come in time: it is silent until the next bar for which they are there.
  case samplesLate(stem: String)
  /// They are there again.
  case samplesThere(stem: String)
  /// Samples that a reload has dropped could not be kept beside the journal.
  case soundNotKept(FileProblems)
  /// The performance has ended before all its sounds were in the journal.
  case soundsNotRecorded
  /// The samples may be swapped out.
  case notLocked
  /// The outputs clip if all stems play: how loud they are, and by how many decibels the master is to be lowered.
  case loudness(peak: String, isBound: Bool, excess: String)

  case journal(JournalNews)
  case evening(EveningNews)
  case recording(RecordNews)
  case capture(CaptureNews)
  /// The name of the control socket.
  case control(String)
  /// Where canon listens for OSC, and whether other machines reach that.
  case osc(String, isOpen: Bool)
  /// A page is served at this address and port; the code by which browsers pair, nil if they need none.
  case web(String, code: String? = nil)
  /// A browser has been paired.
  case paired(PairedBrowser)
  /// A browser is no longer paired.
  case unpaired(PairedBrowser)
  /// The codes by which browsers pair are other ones, because this number of wrong ones has come.
  case codesChanged(wrong: Int)
  /// The file of paired browsers cannot be read or written.
  case pairings(PairingsProblem)
  /// MIDI is received; the file that says what messages do, which may be missing.
  case midi(map: String, isThere: Bool)
  /// What the next pad or pedal that is pressed will do from then on.
  case learning(String)
  /// A pad or pedal does something else from now on, and does it the next time, too: its name, what it does, and the file.
  case learned(String, does: String, map: String)
  /// A pad or pedal was to do something else; why it does not.
  case notLearned(String, FileProblems)
  /// The number of MIDI messages that came too fast.
  case midiLost(Int)
  case server(ServerNote)

  /// A stable word for programs, the same in every language.
  public var code: String {
    switch self {
    case .clockWrong: "clock-wrong"
    case .clockRight: "clock-right"
    case .notKeptInTime: "not-kept-in-time"
    case .memory(let problem): problem.code
    case .waitsForClock: "waits-for-clock"
    case .waitsForServer: "waits-for-server"
    case .neverReceived: "never-received"
    case .late: "late"
    case .panicWhileReading: "panic-while-reading"
    case .stillReading: "still-reading"
    case .waitsForStems: "waits-for-stems"
    case .undone: "undone"
    case .assumed: "assumed-set"
    case .keptSamples: "kept-samples"
    case .unreadable: "unreadable"
    case .ownSamples: "own-samples"
    case .patchKept: "patch-kept"
    case .pieceSkipped: "piece-skipped"
    case .fileLeftAlone: "file-left-alone"
    case .samplesLate: "samples-late"
    case .samplesThere: "samples-there"
    case .soundNotKept: "sound-not-kept"
    case .soundsNotRecorded: "sounds-not-recorded"
    case .notLocked: "not-locked"
    case .loudness: "loudness"
    case .journal(let news): news.code
    case .evening(let news): news.code
    case .recording(let news): news.code
    case .capture(let news): news.code
    case .control: "control"
    case .osc: "osc"
    case .web: "web"
    case .paired: "paired"
    case .unpaired: "unpaired"
    case .codesChanged: "codes-changed"
    case .pairings(let problem): problem.code
    case .midi: "midi"
    case .learning: "learning"
    case .learned: "learned"
    case .notLearned: "not-learned"
    case .midiLost: "midi-lost"
    case .server(let note): note.code
    }
  }
}

/// Something that somebody else has changed since: its name, and the name of who changed it.
public struct Overriding: Hashable, Sendable {
  public let name: String
  public let by: String

  public init(_ name: String, by: String) { (self.name, self.by) = (name, by) }
}

/// What a driver has to say of its server.
public enum ServerNote: Hashable, Sendable {
  /// There was no cycle for this time.
  case stalled(seconds: Int64)
  case back
  /// The server has not let canon in for this time; `database` is the file that another program may have left locked.
  case noAnswer(seconds: Int64, database: String)
  /// Why a new engine cannot be made.
  case cannotResume(FileProblems)
  /// The set has more stems than a client has ports.
  case noStemPorts
  /// The server refuses this port; those after it are not there either.
  case portRefused(String)
  case noSpeakers
  /// What outputs are to be connected to, and are not yet.
  case notConnected([String])
  /// Targets of which it was told that they were missing.
  case nowConnected([String])
  /// Such targets that no output is to be connected to any more.
  case notWaitedFor([String])
  /// An output device has gone: its name, and what canon does without it.
  case deviceLost(String, DeviceLoss)
  /// canon plays to this output device again, or instead of one that has gone.
  case deviceBack(String)
  /// Another device has become the default. The device that canon stays with; nil if it follows.
  case defaultChanged(from: String, to: String, stays: String?)
  /// The server does not do what the user has asked, and is left as it is.
  case keptSettings([Kept])
  /// A sound card of a private server could not be opened; what the server complained of. It plays on the dummy backend instead.
  case cardFailed(String, said: String)
  /// The sound card of a private server has gone.
  case cardAway(String)
  /// The names of killed servers that have lost their places in jackd's registry.
  case registryFreed([String])
  /// There was an xrun.
  case seeDoctor

  /// A setting of a server that is another than requested.
  public enum Kept: Hashable, Sendable {
    /// In frames.
    case period(Int, asked: Int)
    /// In hertz.
    case rate(Int, asked: Int)
    /// In hertz, and what the user's PIPEWIRE_LATENCY says.
    case latencyRate(Int, asked: String)
    /// Which device the server uses is not known.
    case device(asked: String)
  }

  var code: String {
    switch self {
    case .stalled: "server-stalled"
    case .back: "server-back"
    case .noAnswer: "no-answer"
    case .cannotResume: "cannot-resume"
    case .noStemPorts: "no-stem-ports"
    case .portRefused: "port-refused"
    case .noSpeakers: "no-speakers"
    case .notConnected: "not-connected"
    case .nowConnected: "now-connected"
    case .notWaitedFor: "not-waited-for"
    case .deviceLost: "device-lost"
    case .deviceBack: "device-back"
    case .defaultChanged: "default-changed"
    case .keptSettings: "kept-settings"
    case .cardFailed: "card-failed"
    case .cardAway: "card-away"
    case .registryFreed: "registry-freed"
    case .seeDoctor: "see-doctor"
    }
  }
}

/// Why a driver has lost its server. The raw value is a stable word for programs.
public enum ServerLoss: String, CaseIterable, Sendable {
  case ended = "server-ended"
  case otherRate = "sample-rate-changed"
  /// It ended without a word.
  case disappeared = "server-disappeared"
}

extension JournalNews {
  fileprivate var code: String {
    switch self {
    case .taken: "journal-renamed"
    case .waits: "journal-waits"
    case .goesOn: "journal-goes-on"
    case .incomplete: "journal-incomplete"
    case .notOnDisk: "journal-not-on-disk"
    case .ended: "journal-ended"
    }
  }
}

extension StateProblem {
  fileprivate var code: String {
    switch self {
    case .setAside: "memory-set-aside"
    case .leftDamaged: "memory-damaged"
    case .newer: "memory-newer"
    case .unreadable: "memory-unreadable"
    case .unwritable: "memory-unwritable"
    case .busy: "memory-busy"
    }
  }
}
