import CanonEngine

/// Measures a loop while it is decoded: whether its end leads into its start, its mean, and where it was cut off at full scale.
///
/// A click is where a sample is far from the line through the two before it. That distance is the second difference, which is small where
/// sound is smooth and large in noise; so the seam is compared with what is ordinary in the 50 ms before and after it, and in the whole
/// loop. A sound that begins with an attack is ordinary by the second measure.
struct SeamMeter {
  /// The ends of the loop that are compared with the seam, in seconds.
  private static let edge = 0.05
  /// The least number of samples at full scale that were cut off.
  fileprivate static let flatTop = 3
  /// The most places that are kept.
  fileprivate static let mostPlaces = 1000
  /// Full scale in files of integers, less what 16 bits round.
  fileprivate static let fullScale: Float = 32_766.5 / 32_768

  /// What one channel has been so far.
  fileprivate struct Channel {
    var sum = 0.0
    /// The first samples and the last ones, two of each more than the edge has.
    var first: [Float] = []
    var last: [Float] = []
    /// The two samples before the next one.
    var before: (Float, Float) = (0, 0)
    /// The largest second difference, and the largest step from one sample to the next.
    var largest: Float = 0
    var largestStep: Float = 0
    /// The highest sample without its sign.
    var peak: Float = 0
    /// How many samples in a row are at full scale, with the sign of the first.
    var top = 0
    var isHigh = false
    var flatTops = 0
    var firstFlatTop = 0
    var flatTopFrames: [Int] = []
  }

  private let edge: Int
  private var channels: [Channel]
  private(set) var frameCount = 0
  /// Where the channel that was cut off most was cut off: the number of places, and the first frame of the first one.
  var flatTops: Int { cutOff?.flatTops ?? 0 }
  var firstFlatTop: Int { cutOff?.firstFlatTop ?? 0 }
  private var cutOff: Channel? { channels.max { $0.flatTops < $1.flatTops } }

  init(channelCount: Int, rate: SampleRate) {
    edge = Int(Double(rate.hertz) * Self.edge)
    channels = Array(repeating: Channel(), count: channelCount)
  }

  /// Measures the next frames.
  /// - Parameter samples: Interleaved.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let count = samples.count / channels.count
    for number in channels.indices {
      var channel = channels[number]
      for frame in 0..<count {
        let sample = samples[frame * channels.count + number]
        channel.sum += Double(sample)
        if frameCount + frame >= 2 {
          channel.largest = max(
            channel.largest, abs(sample - 2 * channel.before.1 + channel.before.0))
        }
        if frameCount + frame >= 1 {
          channel.largestStep = max(channel.largestStep, abs(sample - channel.before.1))
        }
        channel.peak = max(channel.peak, abs(sample))
        channel.before = (channel.before.1, sample)
        channel.lookForTop(sample, frameCount + frame)
      }
      channel.keepEnds(samples, number, of: channels.count, edge: edge + 2)
      channels[number] = channel
    }
    frameCount += count
  }

  /// The mean of the channel that has the largest one.
  var mean: Double {
    channels.map { $0.sum / Double(max(1, frameCount)) }.max { abs($0) < abs($1) } ?? 0
  }

  /// Both ends of each channel, a millisecond of them.
  var ends: [SeamEnds] {
    let count = max(2, Int((Double(edge) / Self.edge / 1000).rounded()))
    return channels.map { SeamEnds(last: $0.last.suffix(count), first: Array($0.first.prefix(count))) }
  }
  /// The first frames of the places at which the channel that was cut off most was cut off, at most ``mostPlaces``.
  var flatTopFrames: [Int] { cutOff?.flatTopFrames ?? [] }

  /// The highest sample of any channel without its sign, full scale is 1.
  var peak: Float { channels.map(\.peak).max() ?? 0 }

  /// The seam of the channel in which it is sharpest; nil for a loop without two ends.
  var seam: Seam? {
    guard frameCount >= 2 * (edge + 2) else { return nil }
    let all = channels.map(\.seam), clicks = all.filter(\.clicks)
    return (clicks.isEmpty ? all : clicks).max { $0.besideIt < $1.besideIt }
  }
}

extension SeamMeter.Channel {
  /// - Parameters:
  ///   - number: The channel.
  ///   - edge: How many samples are kept of both ends.
  fileprivate mutating func keepEnds(
    _ samples: UnsafeBufferPointer<Float>, _ number: Int, of channels: Int, edge: Int
  ) {
    let count = samples.count / channels
    func some(_ frames: Range<Int>) -> [Float] { frames.map { samples[$0 * channels + number] } }
    if first.count < edge { first += some(0..<min(count, edge - first.count)) }
    last = last.suffix(max(0, edge - count)) + some(max(0, count - edge)..<count)
  }

  fileprivate mutating func lookForTop(_ sample: Float, _ frame: Int) {
    // What is beyond full scale was not cut off there.
    guard abs(sample) >= SeamMeter.fullScale, abs(sample) <= 1 else {
      top = 0
      return
    }
    top = top > 0 && isHigh == (sample > 0) ? top + 1 : 1
    isHigh = sample > 0
    guard top == SeamMeter.flatTop else { return }
    if flatTops == 0 { firstFlatTop = frame - top + 1 }
    if flatTopFrames.count < SeamMeter.mostPlaces { flatTopFrames.append(frame - top + 1) }
    flatTops += 1
  }

  fileprivate var seam: Seam {
    let end = last.count
    func sharpness(_ a: Float, _ b: Float, _ c: Float) -> Float { abs(c - 2 * b + a) }
    func largest(_ samples: [Float]) -> Float {
      (2..<samples.count).reduce(0) { max($0, sharpness(samples[$1 - 2], samples[$1 - 1], samples[$1])) }
    }
    func loudness(_ samples: [Float]) -> Float {
      (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }
    let across = max(
      sharpness(last[end - 2], last[end - 1], first[0]), sharpness(last[end - 1], first[0], first[1]))
    // Below what 16 bits can hold nothing is ordinary.
    let least: Float = 1 / 32_768
    let beside = max(largest(first), largest(last))
    return Seam(
      step: Double(abs(first[0] - last[end - 1])), ordinaryStep: Double(largestStep),
      sharpness: Double(across),
      ordinarySharpness: Double(beside), besideIt: Double(across / max(least, beside)),
      anywhere: Double(across / max(least, self.largest)),
      attack: Double(loudness(first) / max(least, loudness(last))))
  }
}
