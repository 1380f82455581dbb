/// A range of frames whose samples are contiguous in memory: an intro, or one pass of a loop.
///
/// It is a function of the frame, and stored only to avoid the division that finds it.
struct Passage: BitwiseCopyable {
  let start: FramePosition
  let end: FramePosition
  /// The index of the sample that belongs to `start`; negative where the stem has nothing to read.
  let first: Int64

  /// A passage that covers no frame.
  static var none: Passage { @_noLocks get { Passage(start: .max, end: .min, first: -1) } }

  @_noLocks init(start: FramePosition, end: FramePosition, first: Int64) {
    self.start = start
    self.end = end
    self.first = first
  }

  @_noLocks func covers(_ frame: FramePosition) -> Bool { frame >= start && frame < end }
}

extension StemPlayer {
  /// The passage that the stem reads on `frame`: a pure function of the frame and of where its run began.
  /// Inlined, because a call would copy the whole player.
  @_noLocks @inline(__always) func passage(at frame: FramePosition, in layout: StemLayout) -> Passage {
    if run.firstTop != .min && frame < run.firstTop {
      let start = run.firstTop &- layout.intro
      if !traits.playsIntro || frame < start {
        return Passage(start: frame, end: traits.playsIntro ? start : run.firstTop, first: -1)
      }
      return Passage(start: start, end: run.firstTop, first: 0)
    }
    let index = run.tops.index(containing: frame)
    return Passage(
      start: run.tops.position(of: index), end: run.tops.position(of: index &+ 1), first: layout.intro)
  }
}
