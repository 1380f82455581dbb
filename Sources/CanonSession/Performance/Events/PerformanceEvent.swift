import CanonEngine
import CanonSchedule
import CanonStems

/// An event of a performance, for every view, with the index of the stem and the frame of the change. What is large in it is indirect: each
/// event is moved several times on its way to those who listen, and nearly all of them are small.
public enum PerformanceEvent: Sendable {
  /// The clock starts: the first downbeat is the next frame delivered.
  case rolling
  /// A command requested `by` somebody was received on frame `at`; `status` has the pending change and its asker.
  case answered(StemIndex, EngineEvent.Answer, status: StemStatus, at: FramePosition, by: Asker)
  /// A pending change took effect on frame `at`, or a change requested `by` others became pending.
  case changed(StemIndex, status: StemStatus, at: FramePosition, by: Asker)
  /// The gain or the pan (the one that is not nil) changes from frame `at` on, during `over` frames; 0 without a fade.
  case level(StemIndex, gain: Decibels?, pan: Pan?, at: FramePosition, over: FrameCount, by: Asker)
  /// The gain of the sum of all stems changes from frame `at` on, during `over` frames; 0 without a fade.
  case master(Decibels, at: FramePosition, over: FrameCount, by: Asker)
  case solo(StemIndex, SoloMode, at: FramePosition, by: Asker)
  /// The stem was paused or resumed on frame `at`; nil means all stems. The asker is nil where a start of the stem ends its
  /// pause, or the last of these the pause of all.
  case paused(StemIndex?, Bool, at: FramePosition, by: Asker?)
  /// A pause or a resume was received that takes effect on the later frame `at`; nil if it changes nothing.
  case pausing(StemIndex?, Bool, at: FramePosition?, by: Asker)
  /// A panic stopped everything on frame `at`.
  case panic(at: FramePosition, by: Asker)
  /// The stem's samples are replaced by those of `file` on frame `at`.
  case replaced(StemIndex, file: String, at: FramePosition, by: Asker)
  /// The set, the schedule and changed sound files were read again; they take effect on frame `at`.
  /// `playback`: the tempo and key from then on, if they are others. `piece`: the piece of the programme that begins then.
  case reloading(at: FramePosition, playback: Playback? = nil, piece: PieceName? = nil, by: Asker)
  /// From frame `at` on the performance plays what was read again. Stems of later events are those of the new set, as in the snapshot.
  indirect case reloaded(ReloadChanges, Snapshot, at: FramePosition, by: Asker)
  /// The stem's door has opened while canon plays.
  case opened(StemIndex, DoorStatus)
  /// The stem's door has shut while canon plays; a playing stem stops at its boundary.
  case shut(StemIndex, DoorStatus)
  /// The music moves: on frame `at` it is at position `to`.
  case seeks(to: FramePosition, at: FramePosition, by: Asker)
  /// The music repeats a section, or goes on elsewhere at its end; nil for neither.
  case section(Section?, at: FramePosition, by: Asker)
  /// The music has come to a named section of the set.
  indirect case entered(SectionSpec, at: FramePosition)
  /// What the player alone hears has changed, or what a stem sends to a bus.
  case cue(CueChange, at: FramePosition, by: Asker)
  /// Somebody has marked a place in the music, or removed a mark.
  case marked(Mark, by: Asker)
  case unmarked(Mark, by: Asker)
  /// From frame `at` on the music stands still, at this position. The frames count on.
  case frozen(FramePosition, at: FramePosition, by: Asker)
  /// From frame `at` on the music that stood goes on, from this position.
  case goesOn(from: FramePosition, at: FramePosition, by: Asker)
  /// A command waits for its frame.
  indirect case waits(WaitingCommand)
  /// Commands no longer wait, and were not received.
  case waitingEnded([WaitingCommand], WaitingEnd)
  /// The clock moved forward without output.
  case skipped(from: FramePosition, frames: FrameCount)
  /// A command was not carried out.
  case refused(CommandProblem, by: Asker)
  indirect case driver(DriverEvent)
  /// Information for people that is not an error.
  case note(Note)
}

/// A report of a driver.
public enum DriverEvent: Sendable, Equatable {
  /// The driver has found a server, and calls the engine.
  case connected(ServerInfo)
  /// Nobody calls the engine any more.
  case lost(ServerLoss)
  /// The number of xruns since the last report.
  case xruns(Int)
  /// The position at the server's frame time `serverFrame` (32 bits, wrapping), from which both advance together.
  case clock(position: FramePosition, serverFrame: UInt32)
  case periodChanged(Int)
  /// All ports of canon's outputs are there, so many: those of stems and buses come behind the first sound, and after a reload.
  case registered(Int)
}

/// The health of a server.
public struct ServerHealth: Sendable, Equatable {
  /// The used share of a cycle's time, in per cent.
  public var load: Double
  /// Frames.
  public var period: Int
  /// The ports to which the master is connected now.
  public var connections: [String]

  public init(load: Double, period: Int, connections: [String]) {
    (self.load, self.period, self.connections) = (load, period, connections)
  }
}

/// The server that a driver has found.
public struct ServerInfo: Sendable, Equatable {
  public var name: String
  /// "JACK 1.9.21", "PipeWire 0.3.65".
  public var implementation: String
  public var clientName: String
  public var sampleRate: SampleRate
  /// Frames.
  public var period: Int
  /// The ports to which the master is connected; if empty, it is inaudible.
  public var connections: [String]
  /// The backend of a server that canon itself has started; nil for any other server.
  public var ownBackend: String?

  public init(
    name: String, implementation: String, clientName: String, sampleRate: SampleRate, period: Int,
    connections: [String], ownBackend: String?
  ) {
    self.name = name
    self.implementation = implementation
    self.clientName = clientName
    self.sampleRate = sampleRate
    self.period = period
    self.connections = connections
    self.ownBackend = ownBackend
  }
}
