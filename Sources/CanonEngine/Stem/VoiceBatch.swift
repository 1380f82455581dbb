import CanonMixing

/// Up to four voices of one kind, which are added to the master in one pass, in the order of their stems.
struct VoiceBatch: BitwiseCopyable {
  /// Whether they are 16-bit stereo frames, not floats.
  private var areIntegers = false
  private(set) var count: Int32 = 0
  // The stems' places.
  private var first = 0
  private var second = 0
  private var third = 0
  private var fourth = 0

  @_noLocks init() {}

  var isEmpty: Bool { @_noLocks get { count == 0 } }
  var isFull: Bool { @_noLocks get { count == 4 } }

  /// Whether a batched voice of this kind may be added.
  @_noLocks func takes(integers: Bool) -> Bool { count == 0 || areIntegers == integers }

  /// - Precondition: It is not full, and takes the kind.
  @_noLocks mutating func append(_ place: Int, integers: Bool) {
    areIntegers = integers
    switch count {
    case 0: first = place
    case 1: second = place
    case 2: third = place
    default: fourth = place
    }
    count &+= 1
  }

  /// Adds the samples from `position` on to `out`, and empties the batch.
  @_noLocks mutating func mix(
    _ voices: UnsafeMutablePointer<Voice>, from position: FramePosition, frames: Int32, to out: OutputPair,
    with instructions: InstructionSet
  ) {
    if isFull {
      unsafe mixFour(
        voices[first], voices[second], voices[third], voices[fourth], position, frames, out, instructions)
    } else {
      if count > 0 {
        unsafe voices[first].add(from: position, frames: frames, to: out, block: nil, with: instructions)
      }
      if count > 1 {
        unsafe voices[second].add(from: position, frames: frames, to: out, block: nil, with: instructions)
      }
      if count > 2 {
        unsafe voices[third].add(from: position, frames: frames, to: out, block: nil, with: instructions)
      }
    }
    count = 0
  }

  @_noLocks private func mixFour(
    _ a: Voice, _ b: Voice, _ c: Voice, _ d: Voice, _ position: FramePosition, _ frames: Int32,
    _ out: OutputPair, _ instructions: InstructionSet
  ) {
    let left = unsafe SIMD4(a.leftGain, b.leftGain, c.leftGain, d.leftGain)
    let right = unsafe SIMD4(a.rightGain, b.rightGain, c.rightGain, d.rightGain)
    if areIntegers {
      unsafe instructions.add(
        a.words(at: position), b.words(at: position), c.words(at: position), d.words(at: position),
        leftGains: left * Mixer.integerScale, rightGains: right * Mixer.integerScale, to: out, frames: frames)
    } else {
      unsafe instructions.add(
        a.leftFloats(at: position), b.leftFloats(at: position), c.leftFloats(at: position),
        d.leftFloats(at: position), gains: left, to: out.left, frames: frames)
      unsafe instructions.add(
        a.rightFloats(at: position), b.rightFloats(at: position), c.rightFloats(at: position),
        d.rightFloats(at: position), gains: right, to: out.right, frames: frames)
    }
  }
}
