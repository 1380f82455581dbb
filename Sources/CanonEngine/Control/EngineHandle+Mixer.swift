/// Levels: gains, pans, solos, and the gain of the sum.
extension EngineHandle {
  /// Moves the gain of a stem, from the boundary on, over `length` frames: at most ``longestFade``, and at least the
  /// usual ramp, which avoids clicks.
  public mutating func setGain(
    _ gain: Gain, of stem: StemIndex, quantum: Quantum = .now, over length: FrameCount = 0,
    by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .gain(gain, quantum, length: min(max(0, length), Self.longestFade)))
  }

  /// Moves the pan of a stem, as ``setGain(_:of:quantum:over:by:)`` moves the gain. The two are independent.
  public mutating func setPan(
    _ pan: PanFactors, of stem: StemIndex, quantum: Quantum = .now, over length: FrameCount = 0,
    by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .pan(pan, quantum, length: min(max(0, length), Self.longestFade)))
  }

  /// Moves the gain of the sum of all stems, as ``setGain(_:of:quantum:over:by:)`` moves a stem's.
  public mutating func setMaster(
    _ gain: Gain, quantum: Quantum = .now, over length: FrameCount = 0, by source: Asker
  ) -> CommandTicket {
    unsafe gatherForAll(
      source,
      .master(gain, quantum.ofTheSet, length: min(max(0, length), Self.longestFade)))
  }

  /// The most frames that a fade may take: 46 minutes at the highest rate, 6 hours at 48 kHz.
  public static let longestFade: FrameCount = 1 << 30

  public mutating func solo(
    _ mode: SoloMode, _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .solo(mode, quantum))
  }
}
