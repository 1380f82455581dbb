/// One channel of samples as an endless signal: with content before the first frame and after the last.
struct SoundSignal {
  let samples: UnsafeBufferPointer<Float>
  /// The part that repeats after the last frame: the frames from here to the end; nil for silence.
  let loopStart: Int?
  /// Whether the turns also repeat before the first frame; otherwise there is silence.
  let wrapsBefore: Bool

  /// A periodic signal.
  /// - Parameter loop: One turn; not empty.
  init(loop: UnsafeBufferPointer<Float>) {
    precondition(!loop.isEmpty)
    samples = loop
    loopStart = 0
    wrapsBefore = true
  }

  /// A sound that begins from silence.
  /// - Parameter loopStart: The start of the part that repeats after the end; nil for silence.
  init(_ samples: UnsafeBufferPointer<Float>, loopStart: Int?) {
    self.samples = samples
    self.loopStart = loopStart
    wrapsBefore = false
  }

  /// Fills `target` with the frames from `position`, which can be negative.
  func copy(from position: Int, into target: UnsafeMutableBufferPointer<Float>) {
    guard let base = samples.baseAddress, let goal = target.baseAddress else { return }
    var position = position, done = 0
    while done < target.count {
      let room = target.count - done
      let run: Int
      if position < 0, !wrapsBefore {
        run = min(room, -position)
        (goal + done).update(repeating: 0, count: run)
      } else if let index = index(of: position) {
        run = min(room, samples.count - index)
        (goal + done).update(from: base + index, count: run)
      } else {
        run = room
        (goal + done).update(repeating: 0, count: run)
      }
      position += run
      done += run
    }
  }

  /// The index of the sample at `position`; nil for silence.
  private func index(of position: Int) -> Int? {
    if samples.indices.contains(position) { return position }
    guard let loopStart else { return nil }
    let length = samples.count - loopStart
    let turn = (position - loopStart) % length
    return loopStart + (turn < 0 ? turn + length : turn)
  }
}
