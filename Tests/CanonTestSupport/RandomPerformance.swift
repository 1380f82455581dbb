import CanonEngine

/// A written performance: each action with its stem and the number of frames delivered before it.
public struct RandomPerformance: Sendable {
  public indirect enum Action: Hashable, Sendable {
    /// A request. A press without a quantum uses that of the change it leads to.
    case ask(StemRequest, Quantum?, permitted: Bool = true)
    /// A request without a permit, which may begin sound if the stem is open on the frame of receipt.
    case askWhileOpen(StemRequest, Quantum?, fadingOver: FrameCount? = nil)
    /// A start that counts for another boundary.
    case start(Quantum, from: FramePosition)
    case gain(Gain, Quantum = .now, over: FrameCount = 0)
    case pan(PanFactors, Quantum = .now, over: FrameCount = 0)
    case solo(SoloMode, Quantum = .now)
    case master(Gain, Quantum = .now, over: FrameCount = 0)
    /// Sets or removes the stem's pause mark.
    case hold(Bool, Quantum = .now)
    case holdAll(Bool, Quantum = .now)
    case fade(Direction, Quantum = .now, over: FrameCount)
    case panic
    /// Sets the level to which a stem has faded.
    case faded(Gain)
    /// The follow action has asked already.
    case asked
    /// The stem waits for its samples, or no longer does.
    case supply(SampleSupply)
    /// The music is in the gap before its piece.
    case gap
    /// Gives the stem the sound with this number in ``Bench/sounds``.
    case samples(Int, Quantum = .now)
    case noSamples
    case open(Bool)
    case roll
    /// Lets the clock run on after a halt, from this place.
    case rollFrom(FramePosition)
    /// Lets the music stand still.
    case halt(FramePosition?)
    /// The clock of the next period.
    case clock(PeriodClock)
    case skip(FrameCount)
    /// Moves the music.
    case seek(SeekTarget)
    /// Repeats a section of the music, or none.
    case section(Section?)
    /// Lets the stem be heard on the cue bus, or no more.
    case cue(Bool)
    case click(Bool)
    /// Puts starts from silence off by so many bars; 0 for none.
    case countIn(Int)
    /// Moves the gain with which the stem is sent to a bus.
    case send(Int, Gain)
    /// Hands over to the edition with this number in ``TestSet/editions``.
    case edition(Int, Quantum)
    /// The driver lost this number of frames.
    case lose(FrameCount)
    /// Does the other action so many frames later: it counts as received then, and at once if that is not in the future.
    case later(FrameCount, Action)
    /// The driver requests this on the frame of an event which it has read, so many frames after the beginning of the next period.
    case trigger(FrameCount, StemRequest, Quantum?)
    /// The driver requests once more what it has requested last, with the same trigger, which may hold no more.
    case triggerAgain(FrameCount)
    /// Control ends all triggers that there are.
    case endTriggers
    /// Ends the last command that was to be received later, if it still waits.
    case revoke
    /// Does the other action, with a permit that relies on these stems.
    case needing([Int], Action)
    /// A shut door does the other action.
    case byDoor(Action)
  }

  public enum Direction: String, Hashable, Sendable { case out, `in` }

  public struct Step: Sendable {
    /// The number of frames delivered before the step.
    public var frame: Int
    public var stem: Int
    public var action: Action

    public init(frame: Int, stem: Int = 0, _ action: Action) {
      self.frame = frame
      self.stem = stem
      self.action = action
    }
  }

  /// The steps, in the order of their frames.
  public var steps: [Step] = []
  /// The length in delivered frames.
  public var frames: Int

  public init(steps: [Step], frames: Int) {
    self.steps = steps
    self.frames = frames
  }

  /// Plays the performance, with every step on its frame.
  public func play(
    on bench: inout Bench, periods: Periods,
    observing observe: (borrowing Bench, Output) -> Void = { _, _ in }
  ) -> Output {
    var output = Output(stems: bench.portCount, buses: bench.busCount)
    var delivered = 0
    for step in steps {
      // Another clock is followed within a period.
      if case .clock(let clock) = step.action, case .free = bench.nextClock {
        (bench.nextClock, bench.framesToClock) = (clock, step.frame - delivered)
        continue
      }
      let heard = bench.run(step.frame - delivered, periods: periods)
      observe(bench, heard)
      output += heard
      delivered = step.frame
      bench.perform(step.action, step.stem)
    }
    output += bench.run(frames - delivered, periods: periods)
    return output
  }
}
