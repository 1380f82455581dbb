/// The number of a command, which its answer carries. Each handle counts from 1.
public struct CommandTicket: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
  public let rawValue: UInt64
  @_noLocks public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A command from control to the engine. Only ``EngineHandle`` makes one, and takes a ``StartPermit`` for each that may
/// begin sound.
@unsafe struct EngineCommand: BitwiseCopyable, Sendable {
  @unsafe enum Action: BitwiseCopyable, Sendable {
    /// `permission`: whether the request may begin sound. `from`: a start counts as one on that boundary. A press
    /// without a quantum uses that of the change it leads to. `fading`: the length in frames of the fade out that a mute
    /// ends, or of the fade in that a start begins; 0 for none.
    case request(StemRequest, Quantum?, permission: Permission, from: FramePosition?, fading: FrameCount)
    /// Sets or removes the stem's pause mark.
    case hold(Bool, Quantum)
    /// Sets or removes every stem's pause mark, on one frame.
    case holdAll(Bool, Quantum)
    /// Silences everything at once.
    case panic
    /// Sets the level to which a stem that plays has faded, in a performance that is restored.
    case faded(Gain)
    /// The follow action of the stem's run has asked already, in a performance that is restored; or that of the run that begins on the
    /// same frame.
    case asked
    /// The stem begins to wait for its samples, or no longer does, as in the performance whose journal says so.
    case supply(SampleSupply)
    /// The music is in the gap before its piece, in a performance that is restored.
    case gap
    /// Moves the gain over `length` frames.
    case gain(Gain, Quantum, length: FrameCount)
    case pan(PanFactors, Quantum, length: FrameCount)
    /// The gain of the sum of all stems.
    case master(Gain, Quantum, length: FrameCount)
    case solo(SoloMode, Quantum)
    /// Replaces the stem's samples.
    case samples(StemRef, Quantum)
    /// Removes the stem's samples at once.
    case noSamples
    /// The next command for which a permit was consumed relies on this stem: it must play then, with no change pending.
    case need
    /// Allows follow actions to start the stem, for which a permit was consumed, or forbids it.
    case open(Bool)
    /// Lets the stem be heard on the cue bus while it is silent in the music, for which a permit was consumed, or ends that.
    case cue(Bool)
    case click(Bool)
    /// Puts a start from silence off by a number of bars; 0 for none.
    case countIn(Int32)
    /// Moves the gain of the stem's send to a bus.
    case send(bus: Int32, Gain)
    /// Lets the music stand still at a place, or where it is.
    case halt(FramePosition?)
    /// Starts the clock, or lets it run on after a halt, from where the music stands or from another place.
    case roll(FramePosition?)
    /// Moves the clock forward by this number of frames.
    case skip(FrameCount)
    /// Moves the music to another place.
    case seek(SeekTarget)
    /// Repeats a section of the music, or none.
    case section(Section?)
    /// Hands over to another edition.
    case edition(EditionRef, Quantum)
    /// Ends the commands with these tickets, from the first to the last, that still wait for their frame.
    case revoke(CommandTicket, CommandTicket)
  }

  /// Whether a request may begin sound.
  enum Permission: BitwiseCopyable, Sendable {
    case none
    /// A permit was consumed for it.
    case permit
    /// If the stem is open (``Action/open(_:)``) on the frame on which the request is received. A command that waits for its frame
    /// has no permit, because no permit is for the future.
    case whileOpen
  }

  let ticket: CommandTicket
  let stem: StemIndex
  let by: Asker
  /// The frame on which the command counts as received; `.min` for that on which it arrives. A later frame makes it wait.
  let at: FramePosition
  /// The number of the edition that control knew.
  let edition: Int64
  let action: Action

  @_noLocks init(
    ticket: CommandTicket, stem: StemIndex, by source: Asker, at frame: FramePosition, edition: Int64,
    action: Action
  ) {
    self.ticket = ticket
    self.stem = stem
    by = source
    at = frame
    self.edition = edition
    unsafe self.action = unsafe action
  }
}

extension EngineCommand {
  /// The same command with another action.
  func with(_ action: Action) -> EngineCommand {
    unsafe EngineCommand(ticket: ticket, stem: stem, by: by, at: at, edition: edition, action: action)
  }

  var isSkip: Bool { @_noLocks get { if case .skip = unsafe action { true } else { false } } }

  /// Whether the command changes its stem alone.
  var isForItsStem: Bool {
    @_noLocks get {
      switch unsafe action {
      case .request, .hold, .faded, .asked, .supply, .gain, .pan, .solo, .samples, .noSamples, .open, .cue,
        .send:
        true
      case .holdAll, .panic, .gap, .master, .need, .click, .countIn, .halt, .roll, .skip, .seek, .section,
        .edition, .revoke:
        false
      }
    }
  }
}
