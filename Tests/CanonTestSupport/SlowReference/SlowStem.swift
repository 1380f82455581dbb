import CanonEngine

/// One stem, computed slowly from the rules of Documentation/Engine.md: frame by frame, with nothing planned ahead.
/// It shares no code with the engine except the grid lines. The engine must deliver the same bits.
public struct SlowStem: Sendable {
  public struct Pending: Equatable, Sendable {
    public var at: Int64
    public let next: StemState
    /// Whether the change is only for the sake of another stem of the group.
    public var isForOthers = false
    /// Whether a door has requested the change.
    public var isDoors = false
    /// Frames of the fade that the change belongs to; nil if it is not a fade.
    public var over: Int64?
    /// Whether the change ends the pause for the stem.
    public var endsHold = false

    /// Whether both are the same change, whoever the askers are.
    func isSame(as other: Pending) -> Bool { at == other.at && next == other.next }
  }

  public var traits: StemConfiguration
  var line: GridLine
  var usual, shortest: Int64
  /// Whether it has fallen silent for an edition.
  var isHushed = false
  /// Whether it waits for its samples.
  var isStarved = false

  // Its state. A stopped stem that is about to play counts as one that waits.
  public var state = StemState.stop
  public var pending: Pending?
  /// The boundary that a pending start is meant for.
  var meant: Int64 = 0

  // Where it reads.
  var sound: SlowSound?
  var isRunning = false
  var startedFor: Int64 = 0
  /// The frame from which its loop counts in phase.
  var offset: Int64
  /// The frame of loop top 0.
  var anchor: Int64
  var firstTop: Int64?
  var end: Int64?
  var followAsk: Int64?
  var followDue: Int64 = 0
  /// The frame on which it was said that the follow action has asked.
  var askedAt: Int64?

  // Its level.
  var envelope = SlowLine(0)
  /// The frame of silence towards which the envelope falls; nil if it does not fall for one.
  var fallsFor: Int64?
  var release: (start: Int64, end: Int64, envelope: SlowLine)?
  var audibility = SlowLine(1)
  var dip = SlowLine(1)
  var gain, left, right: SlowLine
  /// The fade, which applies to the voice alone.
  var fade = SlowLine(1)
  /// For each bus.
  var sends: [SlowLine]
  /// Whether it is heard on the cue bus while it is silent in the music, and how loud.
  var isCued = false
  var cue = SlowLine(0)
  public var solo = SoloMode.off
  public var isHeld = false

  // Other pending changes and marks.
  public var isOpen = false
  /// The positions on which the stem began to play; the caller clears them.
  public var begun: [Int64] = []
  var nextGain: (at: Int64, gain: Float, length: Int64)?
  var nextPan: (at: Int64, pan: PanFactors, length: Int64)?
  public var nextSolo: (at: Int64, mode: SoloMode)?
  public var nextHold: (at: Int64, isHeld: Bool, over: Int64)?
  /// How the audibility rises after this frame's marks: at once, or over a number of frames.
  var rise: (isAtOnce: Bool, over: Int64)?
  var replacement: (at: Int64, sound: SlowSound, isDipping: Bool)?

  init(_ traits: StemConfiguration, in set: SlowSet) {
    self.traits = traits
    line = traits.line ?? set.configuration.grid.loop
    (usual, shortest) = (set.usual, set.shortest)
    (anchor, offset) = (set.origin + traits.offset, set.origin + traits.offset)
    sends = (0..<set.configuration.busCount).map {
      SlowLine($0 < traits.sends.count ? traits.sends[$0].linear : 0)
    }
    gain = SlowLine(traits.gain.linear)
    (left, right) = (SlowLine(traits.pan.left), SlowLine(traits.pan.right))
  }

  // MARK: - Where it reads

  func top(_ index: Int64) -> Int64 { anchor + line.position(of: index) }
  func topIndex(atOrAfter frame: Int64) -> Int64 { line.index(atOrAfter: frame - anchor) }
  func top(atOrBefore frame: Int64) -> Int64 { top(line.index(containing: frame - anchor)) }
  func isTop(_ frame: Int64) -> Bool { top(atOrBefore: frame) == frame }

  var intro: Int64 { traits.intro == .none ? 0 : sound?.intro ?? 0 }

  /// The number of the sample that the stem reads on a frame; nil if none.
  func place(at frame: Int64) -> Int64? {
    guard let sound else { return nil }
    guard let firstTop, frame < firstTop else { return sound.intro + frame - top(atOrBefore: frame) }
    return firstTop - frame <= intro ? intro - (firstTop - frame) : nil
  }

  /// Whether a stem that begins on this frame begins with the first sample of its loop or intro.
  func beginsWhole(at frame: Int64) -> Bool {
    guard let firstTop, frame < firstTop else { return isTop(frame) }
    return frame == firstTop - intro
  }

  /// Whether the release follows a stop on this frame without a seam.
  func releasesWhole(on frame: Int64) -> Bool {
    (sound?.release ?? 0) > 0 && isTop(frame) && frame > firstTop ?? .min
  }

  // MARK: - What is heard

  /// The samples of the voice and of the release on a frame.
  func signal(at frame: Int64) -> (voice: (left: Float, right: Float), release: (left: Float, right: Float)) {
    guard let sound else { return ((0, 0), (0, 0)) }
    let factors = (left: gain[frame] * left[frame], right: gain[frame] * right[frame])
    func scaled(_ place: Int64, _ level: Float) -> (left: Float, right: Float) {
      let sample = sound[place]
      let gain = (level * audibility[frame]) * dip[frame]
      return (sample.left * (gain * factors.left), sample.right * (gain * factors.right))
    }
    var voice: (left: Float, right: Float) = (0, 0), rest = voice
    if let place = place(at: frame), !envelope.isSilent(at: frame) {
      voice = scaled(place, envelope[frame] * fade[frame])
    }
    if let release, frame < release.end {
      rest = scaled(sound.intro + sound.loop + frame - release.start, release.envelope[frame])
    }
    return (voice, rest)
  }
}
