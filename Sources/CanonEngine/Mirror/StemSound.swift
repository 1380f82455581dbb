/// What a stem gives to its port from a frame on, until its next sound: which samples it reads, and how loud.
@safe package struct StemSound {
  package let from: FramePosition
  /// The samples; nil if there are none, and on frames that nobody received.
  package let buffer: StemBuffer?
  /// The engine's player, as it is from that frame on.
  private var player: StemPlayer

  /// Frames on which each factor is one straight line, and samples that follow one another.
  package struct Part {
    /// The frame after the last one.
    package let end: FramePosition
    /// The number of the first frame's sample in the intro or the loop, and below it in the release; nil where it is silent.
    package var voice: Int?
    package var release: Int?
    /// Whether no factor moves.
    package let isSteady: Bool
  }

  init(_ player: StemPlayer, from frame: FramePosition, buffer: StemBuffer?) {
    (self.player, from, self.buffer) = (player, frame, buffer)
  }

  /// The frames from `frame` on up to the next bend of a factor, or to the end of what is read there.
  package mutating func part(at frame: FramePosition) -> Part {
    guard let layout = buffer?.layout else { return Part(end: .max, isSteady: true) }
    let isSteady = frame >= player.rampsEnd && frame >= player.releaseEnd
    if isSteady, player.steadyLeft == 0, player.steadyRight == 0 { return Part(end: .max, isSteady: true) }
    let passage = passage(at: frame, in: layout)
    let voice = passage.first < 0 ? nil : Int(passage.first + frame - passage.start)
    if isSteady { return Part(end: passage.end, voice: voice, isSteady: true) }
    var part = Part(end: min(passage.end, player.nextBend(after: frame)), isSteady: false)
    let envelope = player.envelope.slope(from: frame)
    if envelope.base != 0 || envelope.step != 0 { part.voice = voice }
    if frame >= player.releaseStart, frame < player.releaseEnd {
      part.release = Int(layout.intro + layout.loop + frame - player.releaseStart)
    }
    return part
  }

  /// Frames since the stem's last loop top; negative before its first one.
  package mutating func place(at frame: FramePosition) -> FrameCount {
    let top = player.run.firstTop
    if top != .min && frame < top { return frame - top }
    return frame - passage(at: frame, in: buffer?.layout ?? Self.noIntro).start
  }

  private static let noIntro = StemLayout(loop: 1)!

  private mutating func passage(at frame: FramePosition, in layout: StemLayout) -> Passage {
    if !player.passage.covers(frame) { player.passage = player.passage(at: frame, in: layout) }
    return player.passage
  }

  // MARK: - Gains

  /// The gains of both channels where no factor moves.
  package var steadyGain: SIMD2<Float> { SIMD2(player.steadyLeft, player.steadyRight) }

  /// The gains of both channels on a frame, of the intro and the loop.
  package func voiceGain(at frame: FramePosition) -> SIMD2<Float> {
    gain(at: frame) * (player.envelope.value(at: frame) * player.fade.value(at: frame))
  }

  /// The gains of both channels on a frame, of the release.
  package func releaseGain(at frame: FramePosition) -> SIMD2<Float> {
    gain(at: frame) * player.releaseEnvelope.value(at: frame)
  }

  private func gain(at frame: FramePosition) -> SIMD2<Float> {
    let factor =
      (player.audibility.value(at: frame) * player.dip.value(at: frame)) * player.gain.value(at: frame)
    return SIMD2(factor * player.left.value(at: frame), factor * player.right.value(at: frame))
  }

  // MARK: - Samples

  /// Calls `body` with what the port is given on some frames, in blocks.
  package mutating func deliver(
    _ frames: Range<FramePosition>,
    _ body: (_ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>) -> Void
  ) {
    let most = unsafe min(Int(Scratch.frames), frames.count)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * most) { memory in
      unsafe memory.initialize(repeating: 0)
      let channels = memory.baseAddress!
      func pair(_ number: Int) -> OutputPair {
        unsafe OutputPair(
          left: channels + 2 * number * most, right: channels + (2 * number + 1) * most)
      }
      let (block, scratch) = unsafe (pair(0), Scratch(decoded: pair(1), block: pair(2)))
      var frame = frames.lowerBound
      while frame < frames.upperBound {
        let count = min(most, Int(frames.upperBound - frame))
        buffer?.reading {
          unsafe player.mix(
            from: frame, frames: Int32(count), master: scratch.block, block: block, scratch: scratch)
        }
        unsafe body(
          UnsafeBufferPointer(start: block.left, count: count),
          UnsafeBufferPointer(start: block.right, count: count))
        frame += FrameCount(count)
      }
    }
  }

  /// The level of what the port is given on some frames.
  package mutating func level(of frames: Range<FramePosition>) -> SignalLevel {
    var level = SignalLevel()
    unsafe deliver(frames) { left, right in
      unsafe level.add(SignalLevel(left.baseAddress!, right.baseAddress!, frames: left.count))
    }
    return level
  }
}
