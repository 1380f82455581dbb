import CanonEngine

/// What a performer does, written down: who asks what of which stem, after how many delivered frames.
public struct RandomPerformance: Sendable {
  public enum Action: Hashable, Sendable {
    /// Without a quantum a press has that of what it leads to.
    case ask(StemRequest, Quantum?, permitted: Bool = true)
    /// A start that counts as one on another boundary.
    case start(Quantum, from: FramePosition)
    case gain(Gain, Quantum = .now, over: FrameCount = 0)
    case pan(PanFactors, Quantum = .now, over: FrameCount = 0)
    case solo(SoloMode, Quantum = .now)
    case master(Gain, Quantum = .now, over: FrameCount = 0)
    /// Sets the mark of a pause, or takes it away.
    case hold(Bool, Quantum = .now)
    case holdAll(Bool, Quantum = .now)
    case fade(Direction, Quantum = .now, over: FrameCount)
    case panic
    /// Gives the stem the sound with this number of those that the bench has for it.
    case samples(Int, Quantum = .now)
    case noSamples
    case open(Bool)
    case roll
    case skip(FrameCount)
    /// The driver lost so many frames.
    case lose(FrameCount)
  }

  public enum Direction: String, Hashable, Sendable { case out, `in` }

  public struct Step: Sendable {
    /// Frames delivered before it.
    public var frame: Int
    public var stem: Int
    public var action: Action

    public init(frame: Int, stem: Int = 0, _ action: Action) {
      self.frame = frame
      self.stem = stem
      self.action = action
    }
  }

  /// In the order of their frames.
  public var steps: [Step] = []
  /// How long it lasts, in delivered frames.
  public var frames: Int

  public init(steps: [Step], frames: Int) {
    self.steps = steps
    self.frames = frames
  }

  /// Plays it, every step on its frame.
  public func play(on bench: inout Bench, periods: Periods) -> Output {
    var output = Output(stems: bench.handle.stemCount, buses: bench.busCount)
    var delivered = 0
    for step in steps {
      output += bench.run(step.frame - delivered, periods: periods)
      delivered = step.frame
      bench.perform(step.action, step.stem)
    }
    output += bench.run(frames - delivered, periods: periods)
    return output
  }
}
