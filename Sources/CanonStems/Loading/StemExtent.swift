import CanonEngine
import CanonFiles

/// The length of a stem's loop relative to the set's.
struct StemExtent {
  let bounds: LoopBounds
  /// Nil: it is as long as the set's loop.
  let length: LoopLength?

  /// - Parameters:
  ///   - info: What the stem's file says.
  ///   - loop: The set's.
  /// - Throws: If the region leaves the file, or if the length is close to a simple ratio of the loop and nothing
  ///   shows that it is intended.
  init(of stem: StemSpec, in set: StemSet, info: SoundInfo, loop: LoopLength) throws(FileProblem) {
    let bounds = try LoopBounds(of: stem, in: set, info: info)
    self.bounds = bounds
    if bounds.fits(loop) {
      length = nil
      return
    }
    let frames = bounds.frameCount, rate = info.sampleRate
    let nearest = LoopRatio.nearest(to: frames, at: rate, loop: loop)
    if let exact = bounds.exact, stem.region?.needsTempo == true {
      length = exact
      return
    }
    // What lasts as long as a share of the loop, or as some beats, is just that, fractions of frames included:
    // otherwise the two would drift apart.
    if let nearest, bounds.fits(nearest.length) {
      length = nearest.length
      return
    }
    if let nearest, !stem.mayHaveAnyLength, LoopRatio.isNear(nearest.length, frames, at: rate) {
      let expected = nearest.length.nearestFrames(at: rate)
      throw set.problem(
        of: stem,
        .length(
          frames, expected: expected, rate: rate, nearest.ratio, isNamedByFile: bounds.isNamedByFile))
    }
    length = bounds.exact ?? Self.beats(in: frames, at: rate, set) ?? bounds.length
  }

  /// The number of beats in a number of frames, within half a frame.
  static func beats(in frames: FrameCount, at rate: SampleRate, _ set: StemSet) -> LoopLength? {
    guard let tempo = set.tempo else { return nil }
    let count = Int((rate.seconds(frames) * tempo.beatsPerMinute / 60).rounded())
    guard count >= 1, let length = tempo.length(ofBeats: count), length.seconds >= LoopRatio.leastLength,
      length.fits(frames, at: rate)
    else { return nil }
    return length
  }

  /// The boundaries of the stem's own loop at `rate`, as it is played; nil when it has the set's.
  /// - Parameter timing: Of the set.
  func line(
    at rate: SampleRate, of stem: StemSpec, in set: StemSet, _ timing: SetTiming
  ) throws(FileProblem) -> GridLine? {
    let speed = set.speed(of: stem)
    if length == nil, speed == set.speed { return nil }
    let length = length ?? timing.loop
    let whole = LoopLength(frames: bounds.frameCount, at: bounds.info.sampleRate)
    // A fraction with too many digits to compute with gives way to the frames of the file.
    if let line = length.played(at: speed)?.gridLine(at: rate)
      ?? whole?.played(at: speed)?.gridLine(at: rate)
    {
      return line
    }
    let place = stem.region == nil ? ("file", stem.fileLine) : ("region", stem.regionLine)
    throw set.problem(
      line: place.1, field: "\(stem.name): \(place.0)",
      LoadingAdvice.tooShort(bounds.frameCount, file: bounds.info, at: rate))
  }
}
