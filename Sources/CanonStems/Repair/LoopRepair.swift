import CanonEngine

/// Mends the samples of a sound whose loop has another length than it should have, a mean that is not 0, or a seam that clicks.
struct LoopRepair {
  /// By channel: all samples of the file.
  private(set) var channels: [[Float]]
  /// The loop's frames.
  private(set) var loop: Range<Int>
  let rate: SampleRate

  /// The length of the crossfade at a seam, and at the seam of a sound that begins with an attack, of which nothing should be heard
  /// before; in seconds.
  static let crossfade = 0.01
  static let crossfadeBeforeAttack = 0.002

  /// What the loop is like now.
  func measure() -> SeamMeter {
    var meter = SeamMeter(channelCount: channels.count, rate: rate)
    var samples: [Float] = []
    samples.reserveCapacity(loop.count * channels.count)
    for frame in loop {
      for channel in channels { samples.append(channel[frame]) }
    }
    samples.withUnsafeBufferPointer { meter.add($0) }
    return meter
  }

  /// Whether something follows the loop in the file: it is heard when the stem stops, and must go on from the loop's end.
  private var hasRelease: Bool { loop.upperBound < (channels.first?.count ?? 0) }

  /// Cuts the loop's end, or lengthens it by a line that leads from its last sample to its first one. With a release behind it, the loop ends
  /// earlier or later in what is there.
  /// - Parameter frames: At least 1.
  mutating func setLength(_ frames: Int) {
    let missing = frames - loop.count
    let isThere = hasRelease && loop.lowerBound + frames <= (channels.first?.count ?? 0)
    for channel in channels.indices where !isThere {
      if missing <= 0 {
        channels[channel].removeSubrange((loop.lowerBound + frames)..<loop.upperBound)
      } else {
        let (last, first) = (channels[channel][loop.upperBound - 1], channels[channel][loop.lowerBound])
        let line = (1...missing).map { last + (first - last) * Float($0) / Float(missing + 1) }
        channels[channel].insert(contentsOf: line, at: loop.upperBound)
      }
    }
    loop = loop.lowerBound..<(loop.lowerBound + frames)
  }

  /// Takes the loop's mean from all samples of each channel.
  mutating func removeMean() {
    for channel in channels.indices {
      let sum = channels[channel][loop].reduce(0.0) { $0 + Double($1) }
      let mean = Float(sum / Double(loop.count))
      for frame in channels[channel].indices { channels[channel][frame] -= mean }
    }
  }

  /// Fades the loop's end into what leads to its start: what lies before the start in the file, or, where the sound begins only there, the
  /// start itself, turned about its first sample. Level and direction go on across the seam; the start stays as it is.
  /// - Returns: The number of frames of the crossfade.
  mutating func crossfadeSeam(hasAttack: Bool) -> Int {
    let seconds = hasAttack ? Self.crossfadeBeforeAttack : Self.crossfade
    let count = min(Int(Double(rate.hertz) * seconds), (loop.count - 1) / 2)
    guard count > 0 else { return 0 }
    if loop.lowerBound >= count {
      var other = self
      other.fadeEnd(count) { samples, start, step in samples[start - step] }
      if other.measure().seam?.clicks != true {
        self = other
        return count
      }
    }
    fadeEnd(count) { samples, start, step in 2 * samples[start] - samples[start + step] }
    return count
  }

  /// - Parameter lead: The sample that leads to the loop's start, some frames before it.
  private mutating func fadeEnd(_ count: Int, into lead: ([Float], _ start: Int, _ step: Int) -> Float) {
    for channel in channels.indices {
      let samples = channels[channel]
      for step in 1...count {
        // From the last frame, at which only what leads to the start is heard, backwards.
        let weight = Float(count + 1 - step) / Float(count)
        let smooth = weight * weight * (3 - 2 * weight)
        let place = loop.upperBound - step
        channels[channel][place] =
          samples[place] * (1 - smooth) + lead(samples, loop.lowerBound, step) * smooth
      }
      // The end leads to the loop's start now, and so does what comes out of it into the release.
      let release = min(count, samples.count - loop.upperBound)
      for step in 0..<max(0, release) {
        let weight = 1 - Float(step + 1) / Float(release + 1)
        let smooth = weight * weight * (3 - 2 * weight)
        let place = loop.upperBound + step
        channels[channel][place] =
          samples[place] * (1 - smooth) + samples[loop.lowerBound + step] * smooth
      }
    }
  }
}
