import CanonEngine
import CanonSchedule

/// What happens in a performance, for every view: each stem by its index, each change with its frame.
public enum PerformanceEvent: Sendable {
  /// The clock starts: the first downbeat is the next frame delivered.
  case rolling
  /// A command was received on frame `at`; `status` says what is pending, and who asked.
  case answered(StemIndex, EngineEvent.Answer, status: StemStatus, at: FramePosition)
  /// A pending change took effect on frame `at`.
  case changed(StemIndex, status: StemStatus, at: FramePosition, by: Asker)
  /// Gain or pan (the one that is not nil) is set, from frame `at` on.
  case level(StemIndex, gain: Decibels?, pan: Pan?, at: FramePosition)
  /// The gain of the sum of all stems is set, from frame `at` on.
  case master(Decibels, at: FramePosition)
  case solo(StemIndex, SoloMode, at: FramePosition)
  /// The stem is paused, or resumed, since frame `at`; nil: all of them are.
  case paused(StemIndex?, Bool, at: FramePosition)
  /// A pause or a resume was received that takes effect on the later frame `at`; nil where it changes nothing.
  case pausing(StemIndex?, Bool, at: FramePosition?, by: Asker)
  /// Everything has stopped on frame `at`.
  case panic(at: FramePosition)
  /// The stem's samples are exchanged for those of `file`, on frame `at`.
  case replaced(StemIndex, file: String, at: FramePosition)
  /// The stem's door has opened while canon plays.
  case opened(StemIndex, DoorStatus)
  /// The stem's door has shut while canon plays; if it sounds it stops at its boundary.
  case shut(StemIndex, DoorStatus)
  /// The clock moved on without sound.
  case skipped(from: FramePosition, frames: FrameCount)
  /// A command was not carried out.
  case refused(CommandProblem, by: Asker)
  case driver(DriverEvent)
  /// Something people should know that is not an error.
  case note(Note)
}

/// What a driver reports of the world it plays into.
public enum DriverEvent: Sendable, Equatable {
  /// The stems are about to be heard.
  case connected(ServerInfo)
  /// Nobody calls the engine any more; the reason as a sentence.
  case lost(String)
  /// The server delivered too late or too little; how often since the last report.
  case xruns(Int)
  /// From the server's frame time `serverFrame` on (32 bits, wrapping), frame and position go together.
  case clock(position: FramePosition, serverFrame: UInt32)
  case periodChanged(Int)
}

/// How a server is.
public struct ServerHealth: Sendable, Equatable {
  /// Of the time that a cycle has, in per cent.
  public var load: Double
  /// Frames.
  public var period: Int
  /// The ports that the master goes to now.
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
  /// The ports that the master goes to; empty: nobody hears it.
  public var connections: [String]
  /// Whether this is a server that canon itself has started, and on what.
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
