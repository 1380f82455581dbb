/// How many frames a ramp takes. 0 allowed: then every change is a step.
struct RampLengths: BitwiseCopyable {
  /// 5 ms by default.
  let usual: FrameCount
  /// What a ramp down takes when its boundary is nearer than that: 1 ms, or ``usual`` if shorter.
  let shortest: FrameCount
  /// What a panic takes to silence, whatever the set says: 5 ms.
  let panic: FrameCount

  init(_ configuration: EngineConfiguration) {
    usual = configuration.ramp
    shortest = min(usual, FrameCount(Double(configuration.sampleRate.hertz) / 1000 + 0.5))
    panic = FrameCount(Double(configuration.sampleRate.hertz) * 0.005 + 0.5)
  }
}
