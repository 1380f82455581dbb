import CSoxr
import CanonEngine

/// Converts loops between sample rates, exactly in phase.
///
/// The input counts as one turn of a periodic signal, so the filter finds real music before the first frame and
/// after the last, and there is no seam. Output frame `i` is that signal at time `i / rate`; when the loop is not a
/// whole number of output frames, the last one lies less than a frame before the next turn.
/// The same input gives the same bits each time on one machine (libsoxr, 28 bits, linear phase).
public enum Resampler {
  /// libsoxr's own message; it fails only when memory runs out.
  public struct Failure: Error, Hashable, Sendable {
    public let reason: String
  }

  /// The number of frames that one turn of `frameCount` frames has at another rate, rounded up.
  public static func frames(_ frameCount: Int, from input: SampleRate, to output: SampleRate) -> Int {
    let product = Int128(frameCount) * Int128(output.hertz)
    return Int((product + Int128(input.hertz) - 1) / Int128(input.hertz))
  }

  /// One turn of the loop at another rate: ``frames(_:from:to:)`` frames.
  /// - Parameter loop: One channel; not empty.
  public static func resample(
    _ loop: [Float], from input: SampleRate, to output: SampleRate
  ) throws(Failure) -> [Float] {
    var result = [Float](repeating: 0, count: frames(loop.count, from: input, to: output))
    var failure: Failure?
    result.withUnsafeMutableBufferPointer { target in
      do throws(Failure) { try resample(loop, from: input, to: output, into: target) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return result
  }

  /// Fills `target` completely with the periodic signal from time 0 on.
  /// - Parameter loop: One turn of one channel; not empty.
  /// - Thread: any control thread (a second of CPU time for some minutes of sound)
  public static func resample(
    _ loop: [Float], from input: SampleRate, to output: SampleRate,
    into target: UnsafeMutableBufferPointer<Float>
  ) throws(Failure) {
    var failure: Failure?
    loop.withUnsafeBufferPointer { samples in
      do throws(Failure) {
        try resample(SoundSignal(loop: samples), from: input, to: output, into: target)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Fills `target` with any signal.
  /// - Parameter first: The frame of the output, counted from the signal's frame 0, that `target` begins with.
  static func resample(
    _ signal: SoundSignal, from input: SampleRate, to output: SampleRate, first: Int = 0,
    into target: UnsafeMutableBufferPointer<Float>
  ) throws(Failure) {
    if input == output {
      signal.copy(from: first, into: target)
      return
    }
    try resample(
      signal, by: Ratio(input: Int(input.hertz), output: Int(output.hertz)), first: first, into: target)
  }

  /// The frames of a signal that become a number of frames of another, both 1 or more.
  struct Ratio: Hashable, Sendable {
    let input: Int
    let output: Int
  }

  static func resample(
    _ signal: SoundSignal, by ratio: Ratio, first: Int, into target: UnsafeMutableBufferPointer<Float>
  ) throws(Failure) {
    try warmUp.get()
    try convert(signal, by: ratio, first: first, into: target)
  }

  /// libsoxr builds its tables on first use without a lock; `static let` guards this.
  private static let warmUp: Result<Void, Failure> = {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { target in
      Result { () throws(Failure) in
        try withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { silence throws(Failure) in
          silence.initialize(repeating: 0)
          try convert(
            SoundSignal(loop: UnsafeBufferPointer(silence)), by: Ratio(input: 48_000, output: 44_100),
            first: 0, into: target)
        }
      }
    }
  }()

  private static func convert(
    _ signal: SoundSignal, by ratio: Ratio, first: Int, into target: UnsafeMutableBufferPointer<Float>
  ) throws(Failure) {
    let stream = try Stream(ratio)
    let lead = leadIn(ratio)
    let size = 16_384
    let chunk = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * size)
    defer { chunk.deallocate() }
    let source = UnsafeMutableBufferPointer(rebasing: chunk[..<size])
    let result = UnsafeMutableBufferPointer(rebasing: chunk[size...])
    var position = -lead.input
    var done = -lead.output - first
    while done < target.count {
      signal.copy(from: position, into: source)
      let moved = try stream.process(source, into: result)
      position += moved.taken
      let skipped = min(max(0, -done), moved.made)
      let kept = min(moved.made - skipped, target.count - max(0, done))
      if kept > 0 {
        (target.baseAddress! + max(0, done)).update(from: result.baseAddress! + skipped, count: kept)
      }
      done += moved.made
    }
  }

  /// The part of the loop that fills the filter before the loop's start: a whole number of frames at
  /// both rates, so that the cut falls exactly on the loop's first frame.
  static func leadIn(_ ratio: Ratio) -> (input: Int, output: Int) {
    let a = ratio.input, b = ratio.output
    var divisor = a, rest = b
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    // The filter's half length is some 200 frames of the lower rate.
    let least = 4096 * max(1, a / b + 1)
    let count = (least + a / divisor - 1) / (a / divisor)
    return (count * a / divisor, count * b / divisor)
  }

  /// Owns a `soxr_t` for one channel.
  private struct Stream: ~Copyable {
    private let handle: soxr_t

    init(_ ratio: Ratio) throws(Failure) {
      var error: soxr_error_t?
      var quality = soxr_quality_spec(UInt(SOXR_VHQ), UInt(SOXR_HI_PREC_CLOCK))
      let handle = soxr_create(Double(ratio.input), Double(ratio.output), 1, &error, nil, &quality, nil)
      guard let handle, error == nil else {
        throw Failure(reason: error.map { String(cString: $0) } ?? "no memory")
      }
      self.handle = handle
    }

    deinit { soxr_delete(handle) }

    borrowing func process(
      _ chunk: UnsafeMutableBufferPointer<Float>, into result: UnsafeMutableBufferPointer<Float>
    ) throws(Failure) -> (taken: Int, made: Int) {
      var taken = 0, made = 0
      let error = soxr_process(
        handle, chunk.baseAddress, chunk.count, &taken, result.baseAddress, result.count, &made)
      if let error { throw Failure(reason: String(cString: error)) }
      return (taken, made)
    }
  }
}
