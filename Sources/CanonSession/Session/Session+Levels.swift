import CanonEngine
import CanonStems

/// How loud everything is: for meters.
extension Session {
  /// One stem's level, by its samples and its gain on the way. Neither ramps of starts and stops nor a release are in it.
  public struct StemLevel: Sendable {
    public var peak: (left: Float, right: Float) = (0, 0)
    public var rms: (left: Float, right: Float) = (0, 0)
    /// Frames since its last loop top; nil while it does not run.
    public var place: FrameCount?
    /// Of its loop, in frames.
    public var loop: FrameCount = 1
  }

  /// What a picture is made from, all of one moment.
  ///
  /// - Parameter seconds: Since the last picture: over them the stems' levels are taken.
  /// - Returns: Of the master, what it delivered since the last call; nil before the first engine, and while there is
  ///   no server.
  public func moment(over seconds: Double) -> (snapshot: Snapshot, stems: [StemLevel], master: MasterLevels?)
  {
    (snapshot(), stemLevels(over: seconds), isAway ? nil : handle?.clock.takeLevels())
  }

  /// The level of every stem over the last `seconds`.
  func stemLevels(over seconds: Double) -> [StemLevel] {
    guard let clock = handle?.clock, let grid, let sampleRate, let configuration else {
      return stems.map { _ in StemLevel() }
    }
    let (position, frames) = (clock.position, FrameCount(seconds * Double(sampleRate.hertz)))
    let isSoloed = stems.contains { $0.mix.solo != .off }
    let isAlone = stems.contains { $0.mix.solo == .alone }
    return stems.indices.map { index in
      let (mirror, stem) = (stems[index], configuration.stems[index])
      var level = StemLevel()
      let line = stem.line ?? grid.loop
      level.loop = line.longestDistance
      guard mirror.status.state == .play || mirror.status.state == .mute else { return level }
      let layout = handle?.buffer(of: StemIndex(index))?.layout
      let place = stem.place(
        at: position, began: mirror.began, loop: grid.loop, introLength: layout?.intro ?? 0)
      level.place = place
      let isAudible = !isSoloed || mirror.mix.solo != .off || (stem.isBase && !isAlone)
      guard mirror.status.soundsNow, isAudible, !isAway, let profile = profiles[StemIndex(index)] else {
        return level
      }
      let (slice, gain) = (profile.level(at: place, over: frames), mirror.motion.value(at: position))
      level.peak = (slice.peakLeft * gain.left, slice.peakRight * gain.right)
      level.rms = (slice.powerLeft.squareRoot() * gain.left, slice.powerRight.squareRoot() * gain.right)
      return level
    }
  }

  /// Looks through the samples of a stem that was not looked through yet, for levels and pictures; off the session,
  /// which goes on meanwhile.
  /// - Returns: Whether there was one.
  public func makeProfile() async -> Bool {
    guard let missing = set.stems.indices.lazy.map(StemIndex.init).first(where: needsProfile),
      let buffer = handle?.buffer(of: missing)
    else { return false }
    let profile = await Task.detached(priority: .utility) { StemProfile(buffer) }.value
    if handle?.buffer(of: missing) === buffer { profiles[missing] = profile }
    return true
  }

  private func needsProfile(_ stem: StemIndex) -> Bool {
    guard let buffer = handle?.buffer(of: stem) else {
      profiles[stem] = nil
      return false
    }
    return profiles[stem]?.source != ObjectIdentifier(buffer)
  }

  /// The loop of each stem as peaks of equal parts; empty while unknown.
  public func pictures() -> [[Float]] {
    set.stems.indices.map { profiles[StemIndex($0)]?.shape ?? [] }
  }
}
