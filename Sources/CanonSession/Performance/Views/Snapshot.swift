import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Everything that a view shows, at one moment. Views are functions of snapshots and do not access the engine.
public struct Snapshot: Sendable {
  /// A value that is pending.
  public struct Next<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    /// The frame from which it holds; nil while the engine has not received it. During a fade it is the end of the fade.
    public let at: FramePosition?

    package init(value: Value, at: FramePosition?) { (self.value, self.at) = (value, at) }
  }

  public struct Stem: Sendable {
    public let id: String
    public let title: String
    public let isBase: Bool
    /// The set's sound file, relative to the set's folder.
    public let ownFile: String
    /// The file that it plays instead of the set's; nil for the set's own.
    public package(set) var otherFile: String?
    /// The file that it plays.
    public var file: String { otherFile ?? ownFile }
    public let status: StemStatus
    /// Whether its sound file could not be read, so that it has nothing to play.
    public package(set) var isUnreadable = false
    /// The state that was requested last, while the engine has not received that; nil if it has, or if it leads there already.
    public package(set) var requested: StemState?
    /// The current gain; during a fade, the value reached.
    public package(set) var gain: Decibels
    public let pan: Pan
    public let solo: SoloMode
    /// Whether it is heard on the cue bus while it is silent in the music.
    public package(set) var isCued = false
    /// The gains of its sends to buses that differ from the set's, by the ids of the buses.
    public package(set) var sends: [String: Decibels] = [:]
    /// The pending values; nil if none is pending.
    public package(set) var nextGain: Next<Decibels>?
    public package(set) var nextPan: Next<Pan>?
    public package(set) var nextSolo: Next<SoloMode>?
    /// The sound file, relative to the set's folder; its value is nil for the set's own.
    public package(set) var nextFile: Next<String?>?
    /// The pending change of the pause.
    public package(set) var nextHeld: Next<Bool>?
    /// The values after all pending changes, from which the next step continues.
    public var gainGoal: Decibels { nextGain?.value ?? gain }
    public var panGoal: Pan { nextPan?.value ?? pan }
    public var soloGoal: SoloMode { nextSolo?.value ?? solo }
    public var heldGoal: Bool { nextHeld?.value ?? isHeld }
    /// The frame on which it stops by itself after its repeats; nil if it does not.
    public let end: FramePosition?
    /// The frame on which its follow action is due; nil without one.
    public let follow: FramePosition?
    public let door: DoorStatus
    /// Whether a pause silences it.
    public let isHeld: Bool

    package init(
      id: String, title: String, file: String, isBase: Bool, status: StemStatus, gain: Decibels, pan: Pan,
      solo: SoloMode,
      end: FramePosition?, follow: FramePosition?, door: DoorStatus, isHeld: Bool = false
    ) {
      self.isHeld = isHeld
      (self.id, self.title, ownFile, self.isBase, self.status) = (id, title, file, isBase, status)
      (self.gain, self.pan, self.solo) = (gain, pan, solo)
      (self.end, self.follow, self.door) = (end, follow, door)
    }
  }

  /// The number of the program that plays.
  public package(set) var program = 1
  /// The piece of the programme that it is; nil without a programme.
  public package(set) var piece: PieceStatus?
  /// In which tempo and key it plays.
  public package(set) var playback = Playback.original
  /// The title of the schedule, else of the set; of a piece with its place in the programme before it.
  public let title: String
  /// The zone in which the schedule's dates are shown; nil without a schedule.
  public let zone: Zone?
  /// Whether the server is gone; the position is then that at its loss.
  public let isAway: Bool
  /// The frame that is delivered next.
  public let position: FramePosition
  /// Whether the clock has ever run. What is requested for a boundary before that happens on the first downbeat.
  public package(set) var hasStarted = true
  /// Whether the music stands still, while the frames count on.
  public package(set) var isFrozen = false
  /// The frame that the music has reached: ``position``, unless it stands. What is pending counts from here.
  public package(set) var reached: FramePosition
  /// The frame of the music's first downbeat, which relocations move.
  public package(set) var origins = Origins()
  public var origin: FramePosition { origins[reached] }
  /// The place in the music, in frames from its first downbeat, of the frame that is delivered next.
  public var place: FramePosition { reached - origin }
  /// The place in the music on any frame.
  public func music(on frame: FramePosition) -> FramePosition { frame - origins[frame] }
  /// nil before the first server was found.
  public let sampleRate: SampleRate?
  public let grid: Grid?
  /// The common cycle of the playing stems, after which all their loops line up again. nil before the first
  /// server, and if it is out of range.
  public let cycle: GridLine?
  /// The gain of the sum of all stems.
  public let master: Decibels
  public let nextMaster: Next<Decibels>?
  public var masterGoal: Decibels { nextMaster?.value ?? master }
  /// The health of the server; nil while there is none, and before the driver has reported it.
  public package(set) var health: ServerHealth?
  /// What goes where; nil while there is no server.
  public package(set) var ports: PortMap?
  public let stems: [Stem]
  /// The part of the music that repeats, or from whose end it goes on elsewhere; nil for none.
  public package(set) var section: Section?
  /// The named section that the music is in; nil for none.
  public package(set) var namedSection: NamedSection?

  /// A named section in one loop of the music.
  public struct NamedSection: Hashable, Sendable {
    public let id: String
    public let title: String
    /// In frames from the music's first downbeat.
    public let from: FramePosition
    public let until: FramePosition
    /// The id of the section that comes after it; nil if none does.
    public let next: String?
  }
  /// The click and the count-in.
  public package(set) var cue = CueSettings()
  /// The seconds since the music's beginning, and until its loop ends; nil before the first engine.
  public var musicTime: (elapsed: Double, remaining: Double)? {
    guard let grid, let sampleRate else { return nil }
    let loop = grid.loop.index(containing: place)
    return (
      max(0, sampleRate.seconds(place)),
      sampleRate.seconds(grid.loop.position(of: loop + 1) - place)
    )
  }

  /// The places that people have marked, in the order of their numbers.
  public package(set) var marks: [Mark] = []
  /// The commands that wait for their frames, in the order in which they will be received.
  public package(set) var waiting: [WaitingCommand] = []
  /// How far the files are read from which an engine is made; nil if that takes no time to speak of.
  public package(set) var loading: LoadingProgress.Shown?
  /// What is being recorded; nil for nothing.
  public package(set) var recording: RecordStatus?
  /// What is being captured; nil for nothing.
  public package(set) var capture: CaptureStatus?
  /// The time by which the doors are judged: the clock, or the day given with `--as-of`.
  public let now: Instant

  package init(
    title: String, zone: Zone?, isAway: Bool, position: FramePosition, sampleRate: SampleRate?, grid: Grid?,
    cycle: GridLine?, master: Decibels, nextMaster: Next<Decibels>? = nil, stems: [Stem], now: Instant
  ) {
    (self.title, self.zone, self.isAway, self.position) = (title, zone, isAway, position)
    reached = position
    (self.sampleRate, self.grid, self.cycle) = (sampleRate, grid, cycle)
    (self.master, self.nextMaster, self.stems, self.now) = (master, nextMaster, stems, now)
  }

  /// Whether the performance is paused: a stem that would be heard now or soon is held, or all stems are.
  public var isPaused: Bool { stems.map { ($0.isHeld, $0.status) }.isPaused }

  /// Whether a stem is heard that no pause holds.
  public var isHeard: Bool { stems.contains { !$0.isHeld && $0.status.soundsNow } }

  /// Seconds of music until `frame`; 0 once it has passed.
  public func seconds(until frame: FramePosition) -> Double {
    sampleRate.map { max(0, $0.seconds(frame - reached)) } ?? 0
  }

  /// Seconds until a command that waits is received, which happens while the music stands too.
  public func seconds(untilReceipt frame: FramePosition) -> Double {
    sampleRate.map { max(0, $0.seconds(frame - position)) } ?? 0
  }

  /// The musical position of `frame`, counted from 1: loop, bar in the loop, beat in the bar.
  public func place(of frame: FramePosition) -> (loop: Int64, bar: Int64, beat: Int64)? {
    place(ofMusic: music(on: frame))
  }

  /// The same of a position.
  public func place(ofMusic frame: FramePosition) -> (loop: Int64, bar: Int64, beat: Int64)? {
    guard let grid else { return nil }
    let loop = grid.loop.index(containing: frame)
    let bars = Int64(max(1, grid.barsPerLoop)), beats = Int64(max(1, grid.beatsPerLoop))
    let bar = grid.bar.index(containing: frame)
    let beat = grid.beat.index(containing: frame)
    return (loop + 1, bar - loop * bars + 1, beat - bar * (beats / bars) + 1)
  }
}
