import CanonEngine

/// How loud a set can become: the highest sample of all stems together, and of the loudest choice among them.
///
/// The loops are mixed in phase, with their gains and pans and the master at 0 dB. Intros, releases and fades are left
/// out. Only one stem of an exclusive group plays at a time; bases always play.
public struct MixPeak: Sendable {
  /// One stem that can play.
  public struct Part: Sendable {
    var buffer: StemBuffer
    var configuration: StemConfiguration

    public init(_ buffer: StemBuffer, _ configuration: StemConfiguration) {
      self.buffer = buffer
      self.configuration = configuration
    }
  }

  /// The peak of all stems together, with the loudest stem of each group on each frame; linear.
  public private(set) var full: Float = 0
  /// The peak over all choices of stems: on each frame the stems with the largest sum; linear.
  public private(set) var worst: Float = 0
  /// Whether the peaks are upper bounds instead of exact values.
  public private(set) var isBound = false

  /// A cycle longer than this, in seconds, is not mixed completely.
  static let longestCycle = 600.0
  /// The number of frames mixed at a time.
  private static let block = 4096

  /// - Parameters:
  ///   - parts: The stems that can play.
  ///   - loop: The set's.
  ///   - rate: The sample rate.
  ///   - isBound: Whether an upper bound is sufficient.
  /// - Thread: any control thread; yields often, and stops early when its task is cancelled
  public init(_ parts: [Part], loop: GridLine, rate: SampleRate, isBound: Bool = false) async {
    // What enters at its top is in no fixed phase with the others: its extremes count on every frame.
    let hasPhase = parts.allSatisfy { $0.configuration.entry == .phase }
    let frames = isBound ? 0 : Self.mixedFrames(of: parts, loop: loop, rate: rate) ?? 0
    self.isBound = !hasPhase || frames == 0
    var mixed = parts
    if self.isBound {
      // Of what is not mixed the extremes are enough, and samples in a window are read from the disk for them.
      mixed = await ReadingThreads.run {
        parts.map { frames > 0 && $0.configuration.entry == .phase ? $0 : $0.extremesAlone }
      }
    }
    var block = PeakBlock(mixed, loop: loop, frames: Self.block)
    if frames == 0 {
      block.addExtremes()
      (full, worst) = block.peaks(frames: 1)
      return
    }
    var position: FramePosition = 0
    while position < frames, !Task.isCancelled {
      let count = Int(min(FrameCount(Self.block), frames - position))
      block.mix(from: position, frames: count)
      let peaks = block.peaks(frames: count)
      (full, worst) = (max(full, peaks.full), max(worst, peaks.worst))
      position += FramePosition(count)
      await Task.yield()
    }
  }

  /// The higher one of each of both peaks.
  func orHigher(_ other: MixPeak) -> MixPeak {
    var both = self
    (both.full, both.worst) = (max(full, other.full), max(worst, other.worst))
    both.isBound = isBound || other.isBound
    return both
  }

  /// The frames of the common cycle of all parts; nil if it is too long to be mixed.
  static func mixedFrames(of parts: [Part], loop: GridLine, rate: SampleRate) -> FrameCount? {
    cycle(of: parts, loop: loop).flatMap {
      Double($0) <= longestCycle * Double(rate.hertz) ? $0 : nil
    }
  }

  /// The number of frames after which the loops of all parts line up again; nil if it is too large.
  private static func cycle(of parts: [Part], loop: GridLine) -> FrameCount? {
    let lines = parts.map { $0.configuration.line ?? loop }
    guard let common = GridLine.commonCycle(lines, otherwise: loop) else { return nil }
    let isOne = Set(lines).count == 1 && Set(parts.map(\.configuration.offset)).count == 1
    // If a loop includes a fraction of a frame, its tops are rounded in a pattern that repeats after several loops.
    return isOne ? common.longestDistance : common.numerator
  }
}
