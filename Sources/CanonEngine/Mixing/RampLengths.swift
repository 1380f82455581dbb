/// The lengths of ramps in frames. With 0 every change is a step.
package struct RampLengths: BitwiseCopyable {
  /// 5 ms by default.
  package let usual: FrameCount
  /// The least length of a ramp to silence whose boundary is near: 1 ms, or ``usual`` if that is shorter.
  package let shortest: FrameCount
  /// The length of a panic's ramp to silence, independent of the set: 5 ms.
  package let panic: FrameCount

  package init(_ configuration: EngineConfiguration) {
    usual = configuration.ramp
    shortest = min(usual, FrameCount(Double(configuration.sampleRate.hertz) / 1000 + 0.5))
    panic = FrameCount(Double(configuration.sampleRate.hertz) * 0.005 + 0.5)
  }
}
