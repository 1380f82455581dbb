import CanonEngine

/// What a performer does, written down: who asks what of which stem, after how many delivered frames.
public struct Performance: Sendable {
  public enum Action: Sendable {
    case ask(StemRequest, Quantum, permitted: Bool)
    case level(Level)
    /// The driver lost so many frames.
    case skip(FrameCount)
  }

  public struct Step: Sendable {
    /// Frames delivered before it.
    public var frame: Int
    public var stem: Int
    public var action: Action

    public init(frame: Int, stem: Int, action: Action) {
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
    var output = Output(stems: bench.handle.stemCount)
    var delivered = 0
    for step in steps {
      output += bench.run(step.frame - delivered, periods: periods)
      delivered = step.frame
      switch step.action {
      case .ask(let request, let quantum, let permitted):
        bench.ask(request, step.stem, quantum: quantum, permitted: permitted)
      case .level(let level):
        _ = bench.handle.setLevel(level, of: StemIndex(step.stem), by: .input)
      case .skip(let frames):
        bench.skip(frames)
      }
    }
    output += bench.run(frames - delivered, periods: periods)
    return output
  }
}

extension Performance {
  /// A busy performer: many requests, most of them close together, some after a long wait; a level now and
  /// then, a few lost frames.
  public static func random(
    seed: UInt64, stems: Int, frames: Int, loop: GridLine
  ) -> Performance {
    var random = SplitMix64(seed: seed)
    var performance = Performance(steps: [], frames: frames)
    var frame = 0
    while frame < frames {
      // At most one step for each stem on a frame; lost frames come alone.
      for stem in (0..<stems).shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)) {
        performance.steps.append(Step(frame: frame, stem: stem, action: action(&random)))
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        frame += 1
        let lost = Int64.random(in: 1...500, using: &random)
        performance.steps.append(Step(frame: frame, stem: 0, action: .skip(lost)))
      }
      let pause = Bool.random(using: &random) ? 12 : 3 * Int(loop.longestDistance) / 2
      frame += Int.random(in: 1...pause, using: &random)
    }
    performance.frames = max(frames, frame)
    return performance
  }

  private static func action(_ random: inout SplitMix64) -> Action {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1:
      return .level(
        Level(
          left: Gain(linear: Float.random(in: 0...2, using: &random))!,
          right: Gain(linear: Float.random(in: 0...2, using: &random))!))
    default:
      let unit = Quantum.Unit.allCases.randomElement(using: &random)!
      let count = unit == .now ? 1 : Int.random(in: 1...3, using: &random)
      return .ask(
        StemRequest.allCases.randomElement(using: &random)!, Quantum(unit, count: count)!,
        permitted: Int.random(in: 0..<4, using: &random) > 0)
    }
  }
}
