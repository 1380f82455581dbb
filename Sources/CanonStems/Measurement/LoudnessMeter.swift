import CEbur128
import CanonEngine

/// How loud a loop is while it repeats, after EBU R 128 and ITU-R BS.1770.
public struct Loudness: Hashable, Sendable {
  /// Integrated loudness in LUFS; nil for silence, and for what is quieter than the gate of -70 LUFS.
  public let integrated: Double?
  /// The highest value between the samples, of the channel with the higher one, oversampled; linear, full scale is 1.
  public let truePeak: Double
}

/// Measures loudness with libebur128.
struct LoudnessMeter: ~Copyable {
  /// A loop that is shorter is measured as often as it takes to reach this, in seconds: a single turn may have no block of 0.4 s to
  /// measure.
  private static let least = 3.0

  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channelCount: Int
  /// The samples so far, if they are to be measured again.
  private var remembered: [Float]?

  /// - Parameter channelCount: 1 (heard on both sides, as canon plays it) or 2.
  init(channelCount: Int, rate: SampleRate) {
    self.channelCount = channelCount
    let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    state = ebur128_init(UInt32(channelCount), UInt(rate.hertz), Int32(modes))
    if channelCount == 1, let state { ebur128_set_channel(state, 0, Int32(EBUR128_DUAL_MONO.rawValue)) }
  }

  deinit {
    var state = state
    ebur128_destroy(&state)
  }

  /// How often a loop is measured: as often as it takes, and at least twice, as a true peak across the seam shows only then.
  static func turns(_ frames: FrameCount, at rate: SampleRate) -> Int {
    max(2, Int((least / rate.seconds(frames)).rounded(.up)))
  }

  /// Measures a loop in all its turns.
  /// - Parameters:
  ///   - frames: The loop's length.
  ///   - turn: Adds all frames of the loop. It gets the number of the turn, counted from 0.
  static func measure(
    channelCount: Int, rate: SampleRate, _ frames: FrameCount, _ turn: (inout LoudnessMeter, Int) -> Void
  ) -> Loudness {
    var meter = LoudnessMeter(channelCount: channelCount, rate: rate)
    let turns = turns(frames, at: rate)
    meter.remember(if: turns > 2)
    turn(&meter, 0)
    if !meter.addAgain(turns - 1) { turn(&meter, 1) }
    return meter.loudness
  }

  /// Remembers what is added, if it is short: it would take longer to make it thousands of times than to keep it.
  mutating func remember(if isShort: Bool) { remembered = isShort ? [] : nil }

  /// Measures what was remembered again.
  /// - Returns: Whether anything was.
  mutating func addAgain(_ times: Int) -> Bool {
    guard let turn = remembered.take(), !turn.isEmpty else { return false }
    let most = max(1, (1 << 14) / turn.count)
    var several: [Float] = []
    for _ in 0..<min(times, most) { several += turn }
    var rest = times
    while rest > 0 {
      let count = min(rest, most)
      several.withUnsafeBufferPointer { add(UnsafeBufferPointer(rebasing: $0[..<(count * turn.count)])) }
      rest -= count
    }
    return true
  }

  /// Measures the next frames.
  /// - Parameter samples: Interleaved.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    guard let state, let first = samples.baseAddress else { return }
    ebur128_add_frames_float(state, first, samples.count / channelCount)
    remembered?.append(contentsOf: samples)
  }

  /// What was measured so far.
  var loudness: Loudness {
    guard let state else { return Loudness(integrated: nil, truePeak: 0) }
    var integrated = -Double.infinity, truePeak = 0.0
    ebur128_loudness_global(state, &integrated)
    for channel in 0..<channelCount {
      var peak = 0.0
      ebur128_true_peak(state, UInt32(channel), &peak)
      truePeak = max(truePeak, peak)
    }
    return Loudness(integrated: integrated.isFinite ? integrated : nil, truePeak: truePeak)
  }
}
