/// How many frames a ramp takes. 0 allowed: then every change is a step.
struct RampLengths: BitwiseCopyable {
  /// 5 ms by default.
  let usual: FrameCount
  /// What a ramp down takes when its boundary is nearer than that: 1 ms, or ``usual`` if shorter.
  let shortest: FrameCount

  init(milliseconds: Double, sampleRate: SampleRate) {
    let perMillisecond = Double(sampleRate.hertz) / 1000
    usual = FrameCount(milliseconds * perMillisecond + 0.5)
    shortest = min(usual, FrameCount(perMillisecond + 0.5))
  }
}
