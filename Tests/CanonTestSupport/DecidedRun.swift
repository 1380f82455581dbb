import CanonEngine

/// Frames on which nothing changes, decided and not mixed yet.
struct DecidedRun {
  /// nil if they are silent.
  let state: MixState?
  let from: FramePosition
  /// The place of the first one in what is delivered.
  let place: Int
  let frames: Int

  /// Lets the engine go beyond some frames, whose places in what is delivered begin at `place`.
  static func next(_ frames: Int, after place: Int, _ engine: inout Engine) -> [DecidedRun] {
    var runs: [DecidedRun] = []
    var done = 0
    while done < frames {
      let count = Int(engine.prepare(atMost: Int32(frames - done)))
      precondition(count > 0)
      runs.append(
        DecidedRun(
          state: MixState(engine), from: engine.rollingPosition ?? 0, place: place + done, frames: count))
      engine.advance(FrameCount(count))
      done += count
    }
    return runs
  }
}
