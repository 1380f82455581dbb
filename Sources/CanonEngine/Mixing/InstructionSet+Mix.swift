import CanonMixing

#if arch(x86_64)
  import CanonMixingV3
#endif

/// The loops of ``MixingLoops`` with these instructions. Calls by name, so that `make verify-realtime` follows both.
extension InstructionSet {
  @_noLocks func add(
    _ a: UnsafePointer<Int32>, _ b: UnsafePointer<Int32>, _ c: UnsafePointer<Int32>,
    _ d: UnsafePointer<Int32>,
    leftGains: SIMD4<Float>, rightGains: SIMD4<Float>, to out: OutputPair, frames: Int32
  ) {
    #if arch(x86_64)
      if case .v3 = self {
        return unsafe CanonMixingV3.MixingLoops.add(
          a, b, c, d, leftGains: leftGains, rightGains: rightGains, to: out.left, out.right, frames: frames)
      }
    #endif
    unsafe CanonMixing.MixingLoops.add(
      a, b, c, d, leftGains: leftGains, rightGains: rightGains, to: out.left, out.right, frames: frames)
  }

  @_noLocks func add(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafePointer<Float>,
    gains: SIMD4<Float>, to master: UnsafeMutablePointer<Float>, frames: Int32
  ) {
    #if arch(x86_64)
      if case .v3 = self {
        return unsafe CanonMixingV3.MixingLoops.add(a, b, c, d, gains: gains, to: master, frames: frames)
      }
    #endif
    unsafe CanonMixing.MixingLoops.add(a, b, c, d, gains: gains, to: master, frames: frames)
  }

  @_noLocks func add(
    _ words: UnsafePointer<Int32>, leftGain: Float, rightGain: Float, to out: OutputPair, block: OutputPair?,
    frames: Int32
  ) {
    #if arch(x86_64)
      if case .v3 = self {
        return unsafe CanonMixingV3.MixingLoops.add(
          words, leftGain: leftGain, rightGain: rightGain, to: out.left, out.right,
          leftBlock: block?.left, rightBlock: block?.right, frames: frames)
      }
    #endif
    unsafe CanonMixing.MixingLoops.add(
      words, leftGain: leftGain, rightGain: rightGain, to: out.left, out.right,
      leftBlock: block?.left, rightBlock: block?.right, frames: frames)
  }

  @_noLocks func add(
    _ source: UnsafePointer<Float>, gain: Float, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    #if arch(x86_64)
      if case .v3 = self {
        return unsafe CanonMixingV3.MixingLoops.add(
          source, gain: gain, to: master, block: block, frames: frames)
      }
    #endif
    unsafe CanonMixing.MixingLoops.add(source, gain: gain, to: master, block: block, frames: frames)
  }
}
