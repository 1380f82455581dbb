import CanonMixing

/// A stem that is simply playing, as the mixing loop needs it: contiguous samples at a constant gain. It fits one cache
/// line, so that a period reads only this and the samples.
///
/// It caches what ``StemPlayer`` computes; ``Engine/touch(_:)`` discards it whenever something changes.
@unsafe struct Voice: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The stem is silent.
    case quiet
    case floats
    /// 16-bit stereo frames.
    case integers
    /// Only the player can mix the stem.
    case other
  }

  /// The first frame for which this is valid.
  let start: FramePosition
  /// The frame after the last one for which this is valid.
  let end: FramePosition
  /// The left sample of ``start``.
  let left: UnsafeRawPointer
  let right: UnsafeRawPointer
  let leftGain: Float
  let rightGain: Float
  let kind: Kind

  @_noLocks init(
    start: FramePosition, end: FramePosition, left: UnsafeRawPointer, right: UnsafeRawPointer,
    leftGain: Float,
    rightGain: Float, kind: Kind
  ) {
    unsafe self.start = start
    unsafe self.end = end
    unsafe self.left = left
    unsafe self.right = right
    unsafe self.leftGain = leftGain
    unsafe self.rightGain = rightGain
    unsafe self.kind = kind
  }

  /// A voice that is valid for no frame.
  @_noLocks init(forgotten any: UnsafeRawPointer) {
    unsafe self.init(
      start: .max, end: .min, left: any, right: any, leftGain: 0, rightGain: 0, kind: .other)
  }

  var isQuiet: Bool {
    @_noLocks get { if case .quiet = unsafe kind { true } else { false } }
  }

  @_noLocks func holds(from position: FramePosition, frames: Int32) -> Bool {
    unsafe position >= start && position &+ Int64(frames) <= end
  }

  /// Whether it may be mixed in one pass with others of its kind.
  var isBatched: Bool {
    @_noLocks get {
      switch unsafe kind {
      case .floats, .integers: true
      case .quiet, .other: false
      }
    }
  }

  var isIntegers: Bool {
    @_noLocks get { if case .integers = unsafe kind { true } else { false } }
  }

  /// The 16-bit stereo frames from `position` on.
  @_noLocks func words(at position: FramePosition) -> UnsafePointer<Int32> {
    unsafe (left + 4 &* Int(position &- start)).assumingMemoryBound(to: Int32.self)
  }
  @_noLocks func leftFloats(at position: FramePosition) -> UnsafePointer<Float> {
    unsafe (left + 4 &* Int(position &- start)).assumingMemoryBound(to: Float.self)
  }
  @_noLocks func rightFloats(at position: FramePosition) -> UnsafePointer<Float> {
    unsafe (right + 4 &* Int(position &- start)).assumingMemoryBound(to: Float.self)
  }

  /// Adds the samples from `position` on to `out`, and writes them to `block`.
  @_noLocks func add(
    from position: FramePosition, frames: Int32, to out: OutputPair, block: OutputPair?,
    with instructions: InstructionSet
  ) {
    switch unsafe kind {
    case .quiet, .other: break
    case .floats:
      unsafe instructions.add(
        leftFloats(at: position), gain: leftGain, to: out.left, block: block?.left, frames: frames)
      unsafe instructions.add(
        rightFloats(at: position), gain: rightGain, to: out.right, block: block?.right, frames: frames)
    case .integers:
      unsafe instructions.add(
        words(at: position), leftGain: leftGain * Mixer.integerScale,
        rightGain: rightGain * Mixer.integerScale,
        to: out, block: block, frames: frames)
    }
  }
}

extension StemPlayer {
  /// The voice of the stem from `position` on, until something changes or its samples wrap.
  /// - Parameters:
  ///   - frames: Those that are mixed next. A voice that reads a page is valid for no others, because the page may leave the memory after them.
  ///   - any: A valid pointer, for a voice that reads nothing.
  @_noLocks mutating func voice(at position: FramePosition, frames: Int32, any: UnsafeRawPointer) -> Voice {
    if isQuiet(at: position) {
      return unsafe Voice(
        start: position, end: .max, left: any, right: any, leftGain: 0, rightGain: 0, kind: .quiet)
    }
    guard position >= rampsEnd, position >= releaseEnd, let source = unsafe samples else {
      return unsafe Voice(forgotten: any)
    }
    if !passage.covers(position) { passage = unsafe passage(at: position, in: source.layout) }
    guard passage.first >= 0 else { return unsafe Voice(forgotten: any) }
    let kind: Voice.Kind
    switch unsafe source.encoding {
    case .floats: kind = .floats
    case .stereoIntegers: kind = .integers
    case .monoIntegers: return unsafe Voice(forgotten: any)
    }
    let first = passage.first &+ (position &- passage.start)
    var end = passage.end
    if unsafe source.isPaged {
      end = unsafe min(end, position &+ min(Int64(frames), source.pieceEnd(of: first) &- first))
    }
    guard let place = unsafe source.samples(of: first) else { return unsafe Voice(forgotten: any) }
    return unsafe Voice(
      start: position, end: end, left: place.left, right: place.right,
      leftGain: steadyLeft, rightGain: steadyRight, kind: kind)
  }
}
