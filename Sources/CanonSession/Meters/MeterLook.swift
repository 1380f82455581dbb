import CanonEngine

/// One look at the level of a stem on some frames, from what the stem gave to its port (``StemSound``).
///
/// Where no factor moves, the level is that of the samples, times the gain. Where one moves slowly, it is put together from parts on which the
/// gain is nearly constant; where one moves fast, and where the voice and the release overlap, it is measured sample by sample.
struct MeterLook {
  /// The frames of the look.
  let frames: Range<FramePosition>
  /// The profiles of the stem's samples, as far as they are known.
  let profiles: [StemProfile]
  private(set) var level = SignalLevel()

  /// The ratio of two gains up to which they are nearly the same: half a decibel.
  private static let near: Float = 1.06
  /// The length of a part, in frames, that is measured sample by sample rather than divided.
  private static let short: FrameCount = 128

  init(_ frames: Range<FramePosition>, _ profiles: [StemProfile]) {
    (self.frames, self.profiles) = (frames, profiles)
  }

  /// Adds everything that the stem gave to its port.
  /// - Parameter sounds: In the order of time.
  mutating func add(_ sounds: inout UnsafeMutableBufferPointer<StemSound>) {
    var (end, index) = (frames.upperBound, sounds.count)
    while index > 0, end > frames.lowerBound {
      index -= 1
      let start = max(sounds[index].from, frames.lowerBound)
      guard start < end else { continue }
      add(start..<end, of: &sounds[index])
      end = start
    }
  }

  private mutating func add(_ frames: Range<FramePosition>, of sound: inout StemSound) {
    guard let buffer = sound.buffer else { return }
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let part = sound.part(at: frame)
      let range = frame..<min(part.end, frames.upperBound)
      switch (part.voice, part.release) {
      case (nil, nil): break
      case (let voice?, nil) where part.isSteady:
        addSamples(voice..<(voice + range.count), of: buffer, sound.steadyGain)
      case (let voice?, nil): addMoving(range, voice, of: &sound, buffer, isRelease: false)
      case (nil, let release?): addMoving(range, release, of: &sound, buffer, isRelease: true)
      case (.some, .some): level.add(sound.level(of: range))
      }
      frame = range.upperBound
    }
  }

  /// Adds frames on which the gain moves, in parts on which it is nearly constant.
  /// - Parameter sample: The number of the first frame's sample.
  private mutating func addMoving(
    _ frames: Range<FramePosition>, _ sample: Int, of sound: inout StemSound, _ buffer: StemBuffer,
    isRelease: Bool
  ) {
    func gain(at frame: FramePosition) -> SIMD2<Float> {
      isRelease ? sound.releaseGain(at: frame) : sound.voiceGain(at: frame)
    }
    let half = frames.lowerBound + FrameCount(frames.count) / 2
    let middle = gain(at: half)
    let ends = (gain(at: frames.lowerBound), gain(at: frames.upperBound - 1))
    if Self.areNear(ends.0, middle), Self.areNear(middle, ends.1), Self.areNear(ends.0, ends.1) {
      addSamples(sample..<(sample + frames.count), of: buffer, middle)
    } else if frames.count <= Self.short {
      level.add(sound.level(of: frames))
    } else {
      addMoving(frames.lowerBound..<half, sample, of: &sound, buffer, isRelease: isRelease)
      addMoving(
        half..<frames.upperBound, sample + Int(half - frames.lowerBound), of: &sound, buffer,
        isRelease: isRelease)
    }
  }

  private static func areNear(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Bool {
    areNear(a.x, b.x) && areNear(a.y, b.y)
  }

  private static func areNear(_ a: Float, _ b: Float) -> Bool { a <= b * near && b <= a * near }

  private mutating func addSamples(_ samples: Range<Int>, of buffer: StemBuffer, _ gain: SIMD2<Float>) {
    guard let profile = profiles.first(where: { $0.source == buffer.number }) else {
      return level.add(buffer.level(of: samples), times: gain)
    }
    level.add(profile.level(of: samples, in: buffer), times: gain)
  }
}
